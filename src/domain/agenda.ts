/**
 * All occurrences there are, from 24 months before today to 24 months after it, ready to be asked for (contract §3).
 *
 * Units   instants in milliseconds since 1970 UTC; dates are those of the site's zone.
 * Cost    O(log n + answer) a question; the first with a given filter on a day costs O(n).
 */
import type { Concept } from "./concept.js";
import { type Event, localesOf, type Occurrence, occurrencesOf } from "./event.js";
import type { Locale } from "./locale.js";
import { firstIndex, inOrder, OrderedOccurrences, type Position } from "./ordered-occurrences.js";
import type { Slug } from "./slug.js";
import { dateAt, daysAfter, instantOf, type LocalDate, monthsAfter } from "./wall-clock.js";

const MONTHS_EITHER_WAY = 24;

export interface Filter {
  readonly concept?: Concept["code"] | undefined;
  readonly city?: Slug | undefined;
  /** Only those that belong to a series. */
  readonly recurring?: boolean | undefined;
  /** Only those that have a text in this language. */
  readonly locale?: Locale | undefined;
}

/** What ends after one instant and starts before another; `from` and `to` say the same in whole days, `to` excluded. */
export interface Window {
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly endsAfter: number;
  readonly startsBefore: number;
}

interface Found {
  readonly occurrences: readonly Occurrence[];
  /** How many the window holds. */
  readonly total: number;
  /** Whether there are more in the window after these. */
  readonly more: boolean;
}

export class Agenda {
  /** The day it was made for. */
  readonly today: LocalDate;
  /** The dates it knows, the last one excluded. */
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly #zone: string;
  readonly #all: OrderedOccurrences;
  readonly #byId: ReadonlyMap<string, Occurrence>;
  readonly #cities: ReadonlySet<Slug>;
  readonly #filtered = new Map<string, OrderedOccurrences>();
  /** The instants at which days begin, kept once asked for, because Intl is slow. */
  readonly #midnights = new Map<LocalDate, number>();

  constructor(events: readonly Event[], today: LocalDate, zone: string) {
    this.today = today;
    this.#zone = zone;
    this.from = monthsAfter(today, -MONTHS_EITHER_WAY);
    this.to = monthsAfter(today, MONTHS_EITHER_WAY);
    const all = events.flatMap((event) => occurrencesOf(event, this.from, this.to)).sort(inOrder);
    this.#all = new OrderedOccurrences(all);
    this.#byId = new Map(all.map((occurrence) => [occurrence.id, occurrence]));
    this.#cities = new Set(events.map(({ city }) => city));
  }

  find(id: string): Occurrence | undefined {
    return this.#byId.get(id);
  }

  /**
   * The window from one date to before another, clamped to the dates the agenda knows. Without `from` it holds what has
   * not ended `now`; without `to` it lasts twelve months, from today or from `from` if that is later. Undefined when
   * `to` is not after `from`.
   */
  window(now: number, from?: LocalDate, to?: LocalDate): Window | undefined {
    const within = (date: LocalDate) => (date < this.from ? this.from : date > this.to ? this.to : date);
    if (to !== undefined && to <= (from ?? this.today)) return undefined;
    const begin = within(from ?? this.today);
    const end = within(to ?? monthsAfter(begin > this.today ? begin : this.today, 12));
    return {
      from: begin,
      to: end,
      endsAfter: from === undefined ? now : this.#midnight(begin),
      startsBefore: this.#midnight(end),
    };
  }

  /** At most `limit` occurrences of the window, in order; those after `position` where one is given. */
  search(
    filter: Filter,
    { endsAfter, startsBefore }: Pick<Window, "endsAfter" | "startsBefore">,
    limit = Infinity,
    position?: Position,
  ): Found {
    if (startsBefore <= endsAfter) return { occurrences: [], total: 0, more: false };

    const list = this.#matching(filter);
    const begin = list.startingAt(endsAfter);
    const end = list.startingAt(startsBefore);
    const after = (occurrence: Occurrence) => position === undefined || inOrder(occurrence, position) > 0;
    const running = list.running(begin, endsAfter).filter(after);
    const first = Math.max(begin, firstIndex(list.occurrences, after));
    const rest = list.occurrences.slice(first, Math.min(end, first + limit));

    const occurrences = [...running, ...rest].slice(0, limit);
    return {
      occurrences,
      total: end - list.endedBy(endsAfter),
      more: running.length + end - first > occurrences.length,
    };
  }

  /** The next instant after this one at which an occurrence ends. */
  nextEnd(instant: number): number {
    return this.#all.nextEnd(instant);
  }

  /** Until when what is coming and what is past at `now` stays so: until an occurrence ends, or the date changes. */
  validUntil(now: number): number {
    return Math.min(this.nextEnd(now), this.#midnight(daysAfter(this.today, 1)));
  }

  #midnight(date: LocalDate): number {
    const instant = this.#midnights.get(date) ?? instantOf(`${date}T00:00`, this.#zone);
    this.#midnights.set(date, instant);
    return instant;
  }

  #matching(filter: Filter): OrderedOccurrences {
    const { concept, city, recurring, locale } = filter;
    // else each unknown city asked for would be kept as a list
    if (city !== undefined && !this.#cities.has(city)) return nothing;
    const key = [concept, city, recurring, locale].join(" ");
    const made = this.#filtered.get(key);
    if (made) return made;

    const matching = this.#all.occurrences.filter(
      ({ event }) =>
        (concept === undefined || event.concept === concept) &&
        (city === undefined || event.city === city) &&
        (!recurring || event.recurrence !== null) &&
        (locale === undefined || localesOf(event).includes(locale)),
    );
    const list = new OrderedOccurrences(matching);
    this.#filtered.set(key, list);
    return list;
  }
}

const nothing = new OrderedOccurrences([]);

export type AgendaKeeper = ReturnType<typeof agendaKeeper>;

/** Today's agenda, made anew when the date in the site's zone is another one, be it later or earlier. */
export function agendaKeeper(events: readonly Event[], zone: string, clock: () => number) {
  let agenda: Agenda | undefined;
  let midnight = 0;
  let tomorrow = 0;

  const current = () => {
    const now = clock();
    if (!agenda || now < midnight || now >= tomorrow) {
      const today = dateAt(now, zone);
      agenda = new Agenda(events, today, zone);
      midnight = instantOf(`${today}T00:00`, zone);
      tomorrow = instantOf(`${daysAfter(today, 1)}T00:00`, zone);
    }
    return agenda;
  };

  return { current };
}
