import type { Concept } from "./concept.js";
import { type Locale, locales } from "./locale.js";
import { datesOf, type Rule } from "./recurrence.js";
import type { Slug } from "./slug.js";
import { DAY_MS, daysAfter, type Instant, instantOf, type LocalDate, type LocalDateTime } from "./wall-clock.js";

export const attendances = ["in-person", "online", "hybrid"] as const;

/** Anyone without asking, anyone who is given a seat, or members only. */
export const audiences = ["open", "application", "members"] as const;

export type Audience = (typeof audiences)[number];

export type Texts = Readonly<Partial<Record<Locale, string>>>;

/** An event is announced once; each time it takes place is an occurrence (contract §3). */
export interface Event {
  readonly slug: Slug;
  readonly concept: Concept["code"];
  /** The host city if it is online. */
  readonly city: Slug;
  readonly audience: Audience;
  readonly attendance: (typeof attendances)[number];
  readonly venue: Venue | null;
  /** Of the first occurrence, in the zone. */
  readonly starts: LocalDateTime;
  readonly ends: LocalDateTime;
  readonly zone: string;
  readonly recurrence: { readonly text: string; readonly rule: Rule } | null;
  /** Dates of the rule that were never announced. */
  readonly exceptions: readonly LocalDate[];
  /** By the date of the rule. */
  readonly overrides: Readonly<Record<LocalDate, Override>>;
  readonly status: "confirmed" | "tentative";
  readonly price: { readonly amount: number; readonly currency: string } | null;
  /** The name of the page to apply, join or write. */
  readonly action: string | null;
  readonly updated: Instant;
  readonly texts: Readonly<Partial<Record<Locale, EventText>>>;
}

export interface EventText {
  readonly title: string;
  readonly summary: string;
  readonly description: string;
}

/** Null is what the owner has not stated. */
interface Venue {
  readonly name: Texts;
  readonly address: string | null;
  readonly postalCode: string | null;
  readonly country: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

export type Override = { readonly reason: Texts; readonly updated: Instant } & (
  | { readonly status: "moved"; readonly start: LocalDateTime; readonly end: LocalDateTime }
  | { readonly status: "cancelled" | "postponed" }
);

export interface Occurrence {
  /** `<slug>-<yyyy-mm-dd>` with the date of the rule, even if the occurrence is moved. */
  readonly id: string;
  readonly event: Event;
  readonly status: "confirmed" | "tentative" | "cancelled" | "postponed";
  readonly starts: Instant;
  readonly ends: Instant;
  readonly previousStarts: Instant | null;
  readonly reason: Texts | null;
  readonly updated: Instant;
}

export function takesPlace({ status }: Pick<Occurrence, "status">): boolean {
  return status !== "cancelled" && status !== "postponed";
}

/** Whether senders of its form get a calendar file, which would confirm an application. */
export function hasCalendarFile({ audience }: Pick<Event, "audience">): boolean {
  return audience !== "application";
}

export function localesOf({ texts }: Event): Locale[] {
  return locales.filter((locale) => texts[locale] !== undefined);
}

/** From `from` (included) to `to` (excluded), unsorted. */
export function occurrencesOf(event: Event, from: LocalDate, to: LocalDate): Occurrence[] {
  const dates = new Set([...ruleDates(event, from, daysAfter(to, -1)), ...Object.keys(event.overrides)]);
  const [begin, end] = [instantOf(`${from}T00:00`, event.zone), instantOf(`${to}T00:00`, event.zone)];

  return [...dates]
    .filter((date) => !event.exceptions.includes(date))
    .map((date) => occurrenceOn(event, date))
    .filter(({ starts }) => starts >= begin && starts < end);
}

/** Moved dates are included, and so are `from` and `to`. */
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
  const moved = timesOf(override.start, override.end, zone);
  return { ...common, ...moved, status: "confirmed", previousStarts: planned.starts };
}

/** A start that is skipped by clocks can fall after the end; then the planned duration counts. */
function timesOf(starts: LocalDateTime, ends: LocalDateTime, zone: string) {
  const [first, last] = [instantOf(starts, zone), instantOf(ends, zone)];
  return { starts: first, ends: last > first ? last : first + Date.parse(`${ends}Z`) - Date.parse(`${starts}Z`) };
}
