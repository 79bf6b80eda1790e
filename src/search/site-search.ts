import MiniSearch from "minisearch";
import type { Files } from "../content/open-files.js";
import { inEachLocale, type Locale } from "../domain/locale.js";
import { madeFrom } from "../domain/once.js";
import { fold } from "../text/fold.js";
import { editDistance } from "../text/nearest.js";
import { type Excerpt, excerptOf } from "./excerpt.js";
import { blocksIn } from "./passage.js";
import { type Place, placesKeeper } from "./places.js";
import { sentencesIn, stemOf, wordsIn } from "./words.js";

export interface FoundPassage extends Pick<Place, "title" | "heading" | "path"> {
  readonly text: Excerpt;
}

const MAX_PASSAGES = 10;
const MAX_OF_A_PAGE = 3;
/** From this length on, a word of the query also finds longer words that begin with it. */
const MIN_PREFIX = 4;
/** Shorter words have too many neighbours; from LONG on, two letters may be wrong. */
const [MIN_CORRECTED, LONG] = [5, 8];
/** A query with more unknown words is in another language. */
const MAX_CORRECTED = 4;
/** How much more a passage of a likely page counts. */
const LIKELY = 4;
/** How much more a word counts that its page is about: one in its title or description. */
const ABOUT = 4;
/** Places that are added to the index at once, so that requests are answered between them. */
const ADDED_AT_ONCE = 10;

export type SiteSearch = ReturnType<typeof siteSearch>;

/** Full-text search in the texts of a language; each index is made at the first search, and when an article is published. */
export function siteSearch(
  sources: Parameters<typeof placesKeeper>[0] & Pick<Files, "library"> & { readonly baseUrl: string },
) {
  const { baseUrl, library } = sources;
  const indexIn = inEachLocale((locale) =>
    madeFrom(placesKeeper(sources, locale), (places) => createIndex(places, locale)),
  );

  const createIndex = async (places: ReadonlyMap<string, Place>, locale: Locale) => {
    const { function: small, questions, followUp, joints } = library.dialogue.words[locale];
    const ignored = new Set([...small, ...questions, ...followUp, ...joints].map(fold));
    /** By their folded form, words as the site spells them. */
    const spellings = new Map<string, string>();
    const index = new MiniSearch<Place>({
      idField: "key",
      fields: ["title", "heading", "markdown"],
      tokenize: wordsIn,
      processTerm: (word) => (ignored.has(word) ? null : stemOf(word, locale)),
      searchOptions: { boost: { title: 2, heading: 3 }, prefix: (term) => term.length >= MIN_PREFIX },
    });
    await index.addAllAsync([...places.values()], { chunkSize: ADDED_AT_ONCE });
    for (const { markdown, title } of places.values())
      for (const [word] of `${title} ${markdown}`.matchAll(/\p{L}+/gu)) {
        spellings.set(fold(word), word.toLowerCase());
      }
    /** By page, the words of its title and of its opening. */
    const about = new Map<string, Set<string>>();
    for (const { heading, path, title, markdown } of places.values())
      if (heading === "") about.set(path, new Set(wordsIn(`${title} ${markdown}`).map((word) => stemOf(word, locale))));
    return { places, ignored, index, spellings, about };
  };

  /** `likely` are paths of pages that probably answer, from another source; they come earlier. */
  return async (query: string, locale: Locale, likely: readonly string[] = []) => {
    const { places, ignored, index, spellings, about } = await indexIn[locale]();
    const boostDocument = (key: string, term: string) => {
      const path = withoutFragment(places.get(key)!.path);
      const isLikely = likely.some((one) => withoutFragment(one) === path);
      return (isLikely ? LIKELY : 1) * (about.get(path)?.has(term) ? ABOUT : 1);
    };
    const find = (query: string) => {
      const counts = new Map<string, number>();
      const found = index.search(query, { boostDocument }).filter(({ id }) => {
        const path = withoutFragment(places.get(id as string)!.path);
        counts.set(path, (counts.get(path) ?? 0) + 1);
        return counts.get(path)! <= MAX_OF_A_PAGE;
      });
      return found.slice(0, MAX_PASSAGES);
    };

    /** Each word that no text has is replaced by the one that it most likely misspells. */
    const corrected = () => {
      const unknown = [...new Set(wordsIn(query))].filter((word) => !ignored.has(word) && find(word).length === 0);
      return unknown.slice(0, MAX_CORRECTED).reduce((text, word) => {
        const spelling = nearestWord(word, spellings) ?? word;
        return text.replace(/(?<!\p{L})\p{L}+(?!\p{L})/gu, (one) => (fold(one) === word ? spelling : one));
      }, query);
    };
    const searched = find(query).length > 0 ? query : corrected();
    const stems = wordsIn(searched)
      .filter((word) => !ignored.has(word) && word.length > 1)
      .map((word) => stemOf(word, locale));
    const isMatch = (word: string) => {
      const stem = stemOf(fold(word), locale);
      return stems.some((one) => stem === one || (one.length >= MIN_PREFIX && stem.startsWith(one)));
    };
    const passages = find(searched).map(({ id }): FoundPassage => {
      const { title, heading, path, markdown, parts } = places.get(id as string)!;
      const sentences = blocksIn(`${markdown}\n\n${parts}`, baseUrl).flatMap(sentencesIn);
      return { title, heading, path, text: excerptOf(sentences, isMatch) };
    });
    return { query: searched, passages };
  };
}

const withoutFragment = (path: string) => path.split("#")[0]!;

/** The first letter is seldom wrong. */
function nearestWord(word: string, spellings: ReadonlyMap<string, string>): string | undefined {
  const maxEdits = word.length < MIN_CORRECTED ? 0 : word.length < LONG ? 1 : 2;
  const near = [...spellings.keys()].filter(
    (other) => other[0] === word[0] && Math.abs(other.length - word.length) <= maxEdits,
  );
  for (let edits = 1; edits <= maxEdits; edits++) {
    const found = near.find((other) => editDistance(word, other) === edits);
    if (found !== undefined) return spellings.get(found);
  }
  return undefined;
}
