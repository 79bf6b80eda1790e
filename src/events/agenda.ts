import type { EventFilter } from "../addresses/pages.js";
import { type Audience, type Event, localesOf, type Override, type Texts } from "../content/events.js";
import { datesOf, type Rule } from "../content/recurrence.js";
import { startInWords, zoneInWords } from "../text/in-words.js";
import type { Locale, Translate } from "../text/locale.js";
import {
  DAY_MS,
  daysAfter,
  HOUR_MS,
  type Instant,
  instantOf,
  type LocalDate,
  type LocalDateTime,
  monthsAfter,
} from "../text/wall-clock.js";

export interface Occurrence {
  /** `<slug>-<yyyy-mm-dd>` with the date of the rule, even if the occurrence is moved. */
  readonly id: string;
  readonly event: Event;
  /** True if it takes place elsewhere than the other dates of its event. */
  readonly hasOwnVenue: boolean;
  readonly status: "confirmed" | "tentative" | "cancelled" | "postponed";
  readonly starts: Instant;
  readonly ends: Instant;
  /** When sign-up ends. */
  readonly closes: Instant;
  readonly previousStarts: Instant | null;
  readonly reason: Texts | null;
  readonly updated: Instant;
}

/** True if it was moved, cancelled or postponed. */
export const isChanged = (occurrence: Occurrence) => !takesPlace(occurrence) || occurrence.previousStarts !== null;

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
  for (const date of new Set([...plannedDates(event, from, daysAfter(to, -1)), ...Object.keys(event.overrides)])) {
    if (event.exceptions.includes(date)) continue;
    const occurrence = occurrenceOn(event, date);
    if (occurrence.starts >= begin && occurrence.starts < end) occurrences.push(occurrence);
  }
  return occurrences;
}

const ONCE: Rule = { FREQ: "DAILY", INTERVAL: 1, COUNT: 1 };

/** The dates of the rule, or the only date, from `from` to `to`; those that were moved or cancelled too. */
export function plannedDates({ starts, recurrence }: Event, from: LocalDate, to: LocalDate): LocalDate[] {
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
    hasOwnVenue: override?.venue !== undefined,
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

/** Empty for a date in person: only who joins online can be in another zone. */
export function onlineZoneInWords({ event, starts }: Occurrence, locale: Locale): string {
  return event.attendance === "in-person" ? "" : zoneInWords(event.zone, starts, locale);
}

/** That the date was moved, cancelled or postponed, and why; empty if it was not. */
export function changeInWords(occurrence: Occurrence, locale: Locale, t: Translate): string {
  const { event, status, previousStarts } = occurrence;
  const reason = occurrence.reason?.[locale] ?? "";
  if (previousStarts === null) return takesPlace(occurrence) ? "" : t(`events:change.${status}`, { reason });
  return t("events:change.moved", { date: startInWords(previousStarts, event.zone, locale, t), reason });
}

const MONTHS_EITHER_WAY = 24;
const RECENT_DAYS = 90;

export interface Filter extends EventFilter {
  readonly audience?: Audience | undefined;
  readonly recurring?: boolean | undefined;
  readonly locale?: Locale | undefined;
}

/** All occurrences from 24 months before `today` to 24 months after it (contract §3). */
export class Agenda {
  readonly today: LocalDate;
  /** Pages and calendars list what starts before this instant, twelve months from today. */
  readonly yearAhead: Instant;
  readonly #zone: string;
  readonly #first: LocalDate;
  readonly #last: LocalDate;
  readonly #all: readonly Occurrence[];
  readonly #byId: ReadonlyMap<string, Occurrence>;

  constructor(events: readonly Event[], today: LocalDate, zone: string) {
    this.today = today;
    this.#zone = zone;
    this.#first = monthsAfter(today, -MONTHS_EITHER_WAY);
    this.#last = monthsAfter(today, MONTHS_EITHER_WAY);
    this.yearAhead = this.startOf(monthsAfter(today, 12));
    this.#all = events.flatMap((event) => occurrencesOf(event, this.#first, this.#last)).sort(byStartAndId);
    this.#byId = new Map(this.#all.map((occurrence) => [occurrence.id, occurrence]));
  }

  occurrence(id: string): Occurrence | undefined {
    return this.#byId.get(id);
  }

  /** The days from `from` to the one before `to` as far as the agenda goes; by default, twelve months from today. */
  days(from = this.today, to?: LocalDate) {
    const first = this.#clamp(from);
    return { from: first, to: this.#clamp(to ?? monthsAfter(first > this.today ? first : this.today, 12)) };
  }

  /** The dates that have not ended and start in the next twelve months. */
  comingYear(filter: Filter, now: Instant): Occurrence[] {
    return this.search(filter, { endsAfter: now, startsBefore: this.yearAhead });
  }

  /** The dates of the last 90 days and the next twelve months. */
  recentAndComingYear(filter: Filter): Occurrence[] {
    const endsAfter = this.startOf(daysAfter(this.today, -RECENT_DAYS));
    return this.search(filter, { endsAfter, startsBefore: this.yearAhead });
  }

  /** Sorted by start. Without bounds, it finds all dates of the four years. */
  search(filter: Filter, bounds: { endsAfter?: Instant; startsBefore?: Instant } = {}): Occurrence[] {
    const { concept, city, audience, recurring, locale } = filter;
    const { endsAfter = -Infinity, startsBefore = Infinity } = bounds;
    if (endsAfter >= startsBefore) return [];
    return this.#all.filter(
      ({ event, starts, ends }) =>
        ends > endsAfter &&
        starts < startsBefore &&
        (concept === undefined || event.concept === concept) &&
        (city === undefined || event.city === city) &&
        (audience === undefined || event.audience === audience) &&
        (!recurring || event.recurrence !== null) &&
        (locale === undefined || event.texts[locale] !== undefined),
    );
  }

  /** Returns the next time that an occurrence or its sign-up ends, or the date changes. */
  nextChange(now: Instant): Instant {
    let until = this.startOf(daysAfter(this.today, 1));
    for (const { closes, ends } of this.#all)
      for (const instant of [closes, ends]) if (instant > now && instant < until) until = instant;
    return until;
  }

  /** Midnight in the site's zone. */
  startOf(day: LocalDate): Instant {
    return instantOf(`${day}T00:00`, this.#zone);
  }

  #clamp(date: LocalDate): LocalDate {
    if (date < this.#first) return this.#first;
    return date > this.#last ? this.#last : date;
  }
}

function byStartAndId(a: Occurrence, b: Occurrence): number {
  return a.starts - b.starts || (a.id < b.id ? -1 : Number(a.id > b.id));
}
