import type { Concept } from "../addresses/concepts.js";
import type { Audience, Event } from "../content/event.js";
import type { Site } from "../site.js";
import type { Locale } from "../text/locale.js";
import type { Slug } from "../text/slug.js";
import { daysAfter, type Instant, instantOf, type LocalDate, monthsAfter } from "../text/wall-clock.js";
import { type Occurrence, occurrencesOf } from "./event.js";

const MONTHS_EITHER_WAY = 24;

export interface Filter {
  readonly concept?: Concept["code"] | undefined;
  readonly city?: Slug | undefined;
  readonly audience?: Audience | undefined;
  readonly recurring?: boolean | undefined;
  readonly locale?: Locale | undefined;
}

/** A stretch of time, as instants. */
interface Period {
  readonly endsAfter: Instant;
  readonly startsBefore: Instant;
}

/** All occurrences from 24 months before `today` to 24 months after it (contract §3). */
export class Agenda {
  readonly today: LocalDate;
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
    this.#all = events.flatMap((event) => occurrencesOf(event, this.#first, this.#last)).sort(byStartAndId);
    this.#byId = new Map(this.#all.map((occurrence) => [occurrence.id, occurrence]));
  }

  occurrence(id: string): Occurrence | undefined {
    return this.#byId.get(id);
  }

  /**
   * Starts now and lasts twelve months by default. The returned `from` (included) and `to` (excluded) are the same
   * window in dates.
   */
  window(now: Instant, from?: LocalDate, to?: LocalDate) {
    const begin = this.#clamp(from ?? this.today);
    const end = this.#clamp(to ?? monthsAfter(begin > this.today ? begin : this.today, 12));
    return {
      from: begin,
      to: end,
      endsAfter: from === undefined ? now : this.#midnight(begin),
      startsBefore: this.#midnight(end),
    };
  }

  search({ concept, city, audience, recurring, locale }: Filter, { endsAfter, startsBefore }: Period): Occurrence[] {
    return this.#all.filter(
      ({ event, starts, ends }) =>
        endsAfter < startsBefore &&
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
    let until = this.#midnight(daysAfter(this.today, 1));
    for (const { closes, ends } of this.#all)
      for (const instant of [closes, ends]) if (instant > now && instant < until) until = instant;
    return until;
  }

  #midnight(date: LocalDate): Instant {
    return instantOf(`${date}T00:00`, this.#zone);
  }

  #clamp(date: LocalDate): LocalDate {
    if (date < this.#first) return this.#first;
    return date > this.#last ? this.#last : date;
  }
}

function byStartAndId(a: Occurrence, b: Occurrence): number {
  return a.starts - b.starts || (a.id < b.id ? -1 : Number(a.id > b.id));
}

/** The dates of the next twelve months. */
export function upcoming(filter: Filter, site: Site): Occurrence[] {
  const { agenda } = site.snapshot();
  return agenda.search(filter, agenda.window(site.clock()));
}
