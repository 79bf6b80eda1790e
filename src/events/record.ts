import { isPageName } from "../addresses/pages.js";
import { calendarPath, EVENT_QUERY, occurrencePath } from "../addresses/paths.js";
import { type Event, localesOf } from "../content/events.js";
import type { Host } from "../content/json-files.js";
import type { Site } from "../site.js";
import { moneyInWords, weekdayAndDay, whenInWords } from "../text/in-words.js";
import type { Locale } from "../text/locale.js";
import { dateAt, daysAfter, isoAt, type LocalDate, MINUTE_MS } from "../text/wall-clock.js";
import { type Occurrence, signUpOf } from "./agenda.js";
import type { ApiEvent } from "./record-schema.js";
import { changeInWords, labelledFact, onlineZoneInWords, placeInWords, recurrenceInWords } from "./words.js";

interface SignUpOnSite {
  /** `actionUrl` without the origin, for links of the site itself. */
  readonly actionPath: string | null;
  /** How visitors can sign up now: by the form on the page of the date, by its mail link, or on another page. */
  readonly signUpBy: "form" | "mail" | "page" | "none";
}

/** What the API tells of an event, and what only the site itself needs: `path` is `url` without the origin. */
export type EventRecord = Readonly<ApiEvent & SignUpOnSite & { path: string }>;

export function apiEventOf({ path, actionPath, signUpBy, ...event }: EventRecord): ApiEvent {
  return event;
}

/** SEQUENCE is the minutes since this instant, so that it increases without a stored counter. */
const SEQUENCE_EPOCH = Date.UTC(2026, 0);

/** Describes an occurrence in the language, or in one that the event is written in. Cached, as it takes 0.7 ms. */
export function recordOf(occurrence: Occurrence, requested: Locale, site: Site): EventRecord {
  const written = localesOf(occurrence.event);
  const locale = written.includes(requested) ? requested : written[0]!;
  return site.snapshot().memo(`record ${occurrence.id} ${locale}`, () => describeOccurrence(occurrence, locale, site));
}

function describeOccurrence(occurrence: Occurrence, locale: Locale, site: Site): EventRecord {
  const { baseUrl, clock, getFixedT, library } = site;
  const { cities, organisation } = library;
  const { id, event, status, starts, ends, previousStarts, updated } = occurrence;
  const { concept, audience, zone, recurrence, attendance, venue, price } = event;
  const t = getFixedT(locale);
  const { title, summary, description } = event.texts[locale]!;
  const theme = event.theme?.[locale] ?? null;
  const host = hostOf(event, site);
  const city = cities.find(({ slug }) => slug === event.city)!;
  const cityName = city.names[locale];
  const path = occurrencePath(id, locale);
  const signUp = signUpOf(occurrence, clock());
  const when = whenInWords(starts, ends, zone, locale, t);
  const zoneText = onlineZoneInWords(occurrence, locale);
  const { actionPath, signUpBy } = signUp === "open" ? signUpOnSite(occurrence, locale, site) : noSignUp;

  return {
    id,
    uid: `${id}@${organisation.calendarNamespace}`,
    concept,
    city: event.city,
    cityName,
    locale,
    locales: localesOf(event),
    title,
    summary,
    description: [changeInWords(occurrence, locale, t), labelledFact("theme", theme, t), description]
      .filter(Boolean)
      .join("\n\n"),
    status,
    startsAt: isoAt(starts, zone),
    endsAt: isoAt(ends, zone),
    timezone: zone,
    dateText: zoneText ? `${when} (${zoneText})` : when,
    recurring: recurrence !== null,
    recurrence: recurrence && {
      seriesId: event.slug,
      rule: recurrence.text,
      // The same on every date of the series.
      text: site.contentMemo(`recurrence ${event.slug} ${locale}`, () =>
        recurrenceInWords(recurrence.rule, event.starts.slice(0, 10), locale, t),
      ),
    },
    previousStartsAt: previousStarts === null ? null : isoAt(previousStarts, zone),
    audience,
    signUp,
    theme,
    host: host && { name: host.name, role: host.role[locale] },
    language: event.language?.[locale] ?? null,
    attendance,
    venue: venue && {
      name: venue.name[locale]!.replace(/^./u, (first) => first.toUpperCase()), // written for the middle of a sentence
      address: venue.address,
      postalCode: venue.postalCode,
      city: cityName,
      country: city.country,
      latitude: venue.latitude,
      longitude: venue.longitude,
    },
    price: price && { ...price, text: moneyInWords(price.amount, price.currency, locale) },
    url: baseUrl + path,
    actionUrl: actionPath && baseUrl + actionPath,
    calendarUrl: baseUrl + calendarPath(event.city, { locale }, ""),
    sequence: Math.floor((updated - SEQUENCE_EPOCH) / MINUTE_MS),
    updatedAt: new Date(updated).toISOString().replace(".000", ""),
    path,
    actionPath,
    signUpBy,
  };
}

const noSignUp: SignUpOnSite = { actionPath: null, signUpBy: "none" };

/** The form of another page begins with the date. */
function signUpOnSite(occurrence: Occurrence, locale: Locale, { forms, library }: Site): SignUpOnSite {
  const { id, event } = occurrence;
  const { action } = event;
  if (action === null || !isPageName(action)) return noSignUp;
  const hasForm = forms !== undefined && library.page(action, locale).form !== null;
  const path = occurrencePath(id, locale);
  if (action === "dates" && hasForm) return { actionPath: `${path}#form`, signUpBy: "form" };
  if (action === "dates") return { actionPath: path, signUpBy: "mail" };
  const query = hasForm ? `${EVENT_QUERY}${id}#form` : "";
  return { actionPath: library.pathTo(action, locale) + query, signUpBy: "page" };
}

/** The host that the event names, else that of its city. */
export function hostOf({ city, host }: Pick<Event, "city" | "host">, { library }: Site): Host | null {
  const id = host ?? library.cities.find(({ slug }) => slug === city)?.host;
  return id ? (library.hosts[id] ?? null) : null;
}

/** The day by which an application of today is answered; undefined if that is no longer possible in good time. */
export function answerDay({ startsAt }: EventRecord, { library, snapshot }: Site): LocalDate | undefined {
  const day = daysAfter(startsAt.slice(0, 10), -library.organisation.answerDaysBefore);
  return day > snapshot().agenda.today ? day : undefined;
}

/**
 * Says who mails the address or the link after a sign-up at `time`, and by when; members get it once their membership
 * has been checked. Empty if nothing but a public address is needed.
 */
export function addressMailInWords(record: EventRecord, time: number, locale: Locale, site: Site): string {
  const { attendance, audience, startsAt, timezone, venue } = record;
  const { daysBefore, from } = site.library.organisation.addressMail;
  const lastDay = daysAfter(startsAt.slice(0, 10), -daysBefore);
  let when = dateAt(time, timezone) >= lastDay ? "Soon" : "By";
  if (audience === "members") when = "ToMembers";
  const missing = [];
  if (venue && !venue.address) missing.push("address");
  if (attendance !== "in-person") missing.push("link");
  const t = site.getFixedT(locale);
  const values = { from: from[locale], date: weekdayAndDay(lastDay, locale) };
  return missing.map((what) => t(`forms:receipt.later.${what}${when}`, values)).join(" ");
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
