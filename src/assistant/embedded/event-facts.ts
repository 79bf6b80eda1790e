import { conceptOfCode } from "../../domain/concept.js";
import { type Occurrence, takesPlace } from "../../domain/event.js";
import type { Locale } from "../../domain/locale.js";
import { dateAt, type LocalDate, monthsAfter } from "../../domain/wall-clock.js";
import type { Dependencies } from "../dependencies.js";
import { eventSentencesIn, nothingIn } from "./event-sentences.js";
import type { Fact } from "./links.js";
import type { Period } from "./periods.js";
import { placeFacts } from "./place-facts.js";
import { isDated, type Slots } from "./slots.js";
import type { Request } from "./understand.js";

export type EventQuestion = "next" | "list" | "status" | "often" | "cities" | "about";

type EventSources = Pick<Dependencies, "library" | "agenda" | "recordOf" | "getFixedT" | "clock">;

export type EventFacts = ReturnType<typeof eventFactsIn>;

export function eventFactsIn(locale: Locale, sources: EventSources) {
  const { agenda, clock } = sources;
  const sentences = eventSentencesIn(locale, sources);
  const { t, recordOf, cityName, next, list } = sentences;

  /** Of the twelve months that the lists of the site show, or of a longer or past period that is named. */
  const coming = ({ concept, city, series, cues, period }: Slots) => {
    const current = agenda.current();
    const until = [monthsAfter(current.today, 12), period?.to ?? ""].sort().at(-1);
    const from = period && period.from < current.today ? period.from : undefined;
    return current
      .search({ concept, city }, current.window(clock(), from, until)!)
      .occurrences.filter(
        ({ event }) =>
          (!series || series.includes(event.slug)) && (!cues.has("online") || event.attendance !== "in-person"),
      );
  };

  const { cities, notThere } = placeFacts(sentences, coming);

  /** Nothing is on in the period: what was moved away from it, or comes after it, or at all. */
  const notThen = (
    period: Period,
    { concept, city, series }: Slots,
    all: readonly Occurrence[],
    moved: readonly Occurrence[],
  ): Fact => {
    const nothing = nothingIn(period, locale, t);
    const later = after(period, all);
    const named = [concept && conceptOfCode(concept).name, city && cityName(city)].filter(Boolean).join(", ");
    const subject = series ? recordOf(all[0]!).title : named;
    const instead = moved.length > 0 ? list(moved) : next(later.some(takesPlace) ? later : all);
    return preceded(subject ? `${subject}: ${nothing}` : nothing, instead);
  };

  return {
    of(question: EventQuestion, slots: Slots, isBrief = false): Fact {
      const { city, unknownCity, period, concept, cues, skip = 0 } = slots;
      if (unknownCity) return notThere(unknownCity, concept);
      if (question === "cities" && city === undefined && !period && !cues.has("online")) return cities(slots);
      const all = coming(slots);
      if (all.length === 0) {
        if (city === undefined || concept === undefined) return cities(slots);
        return notThere(cityName(city), concept);
      }
      const within = period ? all.filter((one) => isWithin(one, period)) : all;
      const held = within.filter(takesPlace);
      // "And the one after that?" goes on after the period that was asked for.
      const later = period && skip > 0 && !held[skip] ? after(period, all) : [];
      if (later.length > 0) return next(later);
      const matching = skip > 0 && held[skip] ? within.slice(within.indexOf(held[skip])) : within;
      if (period && !matching.some((one) => isIn(period, dateOf(one)))) return notThen(period, slots, all, matching);
      if (question === "status") {
        const changed = matching.filter((one) => !takesPlace(one) || one.previousStarts !== null);
        if (changed.length > 0) return list(period ? matching : changed);
        const unchanged = t(period ? "assistant:events.asPlanned" : "assistant:events.unchanged");
        return preceded(unchanged, period ? list(matching) : next(matching));
      }
      return period || question === "list" ? list(matching) : next(matching, isBrief);
    },

    /** Coming events of the city, concept, series or period that is named; none if nothing is. */
    named({ slots, contentWords }: Pick<Request, "slots" | "contentWords">): readonly Occurrence[] {
      const { city, concept, period, unknownCity } = slots;
      // "Cancel membership" names a concept, but looks for no date.
      const isNamed = isDated(slots) || (city ?? (contentWords === 0 ? concept : undefined)) !== undefined;
      if (unknownCity || !isNamed) return [];
      return coming(slots).filter((one) => one.event.texts[locale] !== undefined && (!period || isWithin(one, period)));
    },
  };
}

const dateOf = ({ starts, event }: Occurrence): LocalDate => dateAt(starts, event.zone);

const after = ({ to }: Period, all: readonly Occurrence[]) => all.filter((one) => dateOf(one) >= to);

/** Where it is, or was before it was moved. */
const isWithin = ({ starts, previousStarts, event }: Occurrence, period: Period): boolean =>
  [starts, previousStarts].some((instant) => instant !== null && isIn(period, dateAt(instant, event.zone)));

const isIn = ({ from, to }: Period, date: LocalDate): boolean => date >= from && date < to;

const preceded = (sentence: string, { text, sources }: Fact): Fact => ({ text: `${sentence} ${text}`, sources });
