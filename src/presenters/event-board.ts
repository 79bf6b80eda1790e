import { conceptOfCode } from "../domain/concept.js";
import { type Occurrence, takesPlace } from "../domain/event.js";
import type { Locale } from "../domain/locale.js";
import { daysAfter } from "../domain/wall-clock.js";
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

export type EventBoard = ReturnType<typeof eventBoard>;

/** From 90 days ago to twelve months ahead. */
export function eventBoard(listed: EventFilter, locale: Locale, site: Site) {
  const { agenda, recordOf, clock } = site;
  const now = clock();
  const found = shownOn(listed, locale, site);
  const rowOf = (occurrence: Occurrence) => eventRow(occurrence, locale, site);
  const ahead = found.filter(({ ends }) => ends > now).map(rowOf);
  const past = found.filter(({ ends }) => ends <= now).map(rowOf);
  const current = agenda.current();
  const beyond = current.window(now, current.window(now)!.to)!;
  const [next] = ahead.length > 0 ? [] : current.search({ ...listed, locale }, beyond, 1).occurrences;
  const maxOpen = listed.concept === "COMMONS" ? MAX_OPEN_FOR_MEMBERS : MAX_OPEN;
  const later = ahead.slice(maxOpen);
  return {
    /** All rows have one concept and city, so most repeat the first. */
    isOfOneKind: listed.concept !== undefined && listed.city !== undefined,
    ahead,
    upcoming: ahead.slice(0, maxOpen),
    later,
    laterUntil: later.length > 0 ? monthAndYear(later.at(-1)!.record.startsAt, locale) : null,
    laterChanges: later.filter(({ change }) => change !== "").length,
    past: past.reverse(),
    /** The first event beyond twelve months if there is none before. */
    next: next ? recordOf(next, locale) : null,
    calendars: calendarLinks(listed, locale, site),
  };
}

/** The calendar of all cities, and that of each with events, or of each if there are none. */
export function calendarLinks(listed: EventFilter, locale: Locale, site: Site) {
  const { baseUrl, getFixedT, library } = site;
  const slugs = new Set([listed.city, ...shownOn(listed, locale, site).map(({ event }) => event.city)]);
  const cities = library.cities.filter(({ slug }) => slugs.has(slug));
  return [...(listed.city ? [] : [undefined]), ...(cities.length > 0 ? cities : library.cities)].map((city) => {
    const path = calendarPath(city?.slug, { locale, concept: listed.concept });
    const name = city?.names[locale] ?? getFixedT(locale)("events:subscribe.allCities");
    return { city: name, path, address: baseUrl + path, webcal: (baseUrl + path).replace(/^https?:/, "webcal:") };
  });
}

function shownOn(listed: EventFilter, locale: Locale, { agenda, clock }: Site) {
  const { search, today, window } = agenda.current();
  return search({ ...listed, locale }, window(clock(), daysAfter(today, -DAYS_BACK))!).occurrences;
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
    /** Empty if visitors can sign up, and if the date is over. */
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
