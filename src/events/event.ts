import { type Event, localesOf, type Override, type Texts } from "../content/event.js";
import type { Rule } from "../content/recurrence.js";
import type { Locale } from "../text/locale.js";
import {
  DAY_MS,
  daysAfter,
  HOUR_MS,
  type Instant,
  instantOf,
  type LocalDate,
  type LocalDateTime,
} from "../text/wall-clock.js";

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

/**
 * RFC 5545 §3.3.10 on calendar dates, `from` and `to` included. Weeks begin on Monday, and dates that do not exist
 * (31 April) are skipped. Weekday, day and month are those of `start` if the rule names none.
 */
export function datesOf(rule: Rule, start: LocalDate, from: LocalDate, to: LocalDate): LocalDate[] {
  const first = new Date(start);
  const last = new Date(rule.UNTIL !== undefined && rule.UNTIL < to ? rule.UNTIL : to);
  const dates: LocalDate[] = [];
  let count = 0;
  // Days before the window matter only if they are counted.
  const day = new Date(rule.COUNT === undefined && from > start ? from : start);
  for (; day <= last && count !== rule.COUNT; day.setUTCDate(day.getUTCDate() + 1)) {
    if (!isOnRule(rule, first, day)) continue;
    const date = day.toISOString().slice(0, 10);
    if (date >= from) dates.push(date);
    count++;
  }
  return dates;
}

function isOnRule({ FREQ, INTERVAL, BYMONTH, BYMONTHDAY, BYDAY }: Rule, start: Date, date: Date): boolean {
  if ((periodOf(date, FREQ) - periodOf(start, FREQ)) % INTERVAL !== 0) return false;
  const month = date.getUTCMonth();
  if (BYMONTH ? !BYMONTH.includes(month + 1) : FREQ === "YEARLY" && month !== start.getUTCMonth()) return false;
  if (FREQ === "DAILY") return true;

  const weekday = (date.getUTCDay() + 6) % 7;
  if (BYDAY && !BYDAY.some((each) => each.weekday === weekday)) return false;
  if (FREQ === "WEEKLY") return BYDAY !== undefined || date.getUTCDay() === start.getUTCDay();

  const day = date.getUTCDate();
  const fromEnd = day - 1 - new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
  if (!BYDAY) return (BYMONTHDAY ?? [start.getUTCDate()]).some((each) => each === day || each === fromEnd);
  const positions = [Math.ceil(day / 7), Math.floor(fromEnd / 7)];
  return BYDAY.some((each) => each.weekday === weekday && positions.includes(each.position));
}

/** 1 January 1970 was a Thursday. */
function periodOf(date: Date, frequency: Rule["FREQ"]): number {
  const days = date.getTime() / DAY_MS;
  if (frequency === "DAILY") return days;
  if (frequency === "WEEKLY") return Math.floor((days + 3) / 7);
  const year = date.getUTCFullYear();
  return frequency === "MONTHLY" ? year * 12 + date.getUTCMonth() : year;
}
