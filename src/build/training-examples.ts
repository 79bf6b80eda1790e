import { blocksIn } from "../assistant/embedded/excerpt.js";
import { placesIn, topicOf } from "../assistant/embedded/places.js";
import { plainSentence } from "../assistant/embedded/sentences.js";
import { sentencesIn } from "../assistant/embedded/text.js";
import type { DialogueFile } from "../content/dialogue.js";
import type { Library } from "../content/library.js";
import { plainTextOf } from "../content/markdown.js";
import type { Files } from "../content/open-files.js";
import { conceptOfCode } from "../domain/concept.js";
import { type Locale, locales } from "../domain/locale.js";
import { pageNames } from "../site/paths.js";
import { monthName } from "../text/dates-in-words.js";
import { type Example, randomFrom } from "./train.js";

/** Sentences that are shorter say nothing, longer ones are no questions. */
const [MIN_CHARACTERS, MAX_CHARACTERS] = [15, 200];

type Phrases = Readonly<Record<Locale, DialogueFile>>;
/** What examples are made of. */
export type ExampleSources = Pick<Files, "library" | "getFixedT">;

/** The phrases of every language, with their class. Phrases of a place that is gone are left out. */
export function phraseExamples(phrases: Phrases, sources: ExampleSources): Example[] {
  const { library } = sources;
  return locales.flatMap((locale) => {
    const { talk, events, places, injection, outOfScope, unknown } = phrases[locale];
    const known = placesOf(locale, sources);
    const lists: [string, readonly string[]][] = [
      ...Object.entries(places)
        .filter(([key]) => known.has(key))
        .map(([key, groups]): [string, readonly string[]] => [key, Object.values(groups).flat()]),
      ...Object.entries(talk).map(([kind, texts]): [string, readonly string[]] => [`talk:${kind}`, texts]),
      ...Object.entries(events).map(([kind, texts]): [string, readonly string[]] => [`events:${kind}`, texts]),
      ["injection", injection],
      ["out-of-scope", outOfScope],
      ["unknown", unknown],
    ];
    const fill = filler(locale, phrases[locale], library);
    const random = randomFrom(5);
    const suggested = new Set(pageNames.flatMap((name) => library.page(name, locale).ask));
    return lists.flatMap(([label, texts]) => {
      const subject = subjectOf(label, locale, library);
      const named = subject === "" ? [] : texts.filter(() => random() < NAMED).map((text) => `${text} ${subject}`);
      const often = texts.filter((text) => suggested.has(text)).flatMap((text) => Array(SUGGESTED).fill(text));
      return [...texts.flatMap(fill), ...named, ...often].map((text) => ({ label, locale, text }));
    });
  });
}

/** Share of the phrases of a page that are also learned with what the page is about, which authors leave out. */
const NAMED = 0.3;

/** How much more often the questions that pages suggest are learned: what one chooses there must be answered. */
const SUGGESTED = 5;

/** The concept and the city of a place's page, as visitors name them; empty for a page of the whole site. */
function subjectOf(label: string, locale: Locale, { cities }: Library): string {
  const { concept, city } = topicOf(
    label,
    cities.map(({ slug }) => slug),
  );
  const cityName = cities.find(({ slug }) => slug === city)?.names[locale] ?? "";
  return [concept ? conceptOfCode(concept).name : "", cityName].filter(Boolean).join(" ");
}

/** How many examples are made of a phrase with names to fill in. */
const FILLED = 3;

/** Fills in {concept}, {city}, {otherCity} and {month}, with another name each time. */
function filler(locale: Locale, { words }: Phrases[Locale], { cities, dialogue }: Library) {
  const names: Readonly<Record<string, readonly string[]>> = {
    concept: Object.values(words.concepts).flat(),
    city: cities.map(({ names }) => names[locale]),
    otherCity: dialogue.cities.others.map(({ names }) => names[0]!),
    month: Array.from({ length: 12 }, (_, index) => monthName(index + 1, locale)),
  };
  const random = randomFrom(3);
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)]!;
  return (text: string): string[] =>
    Array.from({ length: text.includes("{") ? FILLED : 1 }, () =>
      text.replace(/\{(\w+)\}/g, (_, name: string) => pick(names[name]!)),
    );
}

/** The site's own words: titles, headings and sentences of the places that have phrases, or whose page has none. */
export function textExamples(phrases: Phrases, sources: ExampleSources): Example[] {
  return locales.flatMap((locale) => {
    const { places } = phrases[locale];
    const pagesWithPhrases = new Set(Object.keys(places).map(pageOf));
    return [...placesOf(locale, sources).values()]
      .filter(({ key }) => places[key] || !pagesWithPhrases.has(pageOf(key)))
      .flatMap(({ key, title, heading, markdown }) => {
        const sentences = sentencesIn(plainTextOf(markdown)).filter(
          ({ length }) => length > MIN_CHARACTERS && length < MAX_CHARACTERS,
        );
        return [heading || title, ...sentences].map((text) => ({ label: key, locale, text }));
      });
  });
}

const pageOf = (place: string) => place.split("#")[0]!;

export type AnsweredPlace = ReturnType<typeof answeredPlaces>[number];

/**
 * The sentences of each place, and its questions with the index of the sentence that answers them. Questions whose
 * sentence the text has lost are left out; `lost` is how these sentences began.
 */
export function answeredPlaces(phrases: Phrases, sources: ExampleSources) {
  return locales.flatMap((locale) =>
    [...placesOf(locale, sources).values()].map(({ key, markdown, parts }) => {
      const sentences = blocksIn(`${markdown}\n\n${parts}`, "").flatMap(sentencesIn);
      const plain = sentences.map(plainSentence);
      const groups = Object.entries(phrases[locale].places[key] ?? {}).filter(([opening]) => opening !== "");
      const found = groups.map(([opening, texts]) => {
        return { opening, texts, answer: plain.findIndex((sentence) => sentence.startsWith(opening)) };
      });
      const questions = found
        .filter(({ answer }) => answer >= 0)
        .flatMap(({ texts, answer }) => texts.map((text) => ({ text, answer })));
      const lost = found.filter(({ answer }) => answer < 0).map(({ opening }) => opening);
      return { locale, place: key, sentences, questions, lost };
    }),
  );
}

const placesOf = (locale: Locale, { library, getFixedT }: ExampleSources) => {
  const articles = library.articles.filter((article) => article.locale === locale);
  return placesIn(locale, { library, articles, t: getFixedT(locale) });
};
