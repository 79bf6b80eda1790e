import { conceptOfCode } from "../addresses/concepts.js";
import { calendarPath, type EventFilter, eventFilePath } from "../addresses/paths.js";
import type { Site } from "../site.js";
import { monthAndYear, shortDate, shortTimes } from "../text/in-words.js";
import type { Locale, Translate } from "../text/locale.js";
import type { Slug } from "../text/slug.js";
import { type Occurrence, recentAndUpcoming, takesPlace } from "./event.js";
import { recordOf } from "./record.js";
import type { ApiEvent, Venue } from "./record-schema.js";
import {
  audienceInWords,
  changeInWords,
  factInWords,
  hostInWords,
  onlineZoneInWords,
  placeInWords,
  signUpInWords,
} from "./words.js";

/** Upcoming events beyond these are `later`: folded, or only counted on the home page. */
const MAX_OPEN = 6;
const MAX_OPEN_FOR_MEMBERS = 2;

export type EventBoard = ReturnType<typeof eventBoard>;

/** Lists occurrences from 90 days ago to twelve months ahead. */
export function eventBoard(filter: EventFilter, locale: Locale, site: Site) {
  const now = site.clock();
  const occurrences = recentAndUpcoming({ ...filter, locale }, site);
  const rowOf = (occurrence: Occurrence) => eventRow(occurrence, locale, site);
  const ahead = occurrences.filter(({ ends }) => ends > now).map(rowOf);
  const past = occurrences.filter(({ ends }) => ends <= now).map(rowOf);
  const maxOpen = filter.concept === "COMMONS" ? MAX_OPEN_FOR_MEMBERS : MAX_OPEN;
  const later = ahead.slice(maxOpen);
  const last = later.at(-1);
  return {
    /** With one concept and city, most rows repeat the first. */
    isOfOneKind: filter.concept !== undefined && filter.city !== undefined,
    ahead,
    upcoming: ahead.slice(0, maxOpen),
    later,
    laterUntil: last ? monthAndYear(last.record.startsAt, locale) : null,
    laterChanges: later.filter(({ change }) => change !== "").length,
    past: past.reverse(),
    next: ahead.length > 0 ? null : firstBeyondBoard(filter, locale, site),
    calendars: calendarLinks(filter, locale, site),
  };
}

function firstBeyondBoard(filter: EventFilter, locale: Locale, site: Site) {
  const { agenda } = site.snapshot();
  const { to: end } = agenda.days();
  const [first] = agenda.search({ ...filter, locale }, agenda.window(site.clock(), end));
  return first ? recordOf(first, locale, site) : null;
}

/** Returns the calendar of all cities, and that of each city with events, or of each city if none has any. */
export function calendarLinks(filter: EventFilter, locale: Locale, site: Site) {
  const { baseUrl, getFixedT, library } = site;
  const slugs = recentAndUpcoming({ ...filter, locale }, site).map(({ event }) => event.city);
  const withEvents = library.cities.filter(({ slug }) => slug === filter.city || slugs.includes(slug));
  const cities = withEvents.length > 0 ? withEvents : library.cities;
  const linkTo = (name: string, slug?: Slug) => {
    const path = calendarPath(slug, { locale, concept: filter.concept });
    const url = baseUrl + path;
    return { city: name, path, url, webcal: url.replace(/^https?:/, "webcal:") };
  };
  const ofCities = cities.map(({ names, slug }) => linkTo(names[locale], slug));
  return filter.city ? ofCities : [linkTo(getFixedT(locale)("events:subscribe.allCities")), ...ofCities];
}

export type EventRow = ReturnType<typeof eventRow>;

/** One occurrence as views/macros/dates.njk shows it. */
export function eventRow(occurrence: Occurrence, locale: Locale, site: Site) {
  const record = recordOf(occurrence, locale, site);
  const t = site.getFixedT(locale);
  const isAhead = occurrence.ends > site.clock() && takesPlace(occurrence);
  const { startsAt, endsAt, previousStartsAt, actionPath } = record;
  return {
    record,
    takesPlace: takesPlace(occurrence),
    audience: audienceInWords(record, t),
    change: changeInWords(occurrence, locale, t),
    shortChange: changeInWords(occurrence, locale, t, true),
    theme: factInWords("theme", record.theme, t),
    host: hostInWords(record, t),
    /** Empty while visitors can sign up, and after the date. */
    signUp: isAhead ? signUpInWords(record, t) : "",
    when: record.dateText,
    zone: onlineZoneInWords(occurrence, record.locale),
    date: shortDate(startsAt, locale),
    times: shortTimes(startsAt, endsAt, locale),
    /** Null unless it was moved, possibly within its day. */
    before: previousStartsAt && {
      ...shortDate(previousStartsAt, locale),
      sameDay: previousStartsAt.slice(0, 10) === startsAt.slice(0, 10),
    },
    concept: conceptOfCode(record.concept),
    action: isAhead && actionPath ? { label: t(`events:action.${record.audience}`), path: actionPath } : null,
    file: isAhead ? eventFilePath(record.id, record.locale) : null,
  };
}

/** Returns the link to the first row that takes a sign-up or an application from anyone. */
export function nextDateIn(rows: readonly EventRow[], t: Translate, isCityPage: boolean) {
  const next = rows.find(({ action, record }) => action && record.audience !== "members");
  if (!next) return null;
  const { action, date, record, times } = next;
  const place = record.venue ? record.cityName : t("events:board.online").toLocaleLowerCase();
  const day = `${date.weekday} ${date.dayAndMonth}, ${isCityPage ? times : place}`;
  const soonest = rows.find(({ takesPlace }) => takesPlace);
  const isAfterMembers = record.audience === "open" && soonest?.record.audience === "members";
  return {
    path: record.path,
    action,
    label: t(isAfterMembers ? "events:date.nextOpen" : "events:date.next", { date: day }),
  };
}

/** Links that add the event to a calendar on the web. */
export function webCalendarLinks({ title, theme, startsAt, endsAt, timezone, url, venue }: ApiEvent) {
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

/** Null without coordinates and address. */
export function mapUrl(venue: Venue): string | null {
  const { latitude, longitude, address } = venue;
  const map = "https://www.openstreetmap.org";
  if (latitude !== null) return `${map}/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;
  return address && `${map}/search?query=${encodeURIComponent(placeInWords({ ...venue, name: "" }))}`;
}
