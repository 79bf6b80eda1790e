import { setImmediate } from "node:timers/promises";
import type { Library } from "../../content/library.js";
import { type City, cityMeant } from "../../domain/city.js";
import { concepts } from "../../domain/concept.js";
import { type Locale, locales } from "../../domain/locale.js";
import type { PublishedArticles } from "../../domain/published-articles.js";
import { type Lexicon, lexiconOf } from "../language/lexicon.js";
import { type PhraseFinder, phraseFinder } from "../language/phrases.js";
import { wordsInText } from "../language/words-in-text.js";
import { type Classifier, classifierOf } from "./classifier.js";
import { passagesIn, type SitePassage } from "./passages.js";
import { type PassageIndex, passageIndex } from "./search.js";

/** All that is known in one language: its words, and what the site says in it. */
export interface Language {
  readonly locale: Locale;
  readonly lexicon: Lexicon;
  readonly index: PassageIndex;
  /** Tells pages by how visitors ask for them, and questions that are no business of the site, as `elsewhere`. */
  readonly classifier: Classifier;
  /** The key of the passage that visitors ask for in these very words. */
  readonly placeAskedFor: (text: string) => string | undefined;
  /** Cities of the site, by slug, and other places, as `elsewhere`. */
  readonly findPlaces: PhraseFinder;
  readonly findFollowUp: PhraseFinder;
  readonly findPeriods: PhraseFinder;
  /** Stems of words for what takes place that do not say which. */
  readonly general: ReadonlySet<string>;
  readonly findTimeQuestions: PhraseFinder;
  readonly findSmallTalk: PhraseFinder;
  readonly findRefused: PhraseFinder;
}

/** The class of questions that are no business of the site. */
export const ELSEWHERE = "elsewhere";

interface Uses {
  readonly library: Library;
  readonly articles: PublishedArticles;
  readonly clock: () => number;
  readonly baseUrl: string;
}

export type Languages = ReturnType<typeof languagesOf>;

/**
 * Each language is made when it is first asked for, if it was not before. When an article comes out it is made anew,
 * and the former one serves until that is done.
 */
export function languagesOf({ library, articles, clock, baseUrl }: Uses) {
  const begun = new Map<Locale, Making>();
  const former = new Map<Locale, Language>();
  let validUntil = -Infinity;

  const making = (locale: Locale): Making => {
    if (clock() >= validUntil) {
      for (const [of, { language }] of begun) if (language) former.set(of, language);
      begun.clear();
      validUntil = articles.validUntil();
    }
    const known = begun.get(locale) ?? {
      steps: languageOf(locale, { library, articles, baseUrl }),
      language: undefined,
    };
    begun.set(locale, known);
    return known;
  };

  /** Makes a little more of it, a few milliseconds' worth; false when there is nothing left to do. */
  const prepare = (locale: Locale): boolean => {
    const known = making(locale);
    if (!known.language) take(known);
    if (known.language) former.delete(locale);
    return known.language === undefined;
  };
  let isWarming = false;
  /** Makes all languages; who waits goes first, between any two steps. Resolves when they are made. */
  const warm = async (): Promise<void> => {
    do {
      isWarming = locales.some(prepare);
      await setImmediate();
    } while (isWarming);
  };

  return {
    /** The language; made to its end, if it was begun only and there is no former one. */
    get(locale: Locale): Language {
      const known = making(locale);
      const old = former.get(locale);
      if (!known.language && old) {
        if (!isWarming) void warm();
        return known.language ?? old;
      }
      while (!known.language) take(known);
      return known.language;
    },
    warm,
  };
}

interface Making {
  readonly steps: Generator<void, Language>;
  /** Undefined until all steps are taken. */
  language: Language | undefined;
}

function take(making: Making): void {
  const { done, value } = making.steps.next();
  if (done) making.language = value;
}

function* languageOf(locale: Locale, { library, articles, baseUrl }: Omit<Uses, "clock">): Generator<void, Language> {
  const { cities, addresses, page, subjects } = library;
  const { words: known, asked, elsewhere: questionsElsewhere } = library.dialogue(locale);
  const passages = yield* passagesIn(locale, {
    page,
    subjects,
    asked,
    articles: articles.list(locale),
    cities,
    addresses,
    baseUrl,
  });
  const events = library.events.flatMap(({ texts }) => Object.values(texts[locale] ?? {}));
  const names = [...cities.flatMap(namesOf), ...concepts.map(({ name }) => name)];
  const texts = passages.flatMap(({ title, heading, text, context, asked }) => [
    title,
    heading,
    text,
    context,
    ...asked,
  ]);
  const lexicon = yield* lexiconOf(known, { texts: [...texts, ...events], names }, locale);
  const exact = { exact: true };
  const ofEvents = [...concepts.map(({ code }) => code), "event"].flatMap((notion) => known.notions[notion] ?? []);
  const elsewhere = known.cities.filter((name) => !cityMeant(cities, name));

  yield;
  return {
    locale,
    lexicon,
    index: yield* passageIndex(passages, lexicon),
    classifier: yield* classifierOf(examplesIn(passages, questionsElsewhere), locale),
    placeAskedFor: placesByWords(passages, locale),
    general: new Set(lexicon.read([...ofEvents, ...cities.flatMap(namesOf)].join(" ")).map(({ stem }) => stem)),
    findPlaces: phraseFinder(
      { ...Object.fromEntries(cities.map((city) => [city.slug, namesOf(city).flatMap(withGenitive)])), elsewhere },
      locale,
      exact,
    ),
    findFollowUp: phraseFinder({ followUp: known.followUp }, locale, exact),
    findPeriods: phraseFinder({ ...known.feasts, ...known.when }, locale, exact),
    findTimeQuestions: phraseFinder(known.time, locale, exact),
    findSmallTalk: phraseFinder(known.smallTalk, locale, exact),
    findRefused: phraseFinder(known.refused, locale, exact),
  };
}

/** How visitors ask for each page, whichever part of it they mean, and what they ask that no page answers. */
function examplesIn(passages: readonly SitePassage[], elsewhere: readonly string[]) {
  const examples = new Map([[ELSEWHERE, [...elsewhere]]]);
  for (const { page, asked } of passages)
    if (asked.length > 0) examples.set(page, [...(examples.get(page) ?? []), ...asked]);
  return examples;
}

const namesOf = ({ slug, names, spellings }: City) => [slug, ...Object.values(names), ...spellings];

/** Göteborg, and Göteborgs. */
const withGenitive = (name: string) => [name, `${name}s`];

/** The languages in the order in which a visitor of this locale is likely to write. */
export function likelyLanguages(locale: Locale): Locale[] {
  return [locale, ...locales.filter((other) => other !== locale)];
}

/** The key of the passage that somebody has asked for in these very words; undefined where nobody has, or for several. */
function placesByWords(passages: readonly SitePassage[], locale: Locale): (text: string) => string | undefined {
  const said = (text: string) =>
    wordsInText(text, locale)
      .map(({ folded }) => folded)
      .join(" ");
  const places = new Map<string, string | undefined>();
  for (const { key, asked } of passages)
    for (const phrasing of asked.map(said)) places.set(phrasing, places.has(phrasing) ? undefined : key);
  return (text) => places.get(said(text));
}
