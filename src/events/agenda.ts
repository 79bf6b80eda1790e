import type { Concept } from "../addresses/concepts.js";
import type { Site } from "../site.js";
import type { Locale } from "../text/locale.js";
import type { Slug } from "../text/slug.js";
import { daysAfter, type Instant, instantOf, type LocalDate, monthsAfter } from "../text/wall-clock.js";
import { type Audience, type Event, type Occurrence, occurrencesOf } from "./event.js";

const MONTHS_EITHER_WAY = 24;

export interface Filter {
  readonly concept?: Concept["code"] | undefined;
  readonly city?: Slug | undefined;
  readonly audience?: Audience | undefined;
  readonly recurring?: boolean | undefined;
  readonly locale?: Locale | undefined;
}

export type Agenda = ReturnType<typeof createAgenda>;

/** Has all occurrences from 24 months before `today` to 24 months after it (contract §3). */
export function createAgenda(events: readonly Event[], today: LocalDate, zone: string) {
  const first = monthsAfter(today, -MONTHS_EITHER_WAY);
  const last = monthsAfter(today, MONTHS_EITHER_WAY);
  const all = events.flatMap((event) => occurrencesOf(event, first, last)).sort(byStartAndId);
  const byId = new Map(all.map((occurrence) => [occurrence.id, occurrence]));
  const midnight = (date: LocalDate) => instantOf(`${date}T00:00`, zone);
  const nextMidnight = midnight(daysAfter(today, 1));
  const clamp = (date: LocalDate) => (date < first ? first : date > last ? last : date);

  return {
    today,

    occurrence: (id: string) => byId.get(id),

    /**
     * Starts now and lasts twelve months by default; undefined if `to` is not after `from`. The returned `from`
     * (included) and `to` (excluded) are the same window in dates.
     */
    window(now: Instant, from?: LocalDate, to?: LocalDate) {
      if (to !== undefined && to <= (from ?? today)) return undefined;
      const begin = clamp(from ?? today);
      const end = clamp(to ?? monthsAfter(begin > today ? begin : today, 12));
      return {
        from: begin,
        to: end,
        endsAfter: from === undefined ? now : midnight(begin),
        startsBefore: midnight(end),
      };
    },

    search(
      { concept, city, audience, recurring, locale }: Filter,
      { endsAfter, startsBefore }: Readonly<Record<"endsAfter" | "startsBefore", Instant>>,
    ): Occurrence[] {
      return all.filter(
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
    },

    /** Returns the next time that an occurrence or its sign-up ends, or the date changes. */
    nextChange(now: Instant): Instant {
      let until = nextMidnight;
      for (const { closes, ends } of all)
        for (const instant of [closes, ends]) if (instant > now && instant < until) until = instant;
      return until;
    },
  };
}

function byStartAndId(a: Occurrence, b: Occurrence): number {
  return a.starts - b.starts || (a.id < b.id ? -1 : Number(a.id > b.id));
}

/** The dates of the next twelve months. */
export function upcoming(filter: Filter, site: Site): Occurrence[] {
  const { agenda } = site.snapshot();
  return agenda.search(filter, agenda.window(site.clock())!);
}
