/** Events and their occurrences (contract §3): what is announced once, and each time it takes place. */
import type { Concept } from "./concept.js";
import { type Locale, locales } from "./locale.js";
import { datesOf, type Rule } from "./recurrence.js";
import type { Slug } from "./slug.js";
import { DAY_MS, daysAfter, instantOf, type LocalDate, type LocalDateTime } from "./wall-clock.js";

/** A text for each language that an event speaks. */
export type Texts = Readonly<Partial<Record<Locale, string>>>;

export interface Event {
  readonly slug: Slug;
  readonly concept: Concept["code"];
  /** The city it takes place in, or that hosts it when it is online. */
  readonly city: Slug;
  readonly attendance: "in-person" | "online" | "hybrid";
  /** Null when it is online. */
  readonly venue: Venue | null;
  /** The first time, on the wall clocks of the zone. */
  readonly starts: LocalDateTime;
  readonly ends: LocalDateTime;
  /** IANA name of the time zone. */
  readonly zone: string;
  /** Null for an event that takes place once. */
  readonly recurrence: { readonly text: string; readonly rule: Rule } | null;
  /** Dates of the rule that were never published. */
  readonly exceptions: readonly LocalDate[];
  /** Changes of published dates, by the date that the rule gives. */
  readonly overrides: Readonly<Record<LocalDate, Override>>;
  readonly status: "confirmed" | "tentative";
  /** Null when it is free. */
  readonly price: { readonly amount: number; readonly currency: string } | null;
  /** The name of the page where a visitor takes the next step. */
  readonly action: string | null;
  /** The instant of the last change. */
  readonly updated: number;
  readonly texts: Readonly<Partial<Record<Locale, EventText>>>;
}

export interface EventText {
  readonly title: string;
  /** One sentence. */
  readonly summary: string;
  /** Plain text; an empty line between paragraphs. */
  readonly description: string;
}

/** Only name and country are certain; the rest is null unless the owner gives it, and never guessed. */
export interface Venue {
  readonly name: Texts;
  readonly address: string | null;
  readonly postalCode: string | null;
  /** ISO 3166-1 alpha-2 code. */
  readonly country: string;
  /** Degrees, WGS 84. */
  readonly latitude: number | null;
  readonly longitude: number | null;
}

export type Override = { readonly reason: Texts; readonly updated: number } & (
  | { readonly status: "moved"; readonly starts: LocalDateTime; readonly ends: LocalDateTime }
  | { readonly status: "cancelled" | "postponed" }
);

/** One time that an event takes place. */
export interface Occurrence {
  /** `<slug>-<yyyy-mm-dd>` of the date that the rule gave it; it stays when the occurrence is moved. */
  readonly id: string;
  readonly event: Event;
  readonly status: "confirmed" | "tentative" | "cancelled" | "postponed";
  readonly starts: number;
  readonly ends: number;
  /** When it was to start before it was moved. */
  readonly previousStarts: number | null;
  /** Why it was moved, cancelled or postponed. */
  readonly reason: Texts | null;
  readonly updated: number;
}

/** Whether it was called off, for good or until a new date is found. */
export function isOff({ status }: Pick<Occurrence, "status">): boolean {
  return status === "cancelled" || status === "postponed";
}

/** The languages an event has texts in, in the order of the site's. */
export function localesOf({ texts }: Event): Locale[] {
  return locales.filter((locale) => texts[locale] !== undefined);
}

/** The occurrences that start on the dates from `from` to before `to`, in no particular order. */
export function occurrencesOf(event: Event, from: LocalDate, to: LocalDate): Occurrence[] {
  const dates = new Set([...ruleDates(event, from, daysAfter(to, -1)), ...Object.keys(event.overrides)]);
  const [begin, end] = [instantOf(`${from}T00:00`, event.zone), instantOf(`${to}T00:00`, event.zone)];

  return [...dates]
    .filter((date) => !event.exceptions.includes(date))
    .map((date) => occurrenceOn(event, date))
    .filter(({ starts }) => starts >= begin && starts < end);
}

/** The dates that the rule gives, moved or not, both ends included. */
export function ruleDates({ starts, recurrence }: Event, from: LocalDate, to: LocalDate): LocalDate[] {
  const first = starts.slice(0, 10);
  if (recurrence) return datesOf(recurrence.rule, first, from, to);
  return first >= from && first <= to ? [first] : [];
}

function occurrenceOn(event: Event, date: LocalDate): Occurrence {
  const { slug, starts, ends, zone, overrides } = event;
  const nights = (Date.parse(ends.slice(0, 10)) - Date.parse(starts.slice(0, 10))) / DAY_MS;
  const planned = timesOf(date + starts.slice(10), daysAfter(date, nights) + ends.slice(10), zone);
  const override = overrides[date];
  const common = {
    id: `${slug}-${date}`,
    event,
    reason: override?.reason ?? null,
    updated: Math.max(event.updated, override?.updated ?? 0),
  };

  if (override?.status !== "moved")
    return { ...common, ...planned, status: override?.status ?? event.status, previousStarts: null };
  const moved = timesOf(override.starts, override.ends, zone);
  return { ...common, ...moved, status: "confirmed", previousStarts: planned.starts };
}

/** When clocks skip over the start, it may come to lie after the end; then the planned duration counts. */
function timesOf(starts: LocalDateTime, ends: LocalDateTime, zone: string) {
  const [first, last] = [instantOf(starts, zone), instantOf(ends, zone)];
  return { starts: first, ends: last > first ? last : first + Date.parse(`${ends}Z`) - Date.parse(`${starts}Z`) };
}
