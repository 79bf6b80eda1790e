import type { Concept } from "../addresses/concepts.js";
import { type Locale, locales } from "../text/locale.js";
import type { Slug } from "../text/slug.js";
import {
  DAY_MS,
  daysAfter,
  HOUR_MS,
  type Instant,
  instantOf,
  type LocalDate,
  type LocalDateTime,
} from "../text/wall-clock.js";
import { datesOf, type Recurrence, type Rule } from "./recurrence.js";

export const attendances = ["in-person", "online", "hybrid"] as const;

/** An event is open to anyone, to those who apply and get a seat, or to members. */
export const audiences = ["open", "application", "members"] as const;

export type Audience = (typeof audiences)[number];

export type Texts = Readonly<Partial<Record<Locale, string>>>;

/** An event is announced once; each time it takes place is an occurrence (contract §3). */
export interface Event {
  readonly slug: Slug;
  readonly concept: Concept["code"];
  /** The city that hosts it, if it is online. */
  readonly city: Slug;
  readonly audience: Audience;
  readonly attendance: (typeof attendances)[number];
  readonly venue: Venue | null;
  /** The start of the first occurrence, in the zone. */
  readonly starts: LocalDateTime;
  readonly ends: LocalDateTime;
  readonly zone: string;
  readonly recurrence: Recurrence | null;
  readonly exceptions: readonly LocalDate[];
  /** Changes by date of the rule. */
  readonly overrides: Readonly<Record<LocalDate, Override>>;
  readonly status: "confirmed" | "tentative";
  /** Sign-up ends this long before the start. */
  readonly closesHoursBefore: number;
  /** Ends sign-up before `closesHoursBefore`. */
  readonly signUp: "full" | "closed" | null;
  /** The subject, as a question. */
  readonly theme: Texts | null;
  /** An id of content/hosts.json. */
  readonly host: string | null;
  /** What was talked about, once it is over. */
  readonly notes: Texts | null;
  /** The languages that people speak there, in words. */
  readonly language: Texts | null;
  readonly price: { readonly amount: number; readonly currency: string } | null;
  /** The name of the page to sign up on; `dates` is the page of the date itself. */
  readonly action: string | null;
  readonly updated: Instant;
  readonly texts: Readonly<Partial<Record<Locale, EventText>>>;
}

/** Who welcomes people; `role` is what they do, within a sentence. */
export interface Host {
  readonly name: string;
  /** A file of content/hosts; null without one. */
  readonly portrait: string | null;
  readonly role: Readonly<Record<Locale, string>>;
  readonly text: Readonly<Record<Locale, string>>;
}

export interface EventText {
  readonly title: string;
  readonly summary: string;
  readonly description: string;
}

export interface Venue {
  readonly name: Texts;
  readonly address: string | null;
  readonly postalCode: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** What an override leaves out is as on the other dates. */
export type Override = {
  /** When the date was changed. One that has only its subject, host or notes is changed with its event. */
  readonly updated?: Instant | undefined;
  readonly texts?: TextsOfDate | undefined;
} & {
  readonly [Name in "venue" | "theme" | "host" | "notes" | "signUp"]?: Event[Name] | undefined;
} & (
    | { readonly status: "moved"; readonly reason: Texts; readonly start: LocalDateTime; readonly end: LocalDateTime }
    | { readonly status: "cancelled" | "postponed"; readonly reason: Texts }
    | { readonly status?: undefined; readonly reason?: undefined }
  );

type TextsOfDate = { readonly [Tag in Locale]?: { readonly [Name in keyof EventText]?: string | undefined } };

export interface Occurrence {
  /** `<slug>-<yyyy-mm-dd>` with the date of the rule, even if the occurrence is moved. */
  readonly id: string;
  readonly event: Event;
  readonly status: "confirmed" | "tentative" | "cancelled" | "postponed";
  readonly starts: Instant;
  readonly ends: Instant;
  /** When sign-up ends. */
  readonly closes: Instant;
  readonly previousStarts: Instant | null;
  readonly reason: Texts | null;
  readonly updated: Instant;
}

export function takesPlace({ status }: Pick<Occurrence, "status">): boolean {
  return status !== "cancelled" && status !== "postponed";
}

export const signUps = ["open", "full", "closed"] as const;

/** Null if nobody signs up for the event, or it does not take place. */
export function signUpOf(occurrence: Occurrence, now: Instant): (typeof signUps)[number] | null {
  const { closes, event } = occurrence;
  if (event.action === null || !takesPlace(occurrence)) return null;
  return now >= closes ? "closed" : (event.signUp ?? "open");
}

/** Senders of an application get no calendar file, which would confirm it. */
export function hasCalendarFile({ audience }: Pick<Event, "audience">): boolean {
  return audience !== "application";
}

export function localesOf({ texts }: Event): Locale[] {
  return locales.filter((locale) => texts[locale] !== undefined);
}

/** Includes `from` and excludes `to`; unsorted. */
export function occurrencesOf(event: Event, from: LocalDate, to: LocalDate): Occurrence[] {
  const begin = instantOf(`${from}T00:00`, event.zone);
  const end = instantOf(`${to}T00:00`, event.zone);
  const occurrences: Occurrence[] = [];
  // An override can move a date into the window.
  for (const date of new Set([...ruleDates(event, from, daysAfter(to, -1)), ...Object.keys(event.overrides)])) {
    if (event.exceptions.includes(date)) continue;
    const occurrence = occurrenceOn(event, date);
    if (occurrence.starts >= begin && occurrence.starts < end) occurrences.push(occurrence);
  }
  return occurrences;
}

const ONCE: Rule = { FREQ: "DAILY", INTERVAL: 1, COUNT: 1 };

/** Includes `from`, `to` and the dates of occurrences that were moved. */
export function ruleDates({ starts, recurrence }: Event, from: LocalDate, to: LocalDate): LocalDate[] {
  return datesOf(recurrence?.rule ?? ONCE, starts.slice(0, 10), from, to);
}

function occurrenceOn(series: Event, date: LocalDate): Occurrence {
  const { starts, ends, zone } = series;
  const nights = (Date.parse(ends.slice(0, 10)) - Date.parse(starts.slice(0, 10))) / DAY_MS;
  const planned = timesOf(date + starts.slice(10), daysAfter(date, nights) + ends.slice(10), zone);
  const override = series.overrides[date];
  const isMoved = override?.status === "moved";
  const times = isMoved ? timesOf(override.start, override.end, zone) : planned;
  return {
    id: `${series.slug}-${date}`,
    event: override ? eventWith(series, override) : series,
    status: isMoved ? "confirmed" : (override?.status ?? series.status),
    starts: times.starts,
    ends: times.ends,
    closes: times.starts - series.closesHoursBefore * HOUR_MS,
    previousStarts: isMoved ? planned.starts : null,
    reason: override?.reason ?? null,
    updated: Math.max(series.updated, override?.updated ?? 0),
  };
}

function eventWith(event: Event, override: Override): Event {
  const textsIn = (locale: Locale) => [locale, { ...event.texts[locale], ...override.texts?.[locale] }];
  return {
    ...event,
    venue: override.venue ?? event.venue,
    theme: override.theme ?? event.theme,
    host: override.host ?? event.host,
    notes: override.notes ?? event.notes,
    signUp: override.signUp ?? event.signUp,
    texts: Object.fromEntries(localesOf(event).map(textsIn)),
  };
}

/** A start that is skipped by clocks can fall after the end; then the planned duration counts. */
function timesOf(starts: LocalDateTime, ends: LocalDateTime, zone: string) {
  const first = instantOf(starts, zone);
  const last = instantOf(ends, zone);
  return { starts: first, ends: last > first ? last : first + Date.parse(`${ends}Z`) - Date.parse(`${starts}Z`) };
}

/** True if the venue is that of the other dates of the event. */
export function hasUsualVenue({ event }: Occurrence, events: readonly Event[]): boolean {
  return events.some(({ slug, venue }) => slug === event.slug && venue === event.venue);
}
