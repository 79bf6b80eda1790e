import { conceptOfCode } from "../domain/concept.js";
import { type Occurrence, takesPlace } from "../domain/event.js";
import type { Locale } from "../domain/locale.js";
import { daysAfter, type LocalDate } from "../domain/wall-clock.js";
import type { EventFilter } from "../site/event-pages.js";
import { calendarPath, eventFilePath } from "../site/paths.js";
import { monthAndYear, shortDate, shortTimes } from "../text/dates-in-words.js";
import { audienceInWords, changeInWords, signUpInWords, themeInWords } from "../text/event-in-words.js";
import type { Translate } from "../text/translate.js";
import type { Site } from "./site.js";

const DAYS_BACK = 90;
/** Upcoming events beyond these are `later`: folded, or only counted on the home page. */
const MAX_OPEN = 6;
/** The membership is more than its dates. */
const MAX_OPEN_FOR_MEMBERS = 2;

export type EventBoard = ReturnType<ReturnType<typeof eventBoards>>;

export function eventBoards(site: Site) {
  const { agenda, baseUrl, recordOf, clock, getFixedT, library } = site;

  return (listed: EventFilter, locale: Locale) => {
    const current = agenda.current();
    const now = clock();
    const filter = { ...listed, locale };
    const search = (from: LocalDate, limit?: number) =>
      current.search(filter, current.window(now, from)!, limit).occurrences;

    const rowOf = (occurrence: Occurrence) => eventRow(occurrence, locale, site);

    const found = search(daysAfter(current.today, -DAYS_BACK));
    const upcoming = found.filter(({ ends }) => ends > now);
    const past = found.filter(({ ends }) => ends <= now);
    const citiesWithEvents = new Set([listed.city, ...found.map(({ event }) => event.city)]);
    const cities = library.cities.filter(({ slug }) => citiesWithEvents.has(slug));
    const [next] = upcoming.length > 0 ? [] : search(current.window(now)!.to, 1);

    const maxOpen = listed.concept === "COMMONS" ? MAX_OPEN_FOR_MEMBERS : MAX_OPEN;
    const later = upcoming.slice(maxOpen).map(rowOf);
    const t = getFixedT(locale);
    return {
      /** Of one concept and city, so that most rows repeat the first. */
      isOfOneKind: listed.concept !== undefined && listed.city !== undefined,
      upcoming: upcoming.slice(0, maxOpen).map(rowOf),
      later,
      laterUntil: later.length > 0 ? monthAndYear(later.at(-1)!.record.startsAt, locale) : null,
      laterChanges: later.filter(({ change }) => change !== "").length,
      past: past.map(rowOf).reverse(),
      /** The first event beyond twelve months if there is none before. */
      next: next ? recordOf(next, locale) : null,
      calendars: [...(listed.city ? [] : [undefined]), ...(cities.length > 0 ? cities : library.cities)].map((city) => {
        const path = calendarPath(city?.slug, { locale, concept: listed.concept });
        const [address, name] = [baseUrl + path, city?.names[locale] ?? t("events:subscribe.allCities")];
        return { city: name, path, address, webcal: address.replace(/^https?:/, "webcal:") };
      }),
    };
  };
}

export type EventRow = ReturnType<typeof eventRow>;

/** One occurrence as views/macros/event-row.njk shows it. */
export function eventRow(occurrence: Occurrence, locale: Locale, { recordOf, clock, getFixedT }: Site) {
  const record = recordOf(occurrence, locale);
  const t = getFixedT(locale);
  const isAhead = occurrence.ends > clock() && takesPlace(occurrence);
  const { startsAt, endsAt, previousStartsAt, actionPath } = record;
  return {
    record,
    takesPlace: takesPlace(occurrence),
    audience: audienceInWords(record, t),
    change: changeInWords(occurrence, locale, t),
    shortChange: changeInWords(occurrence, locale, t, true),
    theme: themeInWords(occurrence.event, locale, t),
    host: occurrence.event.host,
    /** Why one cannot sign up, if that is so. */
    signUp: isAhead ? signUpInWords(record, t) : "",
    date: shortDate(startsAt, locale),
    times: shortTimes(startsAt, endsAt, locale),
    /** Null unless it was moved, possibly within its day. */
    before: previousStartsAt && {
      ...shortDate(previousStartsAt, locale),
      sameDay: previousStartsAt.slice(0, 10) === startsAt.slice(0, 10),
    },
    concept: conceptOfCode(record.concept),
    action: isAhead && actionPath ? { label: t(`events:action.${record.audience}`), path: actionPath } : null,
    file: isAhead ? eventFilePath(record.id, locale) : null,
  };
}

/** The first of these that takes a sign-up or an application from anyone, with the line that leads to it. */
export function nextDateIn(rows: readonly EventRow[], t: Translate, isCityPage: boolean) {
  const row = rows.find(({ action, record }) => action && record.audience !== "members");
  if (!row) return null;
  const { action, date, record, times } = row;
  const place = record.venue ? record.cityName : t("events:board.online");
  const day = `${date.weekday} ${date.dayAndMonth}, ${isCityPage ? times : place}`;
  return { path: record.path, action, label: t("events:date.next", { date: day }) };
}
