import type { EventRecord } from "../contracts/event-record.js";
import type { Translate } from "../domain/translate.js";
import { toApiEvent } from "./event-record.js";
import type { Calendar } from "./icalendar.js";

/** Its event has the UID that it has in the calendar of its city. */
export function eventCalendar(record: EventRecord, baseUrl: string, t: Translate): Calendar {
  return {
    name: record.title,
    description: record.summary,
    zone: record.timezone,
    locale: record.locale,
    t,
    year: Number(record.startsAt.slice(0, 4)),
    events: [toApiEvent(record, baseUrl)],
  };
}
