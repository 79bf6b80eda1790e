import { type Concept, conceptOfCode, concepts } from "../../domain/concept.js";
import { type Occurrence, takesPlace } from "../../domain/event.js";
import type { Locale } from "../../domain/locale.js";
import { dateAt, daysAfter, type LocalDate, monthsAfter } from "../../domain/wall-clock.js";
import { paragraphs } from "../../search/words.js";
import { isPageName, type PageName } from "../../site/paths.js";
import { dateInWords, listInWords } from "../../text/dates-in-words.js";
import type { Dependencies } from "../dependencies.js";
import { eventSentencesIn } from "./event-sentences.js";
import type { Period } from "./periods.js";
import type { Fact } from "./replies.js";
import { isDated, type Slots } from "./slots.js";
import type { Request } from "./understand.js";

export type EventQuestion = "next" | "list" | "status" | "often" | "cities" | "about";

type EventSources = Pick<Dependencies, "library" | "agenda" | "recordOf" | "getFixedT" | "clock">;

export type EventFacts = ReturnType<typeof eventFactsIn>;

export function eventFactsIn(locale: Locale, sources: EventSources) {
  const { agenda, clock } = sources;
  const { t, sourceOf, linkTo, recordOf, cityName, valuesOf, next, list } = eventSentencesIn(locale, sources);

  /** Of the twelve months that the lists of the site show, or until the end of a later period that is named. */
  const coming = ({ concept, city, series, cues, period }: Partial<Slots>) => {
    const current = agenda.current();
    const until = [monthsAfter(current.today, 12), period?.to ?? ""].sort().at(-1);
    return current
      .search({ concept, city }, current.window(clock(), undefined, until)!)
      .occurrences.filter(
        ({ event }) =>
          (!series || series.includes(event.slug)) && (!cues?.has("online") || event.attendance !== "in-person"),
      );
  };

  /** The cities where a concept meets, or all of them do; what takes place once is named with its date. */
  const cities = (concept: Concept["code"] | undefined): Fact => {
    const wanted = concepts.filter(({ code }) => (concept ?? code) === code);
    const text = wanted.flatMap(({ code, name }) => {
      const matching = coming({ concept: code });
      const regular = new Set(matching.filter(({ event }) => event.recurrence).map(({ event }) => event.city));
      const once = matching.filter((one) => !one.event.recurrence && takesPlace(one) && !regular.has(one.event.city));
      const names = listInWords([...regular].map(cityName), locale);
      return [
        ...(regular.size > 0 ? [t("assistant:events.cities", { concept: name, cities: names })] : []),
        ...once.map((one) => t("assistant:events.once", valuesOf(one))),
      ];
    });
    const start = startPage(concept);
    return {
      text: paragraphs([text.join(" "), t("assistant:events.start", { page: linkTo(start) })]),
      sources: [...wanted.slice(0, concept ? 1 : 2).map(({ slug }) => sourceOf(slug)), sourceOf(start)],
    };
  };

  /** Nothing is in the place that was named: where something is, and how to begin there. */
  const notThere = (place: string, concept: Slots["concept"]): Fact => {
    const key = concept ? "assistant:events.notThat" : "assistant:events.notThere";
    return preceded(t(key, { place, concept: concept ? conceptOfCode(concept).name : "" }), cities(concept));
  };

  /** Nothing is on in the period: what was moved away from it, or comes after it, or at all. */
  const notThen = (
    { from, to }: Period,
    { concept, city, series }: Slots,
    all: readonly Occurrence[],
    moved: readonly Occurrence[],
  ): Fact => {
    const first = dateInWords(from, locale);
    const last = dateInWords(daysAfter(to, -1), locale);
    const nothing =
      first === last
        ? t("assistant:events.nothingOn", { date: first })
        : t("assistant:events.nothingThen", { from: first, to: last });
    const later = all.filter((one) => dateOf(one) >= to);
    const named = [concept && conceptOfCode(concept).name, city && cityName(city)].filter(Boolean).join(", ");
    const subject = series ? recordOf(all[0]!).title : named;
    const instead = moved.length > 0 ? list(moved) : next(later.some(takesPlace) ? later : all);
    return preceded(subject ? `${subject}: ${nothing}` : nothing, instead);
  };

  return {
    of(question: EventQuestion, slots: Slots): Fact {
      const { city, unknownCity, period, concept, cues, skip = 0 } = slots;
      if (unknownCity) return notThere(unknownCity, concept);
      if (question === "cities" && city === undefined && !period && !cues.has("online")) return cities(concept);
      const all = coming(slots);
      if (all.length === 0) return city && concept ? notThere(cityName(city), concept) : cities(concept);
      const matching = period ? all.filter((one) => isWithin(one, period)) : all;
      // "And the one after that?" goes on after the period that was asked for.
      const held = all.filter((one) => takesPlace(one) && (!period || dateOf(one) >= period.from));
      const later = skip > 0 && held[skip];
      if (later) return next(all.slice(all.indexOf(later)));
      if (period && !matching.some((one) => isIn(period, dateOf(one)))) return notThen(period, slots, all, matching);
      if (question === "status") {
        const changed = matching.filter((one) => !takesPlace(one) || one.previousStarts !== null);
        if (changed.length > 0) return list(period ? matching : changed);
        const unchanged = t(period ? "assistant:events.asPlanned" : "assistant:events.unchanged");
        return preceded(unchanged, period ? list(matching) : next(matching));
      }
      return period || question === "list" ? list(matching) : next(matching);
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

/** Where it is, or was before it was moved. */
const isWithin = ({ starts, previousStarts, event }: Occurrence, period: Period): boolean =>
  [starts, previousStarts].some((instant) => instant !== null && isIn(period, dateAt(instant, event.zone)));

const isIn = ({ from, to }: Period, date: LocalDate): boolean => date >= from && date < to;

const preceded = (sentence: string, { text, sources }: Fact): Fact => ({ text: `${sentence} ${text}`, sources });

function startPage(concept: Slots["concept"]): PageName {
  const ofConcept = concept && `${conceptOfCode(concept).slug}-start-city`;
  return ofConcept && isPageName(ofConcept) ? ofConcept : "after-commerce-start-city";
}
