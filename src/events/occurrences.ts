import type { Locale } from "../text/locale.js";
import { DAY_MS, daysAfter, HOUR_MS, instantOf, type LocalDate, type LocalDateTime } from "../text/wall-clock.js";
import { type Event, localesOf, type Occurrence, type Override } from "./event.js";
import { datesOf } from "./recurrence.js";

/** Includes `from` and excludes `to`; unsorted. */
export function occurrencesOf(event: Event, from: LocalDate, to: LocalDate): Occurrence[] {
  const dates = new Set([...ruleDates(event, from, daysAfter(to, -1)), ...Object.keys(event.overrides)]);
  const begin = instantOf(`${from}T00:00`, event.zone);
  const end = instantOf(`${to}T00:00`, event.zone);

  return [...dates]
    .filter((date) => !event.exceptions.includes(date))
    .map((date) => occurrenceOn(event, date))
    .filter(({ starts }) => starts >= begin && starts < end);
}

/** True if the venue is that of the other dates of the event. */
export function hasUsualVenue({ event }: Occurrence, events: readonly Event[]): boolean {
  return events.some(({ slug, venue }) => slug === event.slug && venue === event.venue);
}

/** Includes `from`, `to` and the dates of occurrences that were moved. */
export function ruleDates({ starts, recurrence }: Event, from: LocalDate, to: LocalDate): LocalDate[] {
  const first = starts.slice(0, 10);
  if (recurrence) return datesOf(recurrence.rule, first, from, to);
  return first >= from && first <= to ? [first] : [];
}

function occurrenceOn(series: Event, date: LocalDate): Occurrence {
  const { slug, starts, ends, zone, overrides } = series;
  const nights = (Date.parse(ends.slice(0, 10)) - Date.parse(starts.slice(0, 10))) / DAY_MS;
  const planned = timesOf(date + starts.slice(10), daysAfter(date, nights) + ends.slice(10), zone);
  const override = overrides[date];
  const isMoved = override?.status === "moved";
  const times = isMoved ? timesOf(override.start, override.end, zone) : planned;
  return {
    ...times,
    id: `${slug}-${date}`,
    event: override ? eventWith(series, override) : series,
    status: isMoved ? "confirmed" : (override?.status ?? series.status),
    closes: times.starts - series.closesHoursBefore * HOUR_MS,
    previousStarts: isMoved ? planned.starts : null,
    reason: override?.reason ?? null,
    updated: Math.max(series.updated, override?.updated ?? 0),
  };
}

function eventWith(event: Event, override: Override): Event {
  const { venue = event.venue, theme = event.theme, host = event.host, signUp = event.signUp } = override;
  const textsIn = (locale: Locale) => [locale, { ...event.texts[locale], ...override.texts?.[locale] }];
  return { ...event, venue, theme, host, signUp, texts: Object.fromEntries(localesOf(event).map(textsIn)) };
}

/** A start that is skipped by clocks can fall after the end; then the planned duration counts. */
function timesOf(starts: LocalDateTime, ends: LocalDateTime, zone: string) {
  const first = instantOf(starts, zone);
  const last = instantOf(ends, zone);
  return { starts: first, ends: last > first ? last : first + Date.parse(`${ends}Z`) - Date.parse(`${starts}Z`) };
}
