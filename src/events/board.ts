import { type Concept, conceptOfCode, type EventFilter } from "../addresses/pages.js";
import { calendarPath, eventFilePath } from "../addresses/paths.js";
import type { Site } from "../site.js";
import { monthAndYear, type ShortDate, shortDate, shortTimes } from "../text/in-words.js";
import type { Locale } from "../text/locale.js";
import type { Slug } from "../text/slug.js";
import { isoAt } from "../text/wall-clock.js";
import { changeInWords, isChanged, type Occurrence, onlineZoneInWords, signUpOf, takesPlace } from "./agenda.js";
import {
  audienceInWords,
  type EventRecord,
  hostInWords,
  labelledFact,
  placeInWords,
  recordOf,
  signUpInWords,
} from "./record.js";

/** Those beyond these are `later`: folded, or only counted on the home page. */
const MAX_SOONEST = 6;
const MAX_SOONEST_FOR_MEMBERS = 2;

/** The occurrences that a page lists, from 90 days ago to twelve months ahead. */
export interface EventBoard {
  /** With one concept and city, most rows repeat the first. */
  readonly isOfOneKind: boolean;
  readonly ahead: readonly Occurrence[];
  readonly soonest: readonly Occurrence[];
  readonly later: readonly Occurrence[];
  /** The month of the last. */
  readonly laterUntil: string | null;
  readonly laterChanges: number;
  /** The latest first. */
  readonly past: readonly Occurrence[];
  /** The first, also if that is more than twelve months ahead. */
  readonly next: EventRecord | null;
  readonly calendars: readonly CalendarLink[];
  /** Views call it only for what they show, because a row takes 0.4 ms. */
  readonly rowsOf: (shown: readonly Occurrence[]) => EventRow[];
}

interface CalendarLink {
  /** The city, or that it is of all. */
  readonly label: string;
  readonly path: string;
  readonly url: string;
  readonly webcal: string;
}

export function eventBoard(filter: EventFilter, locale: Locale, site: Site): EventBoard {
  const now = site.clock();
  const { agenda } = site.snapshot();
  const dates = agenda.recentAndComingYear({ ...filter, locale });
  const ahead = dates.filter(({ ends }) => ends > now);
  const maxSoonest = filter.concept === "COMMONS" ? MAX_SOONEST_FOR_MEMBERS : MAX_SOONEST;
  const later = ahead.slice(maxSoonest);
  const last = later.at(-1);
  const [next] = ahead.length > 0 ? ahead : agenda.search({ ...filter, locale }, { endsAfter: now });
  return {
    isOfOneKind: filter.concept !== undefined && filter.city !== undefined,
    ahead,
    soonest: ahead.slice(0, maxSoonest),
    later,
    laterUntil: last ? monthAndYear(isoAt(last.starts, last.event.zone), locale) : null,
    laterChanges: later.filter(isChanged).length,
    past: dates.filter(({ ends }) => ends <= now).reverse(),
    next: next ? recordOf(next, locale, site) : null,
    calendars: calendarLinks(filter, dates, locale, site),
    rowsOf: (shown) => shown.map((occurrence) => eventRow(occurrence, locale, site)),
  };
}

/** Links to subscribe to all cities, and to each that has one of the dates, or to each if there are none. */
export function calendarLinks(filter: EventFilter, dates: readonly Occurrence[], locale: Locale, site: Site) {
  const { baseUrl, getFixedT, library } = site;
  const slugs = new Set(dates.map(({ event }) => event.city));
  const withEvents = library.cities.filter(({ slug }) => slug === filter.city || slugs.has(slug));
  const cities = withEvents.length > 0 ? withEvents : library.cities;
  const linkTo = (label: string, slug?: Slug): CalendarLink => {
    const path = calendarPath(slug, { locale, concept: filter.concept });
    const url = baseUrl + path;
    return { label, path, url, webcal: url.replace(/^https?:/, "webcal:") };
  };
  const ofCities = cities.map(({ names, slug }) => linkTo(names[locale], slug));
  return filter.city ? ofCities : [linkTo(getFixedT(locale)("events:subscribe.allCities")), ...ofCities];
}

/** One occurrence as views/macros/dates.njk shows it. Texts are empty where there is nothing to say. */
export interface EventRow {
  readonly record: EventRecord;
  readonly concept: Concept;
  readonly takesPlace: boolean;
  readonly date: ShortDate;
  readonly times: string;
  /** Null unless it was moved, possibly within its day. */
  readonly before: (ShortDate & { readonly sameDay: boolean }) | null;
  readonly audienceText: string;
  readonly changeText: string;
  /** For beside the earlier date, struck out: leaves that out. */
  readonly shortChangeText: string;
  readonly hostText: string;
  /** Empty while visitors can sign up, and after the date. */
  readonly signUpText: string;
  readonly subjectText: string;
  readonly zoneText: string;
  readonly action: { readonly label: string; readonly path: string } | null;
  readonly filePath: string | null;
}

export function eventRow(occurrence: Occurrence, locale: Locale, site: Site): EventRow {
  const record = recordOf(occurrence, locale, site);
  const t = site.getFixedT(locale);
  const isAhead = occurrence.ends > site.clock() && takesPlace(occurrence);
  const { startsAt, endsAt, previousStartsAt, actionPath } = record;
  const changeText = changeInWords(occurrence, locale, t);
  const reason = occurrence.reason?.[locale] ?? "";
  const sameDay = previousStartsAt?.slice(0, 10) === startsAt.slice(0, 10);
  return {
    record,
    concept: conceptOfCode(record.concept),
    takesPlace: takesPlace(occurrence),
    date: shortDate(startsAt, locale),
    times: shortTimes(startsAt, endsAt, locale),
    before: previousStartsAt ? { ...shortDate(previousStartsAt, locale), sameDay } : null,
    audienceText: audienceInWords(record, t),
    changeText,
    shortChangeText: previousStartsAt ? t("events:change.movedShort", { reason }) : changeText,
    hostText: hostInWords(record, t),
    signUpText: isAhead ? signUpInWords(record, t) : "",
    subjectText: labelledFact("theme", record.theme, t),
    zoneText: onlineZoneInWords(occurrence, record.locale),
    action: isAhead && actionPath ? { label: t(`events:action.${record.audience}`), path: actionPath } : null,
    filePath: isAhead ? eventFilePath(record.id, record.locale) : null,
  };
}

/** Returns the link to the first occurrence that takes a sign-up or an application from anyone. */
export function nextDateIn(occurrences: readonly Occurrence[], isCityPage: boolean, locale: Locale, site: Site) {
  const forAnyone = occurrences.filter(({ event }) => event.audience !== "members");
  const next = forAnyone.find((occurrence) => signUpOf(occurrence, site.clock()) === "open");
  if (!next) return null;
  const t = site.getFixedT(locale);
  const { action, date, record, times } = eventRow(next, locale, site);
  const place = record.venue ? record.cityName : t("events:board.online").toLocaleLowerCase();
  const day = `${date.weekday} ${date.dayAndMonth}, ${isCityPage ? times : place}`;
  const soonest = occurrences.find(takesPlace);
  const isAfterMembers = record.audience === "open" && soonest?.event.audience === "members";
  const label = t(isAfterMembers ? "events:date.nextOpen" : "events:date.next", { date: day });
  return { path: record.path, action, label };
}

/** Links that add the event to a calendar on the web. */
export function webCalendarLinks({ title, theme, startsAt, endsAt, timezone, url, venue }: EventRecord) {
  const details = theme ? `${theme}\n\n${url}` : url;
  const starts = new Date(startsAt).toISOString();
  const ends = new Date(endsAt).toISOString();
  const dates = `${starts}/${ends}`.replace(/[-:]|\.000/g, "");
  const google = new URLSearchParams({ action: "TEMPLATE", text: title, dates, ctz: timezone, details });
  const outlook = new URLSearchParams({ path: "/calendar/action/compose", rru: "addevent", subject: title });
  outlook.set("startdt", starts);
  outlook.set("enddt", ends);
  outlook.set("body", details);
  for (const query of [google, outlook]) if (venue) query.set("location", placeInWords(venue));
  const spaced = (query: URLSearchParams) => query.toString().replaceAll("+", "%20"); // Outlook shows a plus sign
  return {
    google: `https://calendar.google.com/calendar/render?${spaced(google)}`,
    outlook: `https://outlook.live.com/calendar/0/deeplink/compose?${spaced(outlook)}`,
  };
}
