import type { PhrasesByLocale } from "../content/dialogue.js";
import type { Library } from "../content/library.js";
import { plainTextOf } from "../content/markdown.js";
import { topicOf } from "../dialogue/site/topics.js";
import { placesIn } from "../search/places.js";
import { sentencesIn } from "../search/words.js";
import type { Files } from "../site.js";
import { monthName } from "../text/in-words.js";
import { type Locale, locales } from "../text/locale.js";
import { type Example, randomFrom } from "./train.js";

/** Shorter sentences say little, and longer ones are unlike questions. */
const [MIN_CHARACTERS, MAX_CHARACTERS] = [15, 200];
/** A phrase with names to fill in makes so many examples. */
const FILLED = 3;

/**
 * Examples are the phrases of every language, and the sentences of places that have phrases or whose page has none.
 * Phrases of a place that is gone are left out.
 */
export function examplesOf(
  phrases: PhrasesByLocale,
  { library, getFixedT }: Pick<Files, "library" | "getFixedT">,
): Example[] {
  return locales.flatMap((locale) => {
    const articles = library.articles.filter((article) => article.locale === locale);
    const places = placesIn(locale, { library, articles, t: getFixedT(locale) });
    const fill = filler(locale, library);
    const pagesWithPhrases = new Set([...phrases[locale].keys()].map(pageOfPlace));
    const withoutPhrases = [...places.keys()].filter((key) => !pagesWithPhrases.has(pageOfPlace(key)));
    const classes = [...phrases[locale], ...withoutPhrases.map((key) => [key, []] as const)];
    return classes.flatMap(([label, texts]) => {
      const place = places.get(label);
      if (topicOf(label, library.cities).kind === "place" && !place) return [];
      const sentences = place ? sentencesIn(plainTextOf(place.markdown)).filter(isUsual) : [];
      const own = place ? [place.heading || place.title, ...sentences] : [];
      return [...texts.flatMap(fill), ...own].map((text) => ({ label, locale, text }));
    });
  });
}

const pageOfPlace = (place: string) => place.replace(/#.*/, "");

const isUsual = ({ length }: string) => length > MIN_CHARACTERS && length < MAX_CHARACTERS;

/** Fills in {concept}, {city}, {otherCity} and {month}, with another name each time. */
function filler(locale: Locale, { cities, dialogue }: Library) {
  const names: Record<string, readonly string[]> = {
    concept: Object.values(dialogue.words[locale].concepts).flat(),
    city: cities.map(({ names }) => names[locale]),
    otherCity: dialogue.cities,
    month: Array.from({ length: 12 }, (_, index) => monthName(index + 1, locale)),
  };
  const random = randomFrom(3);
  const pick = (options: readonly string[]) => options[Math.floor(random() * options.length)]!;
  return (text: string): string[] =>
    Array.from({ length: text.includes("{") ? FILLED : 1 }, () =>
      text.replace(/\{(\w+)\}/g, (_, name: string) => pick(names[name]!)),
    );
}
