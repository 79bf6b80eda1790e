import { conceptOfCode, concepts } from "../../domain/concept.js";
import { type Occurrence, takesPlace } from "../../domain/event.js";
import { paragraphs } from "../../search/words.js";
import { isPageName, type PageName } from "../../site/paths.js";
import { listInWords } from "../../text/dates-in-words.js";
import type { EventSentences } from "./event-sentences.js";
import type { Fact } from "./links.js";
import type { Slots } from "./slots.js";

export function placeFacts(
  { t, locale, sourceOf, linkTo, cityName, valuesOf }: EventSentences,
  coming: (slots: Slots) => readonly Occurrence[],
) {
  /** The cities where a concept meets, or all of them do; what takes place once is named with its date. */
  const cities = ({ concept }: Slots): Fact => {
    const wanted = concepts.filter(({ code }) => (concept ?? code) === code);
    const text = wanted.flatMap(({ code, name }) => {
      const matching = coming({ concept: code, cues: new Set() });
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
    const { text, sources } = cities({ concept, cues: new Set() });
    return { text: `${t(key, { place, concept: concept ? conceptOfCode(concept).name : "" })} ${text}`, sources };
  };

  return { cities, notThere };
}

function startPage(concept: Slots["concept"]): PageName {
  const ofConcept = concept && `${conceptOfCode(concept).slug}-start-city`;
  return ofConcept && isPageName(ofConcept) ? ofConcept : "after-commerce-start-city";
}
