import * as z from "zod";
import { conceptCodes, isPageName } from "../addresses/pages.js";
import { calendarPath, EVENT_QUERY, occurrencePath } from "../addresses/paths.js";
import { attendances, audiences, type Event, localesOf } from "../content/events.js";
import type { Host } from "../content/json-files.js";
import { recurrenceInWords } from "../content/recurrence.js";
import type { Site } from "../site.js";
import { dateInWords, moneyInWords, weekdayAndDay, whenInWords } from "../text/in-words.js";
import { type Locale, locales, type Translate } from "../text/locale.js";
import { isoAt, MINUTE_MS } from "../text/wall-clock.js";
import { changeInWords, type Occurrence, onlineZoneInWords, signUpOf, signUps, takesPlace } from "./agenda.js";

const text = (description: string) => z.string().describe(description);
const instant = z.iso.datetime({ offset: true });
const venueOfRecord = z.object({
  name: z.string(),
  address: z.string().nullable(),
  postalCode: z.string().nullable(),
  city: z.string(),
  country: z.string().length(2),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
});

/** Contract §3; every key is always present, null where there is no value. */
export const apiEvent = z.strictObject({
  id: z.string(),
  uid: text("The UID of its calendar entries (RFC 5545 §3.8.4.7), the same in every language and on every domain."),
  concept: z.enum(conceptCodes),
  city: z.string(),
  cityName: z.string(),
  locale: z.enum(locales).describe("The language of the texts."),
  locales: z.array(z.enum(locales)).describe("All languages that it has texts in."),
  title: z.string(),
  summary: z.string(),
  description: text(
    "Plain text. If the date was moved, cancelled or postponed, it begins with the change and the reason.",
  ),
  status: z.enum(["confirmed", "tentative", "cancelled", "postponed"]),
  startsAt: instant,
  endsAt: instant,
  timezone: z.string(),
  dateText: text("Date and times in words, with the time zone of an event that is online."),
  recurring: z.boolean(),
  recurrence: z.object({ seriesId: z.string(), rule: z.string(), text: z.string() }).nullable(),
  previousStartsAt: instant.nullable().describe("The start before it was moved."),
  audience: z
    .enum(audiences)
    .describe("`open`: anyone may come; `application`: seats are applied for; `members`: members of Commerce Commons."),
  signUp: z
    .enum(signUps)
    .nullable()
    .describe("`closed`: sign-up is over; null where nobody signs up, or it does not take place."),
  theme: z.string().nullable().describe("The subject, as a question; null until it is announced."),
  host: z
    .object({ name: z.string(), role: text("What they do.") })
    .nullable()
    .describe("Who welcomes people there."),
  language: z.string().nullable().describe("The languages that people speak there, in words."),
  attendance: z.enum(attendances),
  venue: venueOfRecord.nullable(),
  price: z
    .object({ amount: z.number(), currency: z.string().length(3), text: z.string() })
    .nullable()
    .describe("Null if nothing is paid on the day: it is free, or part of the membership."),
  url: z.url(),
  actionUrl: z
    .url()
    .nullable()
    .describe("The page to sign up, apply or join, for this event; null unless `signUp` is `open`."),
  calendarUrl: z.url().describe("The calendar of its city."),
  sequence: z.int().nonnegative().describe("Increases with every change (RFC 5545 §3.8.7.4)."),
  updatedAt: z.iso.datetime(),
});

export type ApiEvent = z.infer<typeof apiEvent>;

export type Venue = z.infer<typeof venueOfRecord>;

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

export const eventInWords = ({ title, dateText }: Pick<ApiEvent, "title" | "dateText">) => `${title}, ${dateText}`;

/** "After Commerce in Gothenburg, 3 December 2026", or "Postponed: After Commerce in Gothenburg, 3 December 2026". */
export function titleAndDate(record: ApiEvent, locale: Locale, t: Translate): string {
  const { title, startsAt, status } = record;
  const date = dateInWords(startsAt.slice(0, 10), locale);
  return takesPlace(record) ? `${title}, ${date}` : t(`events:date.title.${status}`, { title, date });
}

/** "A bar, Långgatan 1, 413 04 Gothenburg". */
export function placeInWords({ name, address, postalCode, city }: Omit<Venue, "country">): string {
  return [name, address, postalCode ? `${postalCode} ${city}` : city].filter(Boolean).join(", ");
}

/** "A bar, Gothenburg, also online", or "Online". */
export function whereInWords({ attendance, venue }: ApiEvent, t: Translate): string {
  if (!venue) return t("events:board.online");
  const place = placeInWords(venue);
  return attendance === "hybrid" ? `${place}, ${t("events:board.hybrid")}` : place;
}

export function audienceInWords({ audience, price }: ApiEvent, t: Translate) {
  return t(audience === "open" && price ? "events:audience.openAtPrice" : `events:audience.${audience}`);
}

/** A sign-up for an open date puts the visitor on its list; one for a date for members is only received. */
export function signedUpInWords(record: ApiEvent, locale: Locale, t: Translate) {
  const key = record.audience === "members" ? "forms:date.received" : "forms:date.onList";
  return t(key, { date: weekdayAndDay(record.startsAt, locale) });
}

/** Empty while visitors can sign up, and for events without sign-up. */
export function signUpInWords({ signUp }: ApiEvent, t: Translate): string {
  return signUp === "full" || signUp === "closed" ? t(`events:signUp.${signUp}`) : "";
}

/** "Host: Kim, buyer at a chain of toy shops."; empty if there is none. */
export function hostInWords({ host }: ApiEvent, t: Translate): string {
  return labelledFact("host", host && `${host.name}, ${host.role}`, t);
}

/** As far as they are known. */
export function subjectAndHost(record: ApiEvent, t: Translate): string[] {
  return [labelledFact("theme", record.theme, t), hostInWords(record, t)].filter(Boolean);
}

/** "Language: Swedish."; empty if it is not known. */
export function labelledFact(name: "theme" | "host" | "language", fact: string | undefined | null, t: Translate) {
  if (!fact) return "";
  return `${t(`events:date.${name}`)}: ${fact}${/[.?!]$/.test(fact) ? "" : "."}`;
}
