/** RFC 5545 §3.6–3.8, RFC 7986 §5. */
import { createEvents, type EventAttributes } from "ics";
import type { ApiEvent, EventRecord } from "../contracts/event-record.js";
import { conceptOfCode } from "../domain/concept.js";
import { takesPlace } from "../domain/event.js";
import type { Locale } from "../domain/locale.js";
import type { Translate } from "../domain/translate.js";
import { cleanText, escapeText, foldLines } from "./content-lines.js";
import { audienceInWords } from "./event-record.js";
import { vtimezone } from "./vtimezone.js";

export interface Calendar {
  readonly name: string;
  readonly description: string;
  readonly zone: string;
  readonly locale: Locale;
  readonly t: Translate;
  /** A calendar without events needs a VTIMEZONE, because §3.6 requires a component. */
  readonly year: number;
  readonly events: readonly ApiEvent[];
  /** For calendars that are mailed: METHOD requires one (RFC 5546 §3.2.1). */
  readonly organizer?: { readonly name: string; readonly email: string };
}

/** Its event has the UID that it has in the calendar of its city. */
export function eventCalendar(record: EventRecord, t: Translate): Calendar {
  return {
    name: record.title,
    description: record.summary,
    zone: record.timezone,
    locale: record.locale,
    t,
    year: Number(record.startsAt.slice(0, 4)),
    events: [record],
  };
}

/** Throws if `ics` rejects an event, and RangeError for an unknown zone of an empty calendar. */
export function icalendar({ name, description, zone, locale, t, year, events, organizer }: Calendar): string {
  const { error, value } = createEvents(
    events.map((event) => ({ ...attributesOf(event, t), ...(organizer && { organizer }) })),
    { productId: `-//for-commerce//calendar//${locale.toUpperCase()}`, method: organizer ? "PUBLISH" : "" },
  );
  if (error) throw new Error(`ics rejects an event: ${(error as { errors?: string[] }).errors ?? error.message}`);

  const calendarLines = [
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `DESCRIPTION:${escapeText(description)}`,
    `X-WR-CALDESC:${escapeText(description)}`,
    `X-WR-TIMEZONE:${escapeText(zone)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    ...(events.length === 0 ? vtimezone(zone, year) : []),
  ];
  // `ics` rejects the URL of a local server, and takes quadratic time to fold a long description.
  const eventLines = events.map((event) => [
    `DESCRIPTION:${escapeText([event.description, `${audienceInWords(event, t)}.`, event.url].join("\n\n"))}`,
    `URL:${new URL(event.url).href}`,
  ]);
  const lines = value!
    .trimEnd()
    .split("\r\n")
    .flatMap((line) => {
      if (line === "X-PUBLISHED-TTL:PT1H") return [line, ...calendarLines];
      return line === "END:VEVENT" ? [...eventLines.shift()!, line] : line;
    });
  return foldLines(lines);
}

/** `ics` does not escape the UID, and its types lack `timestamp` (DTSTAMP). */
function attributesOf(event: ApiEvent, t: Translate): EventAttributes & { timestamp: number } {
  const { title, venue } = event;
  const isHeld = takesPlace(event);
  const updated = Date.parse(event.updatedAt);
  const hasPlace = venue && venue.latitude !== null && venue.longitude !== null;
  const rounded = (degrees: number) => Number(degrees.toFixed(6)); // §3.8.1.6
  return {
    uid: escapeText(event.uid),
    timestamp: updated,
    lastModified: updated,
    sequence: event.sequence,
    start: Date.parse(event.startsAt),
    end: Date.parse(event.endsAt),
    title: cleanText(isHeld ? title : t(`events:calendar.${event.status}`, { title })),
    location: cleanText(venue ? placeOf(venue) : t("events:board.online")),
    ...(hasPlace && { geo: { lat: rounded(venue.latitude!), lon: rounded(venue.longitude!) } }),
    categories: [conceptOfCode(event.concept).name],
    status: event.status === "confirmed" ? "CONFIRMED" : isHeld ? "TENTATIVE" : "CANCELLED", // §3.8.1.11
    transp: isHeld ? "OPAQUE" : "TRANSPARENT",
  };
}

function placeOf({ name, address, postalCode, city }: NonNullable<ApiEvent["venue"]>): string {
  return [name, address, postalCode ? `${postalCode} ${city}` : city].filter(Boolean).join(", ");
}
