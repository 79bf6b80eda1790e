import type { Concept } from "./concept.js";
import { type Audience, type Event, type Occurrence, occurrencesOf } from "./event.js";
import type { Locale } from "./locale.js";
import type { Slug } from "./slug.js";
import { dateAt, daysAfter, type Instant, instantOf, type LocalDate, monthsAfter } from "./wall-clock.js";

const MONTHS_EITHER_WAY = 24;

export interface Filter {
  readonly concept?: Concept["code"] | undefined;
  readonly city?: Slug | undefined;
  readonly audience?: Audience | undefined;
  readonly recurring?: boolean | undefined;
  readonly locale?: Locale | undefined;
}

export type Position = Pick<Occurrence, "starts" | "id">;

/** From 24 months before a day in the site's zone to 24 months after it (contract §3). */
export class Agenda {
  readonly today: LocalDate;
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly #zone: string;
  readonly #occurrences: readonly Occurrence[];
  readonly #byId: ReadonlyMap<string, Occurrence>;
  /** So that a city's list costs the same however many cities there are. */
  readonly #byCity = new Map<Slug, Occurrence[]>();

  constructor(events: readonly Event[], today: LocalDate, zone: string) {
    this.today = today;
    this.#zone = zone;
    this.from = monthsAfter(today, -MONTHS_EITHER_WAY);
    this.to = monthsAfter(today, MONTHS_EITHER_WAY);
    this.#occurrences = events.flatMap((event) => occurrencesOf(event, this.from, this.to)).sort(byStartAndId);
    this.#byId = new Map(this.#occurrences.map((occurrence) => [occurrence.id, occurrence]));
    for (const occurrence of this.#occurrences) {
      const { city } = occurrence.event;
      const ofCity = this.#byCity.get(city) ?? [];
      this.#byCity.set(city, ofCity);
      ofCity.push(occurrence);
    }
  }

  find(id: string): Occurrence | undefined {
    return this.#byId.get(id);
  }

  /**
   * Starts now and lasts twelve months by default; undefined if `to` is not after `from`. The returned `from` (included)
   * and `to` (excluded) are the same window in dates.
   */
  window(now: Instant, from?: LocalDate, to?: LocalDate) {
    if (to !== undefined && to <= (from ?? this.today)) return undefined;
    const clamp = (date: LocalDate) => (date < this.from ? this.from : date > this.to ? this.to : date);
    const begin = clamp(from ?? this.today);
    const end = clamp(to ?? monthsAfter(begin > this.today ? begin : this.today, 12));
    return {
      from: begin,
      to: end,
      endsAfter: from === undefined ? now : this.#midnight(begin),
      startsBefore: this.#midnight(end),
    };
  }

  /** `total` counts the whole window. */
  search(
    { concept, city, audience, recurring, locale }: Filter,
    { endsAfter, startsBefore }: Readonly<Record<"endsAfter" | "startsBefore", Instant>>,
    limit = Infinity,
    position?: Position,
  ) {
    const candidates = city === undefined ? this.#occurrences : (this.#byCity.get(city) ?? []);
    const matching = candidates.filter(
      ({ event, starts, ends }) =>
        endsAfter < startsBefore &&
        ends > endsAfter &&
        starts < startsBefore &&
        (concept === undefined || event.concept === concept) &&
        (audience === undefined || event.audience === audience) &&
        (!recurring || event.recurrence !== null) &&
        (locale === undefined || event.texts[locale] !== undefined),
    );
    const rest = position ? matching.filter((occurrence) => byStartAndId(occurrence, position) > 0) : matching;
    return { occurrences: rest.slice(0, limit), total: matching.length, more: rest.length > limit };
  }

  /** The next time that an occurrence ends or the date changes. */
  validUntil(now: Instant): Instant {
    const ends = this.#occurrences.map(({ ends }) => ends).filter((end) => end > now);
    return Math.min(...ends, this.#midnight(daysAfter(this.today, 1)));
  }

  #midnight(date: LocalDate): Instant {
    return instantOf(`${date}T00:00`, this.#zone);
  }
}

function byStartAndId(a: Position, b: Position): number {
  return a.starts - b.starts || (a.id < b.id ? -1 : Number(a.id > b.id));
}

export type AgendaKeeper = ReturnType<typeof agendaKeeper>;

/** Builds a new agenda when the date in the site's zone changes. */
export function agendaKeeper(events: readonly Event[], zone: string, clock: () => Instant) {
  let agenda: Agenda | undefined;
  return {
    current(): Agenda {
      const today = dateAt(clock(), zone);
      if (agenda?.today !== today) agenda = new Agenda(events, today, zone);
      return agenda;
    },
  };
}
