import type { Library } from "../../content/library.js";
import { conceptOfCode, concepts } from "../../domain/concept.js";
import { listed } from "../../domain/dates-in-words.js";
import { isOff, type Occurrence } from "../../domain/event.js";
import type { Locale } from "../../domain/locale.js";
import type { Words } from "../../domain/words.js";
import { isPageName, type PageName } from "../../site/paths.js";
import type { SiteAnswer } from "../site/site-answer.js";
import type { EventQuestion } from "./event-question.js";
import type { EventWords } from "./event-words.js";

interface Uses {
  readonly say: EventWords;
  readonly words: Words;
  readonly locale: Locale;
  readonly library: Library;
}

/** In which cities there are events, and how to begin in another. */
export function citiesAnswer({ concept }: EventQuestion, coming: readonly Occurrence[], uses: Uses): SiteAnswer {
  const { say, words } = uses;
  const asked = concepts.filter(({ code }) => (concept ?? code) === code);
  const start = startPage(concept);
  return {
    text: `${citiesInWords(asked, coming, uses)}\n\n${words("assistant:events.start", { page: say.pageLink(start) })}`,
    sources: [...asked.slice(0, concept ? 1 : 2).map(({ slug }) => say.sourceOf(slug)), say.sourceOf(start)],
    kind: "events",
  };
}

/** Nothing of the kind is where it was asked for: where there is, and how to begin there. */
export function notThereAnswer(asked: EventQuestion, coming: readonly Occurrence[], uses: Uses): SiteAnswer {
  const { say, words } = uses;
  const { concept } = asked;
  const place = placeAsked(asked, uses);
  const pages = [startPage(concept), concept ? conceptOfCode(concept).slug : "after-commerce"] as const;
  const { text } = citiesAnswer(asked, coming, uses);
  return {
    text: place === undefined ? text : `${words("assistant:events.notThere", { place })} ${text}`,
    sources: pages.map(say.sourceOf),
    kind: "events",
  };
}

/** The name of the place that was asked for. */
export function placeAsked({ city, elsewhere }: EventQuestion, { library, locale }: Uses): string | undefined {
  if (elsewhere !== undefined) return capitalised(elsewhere);
  return library.cities.find(({ slug }) => slug === city)?.names[locale];
}

/** The cities where a concept meets again and again; what takes place once in another is named with its date. */
function citiesInWords(asked: readonly (typeof concepts)[number][], coming: readonly Occurrence[], uses: Uses): string {
  const { say, words, locale } = uses;
  return asked
    .flatMap(({ code, name }) => {
      const ofConcept = coming.filter(({ event }) => event.concept === code);
      const cities = new Set(ofConcept.filter(({ event }) => event.recurrence).map(say.cityName));
      const once = ofConcept.filter((one) => !one.event.recurrence && !isOff(one) && !cities.has(say.cityName(one)));
      const regular = words("assistant:events.cities", { concept: name, cities: listed([...cities], locale) });
      return [...(cities.size > 0 ? [regular] : []), ...once.map(say.once)];
    })
    .join(" ");
}

function startPage(concept: EventQuestion["concept"]): PageName {
  const ofConcept = concept && `${conceptOfCode(concept).slug}-start-city`;
  return ofConcept && isPageName(ofConcept) ? ofConcept : "after-commerce-start-city";
}

const capitalised = (name: string) => name.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toLocaleUpperCase());
