import type { EventRecord } from "../contracts/event-record.js";
import { conceptOfCode } from "../domain/concept.js";
import { monthAndYear, shortDate, shortTimes } from "../domain/dates-in-words.js";
import { isOff, type Occurrence } from "../domain/event.js";
import type { Locale } from "../domain/locale.js";
import { daysAfter, type LocalDate } from "../domain/wall-clock.js";
import { changeInWords } from "../formats/event-record.js";
import type { Services } from "../services.js";
import { contactReason, type EventFilter, pageOfEvent } from "../site/event-pages.js";
import { calendarPath, eventFilePath, isPageName } from "../site/paths.js";

const DAYS_BACK = 90;
/** More events than this are folded. */
const MAX_OPEN = 6;

export function eventBoards({
  agenda,
  records,
  clock,
  getFixedT,
  library,
  config: { baseUrl },
}: Pick<Services, "agenda" | "clock" | "config" | "getFixedT" | "library" | "records">) {
  const stepOf = ({ event: { action } }: Occurrence, { concept, actionPath }: EventRecord, locale: Locale) => {
    if (action === null || !isPageName(action) || actionPath === null) return null;
    const label = action === "contact" ? getFixedT(locale)(contactReason(concept)) : library.page(action, locale).label;
    return { label, path: actionPath };
  };

  return (listed: EventFilter, locale: Locale) => {
    const current = agenda.current();
    const now = clock();
    const filter = { ...listed, locale };
    const search = (from: LocalDate, limit?: number) =>
      current.search(filter, current.window(now, from)!, limit).occurrences;

    const rowOf = (occurrence: Occurrence) => {
      const record = records.of(occurrence, locale);
      const off = isOff(occurrence);
      const isAhead = occurrence.ends > now && !off;
      const { startsAt, endsAt, previousStartsAt } = record;
      return {
        record,
        /** Cancelled or postponed. */
        off,
        change: changeInWords(occurrence, locale, getFixedT(locale)),
        date: shortDate(startsAt, locale),
        times: shortTimes(startsAt, endsAt, locale),
        /** Null unless it was moved, possibly within its day. */
        before: previousStartsAt && {
          ...shortDate(previousStartsAt, locale),
          sameDay: previousStartsAt.slice(0, 10) === startsAt.slice(0, 10),
        },
        concept: conceptOfCode(record.concept),
        page: pageOfEvent(record.concept, record.city),
        path: record.path,
        /** Null if visitors can no longer apply or write. */
        action: isAhead ? stepOf(occurrence, record, locale) : null,
        /** Null if it is past, cancelled or postponed. */
        file: isAhead ? eventFilePath(record.id, locale) : null,
      };
    };

    const found = search(daysAfter(current.today, -DAYS_BACK));
    const coming = found.filter(({ ends }) => ends > now).map(rowOf);
    const past = found.filter(({ ends }) => ends <= now).map(rowOf);
    const shown = new Set([listed.city, ...found.map(({ event }) => event.city)]);
    const cities = library.cities.filter(({ slug }) => shown.has(slug));
    const [next] = coming.length > 0 ? [] : search(current.window(now)!.to, 1);

    const later = coming.slice(MAX_OPEN);
    const board = {
      coming: coming.slice(0, MAX_OPEN),
      later,
      laterUntil: later.length > 0 ? monthAndYear(later.at(-1)!.record.startsAt, locale) : null,
      laterChanged: later.filter(({ change }) => change !== "").length,
      past: past.reverse(),
      /** The first event beyond twelve months if there is none before. */
      next: next ? records.of(next, locale) : null,
      calendars: (cities.length > 0 ? cities : library.cities).map((city) => {
        const address = baseUrl + calendarPath(city.slug, { locale, concept: listed.concept });
        return { city: city.names[locale], address, webcal: address.replace(/^https?:/, "webcal:") };
      }),
    };
    return { value: board, validUntil: current.validUntil(now) };
  };
}
