import * as z from "zod";
import { pageNames, pages } from "../addresses/pages.js";
import { articlePath, searchPath } from "../addresses/paths.js";
import { articleRow } from "../articles/published.js";
import { plainTextOf } from "../content/markdown.js";
import { eventRow } from "../events/board.js";
import type { Site } from "../site.js";
import { type Locale, locales } from "../text/locale.js";
import { countCharacters, isBlank, sanitizeText } from "../text/plain-text.js";
import { editDistance, fold } from "../text/spelling.js";
import { currentPlaces, type Place } from "./places.js";
import { blocksIn, countMarkdownWords, sentencesIn, stemOf, wordsIn } from "./words.js";

interface FoundPassage extends Pick<Place, "title" | "heading" | "path"> {
  readonly text: Excerpt;
}

const MAX_EVENTS = 3;
const MAX_SEARCH_CHARACTERS = 200;
const MAX_PASSAGES = 10;
const MAX_OF_A_PAGE = 3;
/** From this length on, a word of the query also finds longer words that begin with it. */
const MIN_PREFIX = 4;
/** Shorter words have too many neighbours. */
const MIN_CORRECTED = 5;
/** From this length on, two letters may be wrong. */
const MIN_TWO_ERRORS = 8;
/** A query with more unknown words is in another language. */
const MAX_CORRECTED = 4;
/** How much more a passage of a likely page counts. */
const LIKELY = 4;
/** How much more a word counts that its page is about: one in its title or description. */
const ABOUT = 4;
/** Places that are added to the index at once, so that requests are answered between them. */
const ADDED_AT_ONCE = 10;

/** What the page of a search shows. */
export async function searchResults(query: string, locale: Locale, site: Site) {
  const isTooLong = countCharacters(query) > MAX_SEARCH_CHARACTERS;
  const isSearched = query !== "" && !isTooLong;
  const found = isSearched ? await passagesAndEvents(query, locale, site) : { query, passages: [], events: [] };
  return {
    query,
    isSearched,
    corrected: found.query === query ? null : found.query,
    problem: isTooLong ? site.getFixedT(locale)("site:search.tooLong", { max: MAX_SEARCH_CHARACTERS }) : null,
    events: found.events.slice(0, MAX_EVENTS).map((occurrence) => eventRow(occurrence, locale, site)),
    results: onePerPage(found.passages).map((result) => ({ ...result, ...kindOf(result.page, locale, site) })),
    alternates: locales.map((other) => ({ locale: other, path: searchPath(other, query) })),
  };
}

async function passagesAndEvents(query: string, locale: Locale, site: Site) {
  const engine = await site.engine();
  const { answer, events } = engine.lookUp(query, locale);
  const likelyPaths = answer.sources.map(({ path }) => path);
  const found = await searchSite(query, locale, likelyPaths, site);
  return { ...found, events: found.query === query ? events : engine.lookUp(found.query, locale).events };
}

/** A result can be an article, or a page of a concept. */
function kindOf(path: string, locale: Locale, { library, snapshot }: Site) {
  const articles = snapshot().articles.articlesIn(locale);
  const article = articles.find((one) => articlePath(one, locale) === path);
  const page = pageNames.find((name) => library.pathTo(name, locale) === path);
  return { article: article && articleRow(article), concept: page && pages[page].concept?.name };
}

/** The best passage of each page; the best of all comes first. */
function onePerPage(passages: readonly FoundPassage[]) {
  const results = new Map<string, FoundPassage & { readonly page: string }>();
  for (const passage of passages) {
    const [page = ""] = passage.path.split("#");
    if (!results.has(page)) results.set(page, { ...passage, page });
  }
  return [...results.values()];
}

/** A blank query is an empty one; one that is too long is read, so that the form can show it again. */
export const searchQuery = z.object({
  q: z
    .string()
    .default("")
    .transform((text) => (isBlank(text) ? "" : sanitizeText(text).replace(/\s+/g, " ").trim())),
});

/** Full-text search. `likely` are paths of pages that probably answer, from another source; they come earlier. */
export async function searchSite(query: string, locale: Locale, likely: readonly string[], site: Site) {
  const index = await indexOf(locale, site);
  const searched = index.find(query).length > 0 ? query : corrected(query, index);
  const isMatch = matcherOf(searched, index);
  const found = index.find(searched, likely.map(withoutFragment));
  const passages = found.map(({ title, heading, path, markdown, parts }): FoundPassage => {
    const sentences = blocksIn(`${markdown}\n\n${parts}`, site.baseUrl).flatMap(sentencesIn);
    return { title, heading, path, text: excerptOf(sentences, isMatch) };
  });
  return { query: searched, passages };
}

/** The index of a language is made at its first search. */
function indexOf(locale: Locale, site: Site): Promise<Index> {
  return site.snapshot().memo(`search index ${locale}`, () => createIndex(locale, site));
}

type Index = Awaited<ReturnType<typeof createIndex>>;

async function createIndex(locale: Locale, site: Site) {
  const { dialogue } = site.library;
  const places = currentPlaces(locale, site);
  const { function: small, questions, followUp, joints } = dialogue.words[locale];
  const ignored = new Set([...small, ...questions, ...followUp, ...joints].map(fold));
  const stem = (word: string) => stemOf(word, locale);
  const { default: MiniSearch } = await import("minisearch");
  const engine = new MiniSearch<Place>({
    idField: "key",
    fields: ["title", "heading", "markdown"],
    tokenize: wordsIn,
    processTerm: (word) => (ignored.has(word) ? null : stem(word)),
    searchOptions: { boost: { title: 2, heading: 3 }, prefix: (term) => term.length >= MIN_PREFIX },
  });
  await engine.addAllAsync([...places.values()], { chunkSize: ADDED_AT_ONCE });

  /** By their folded form, words as the site spells them. */
  const spellings = new Map<string, string>();
  /** By page, the stems of its title and of its opening. */
  const topicOfPage = new Map<string, Set<string>>();
  for (const { heading, path, title, markdown } of places.values()) {
    const text = `${title} ${markdown}`;
    for (const [word] of text.matchAll(/\p{L}+/gu)) spellings.set(fold(word), word.toLowerCase());
    if (heading === "") topicOfPage.set(path, new Set(wordsIn(text).map(stem)));
  }

  return {
    ignored,
    spellings,
    stem,

    find(query: string, likelyPages: readonly string[] = []): Place[] {
      const boostDocument = (key: string, term: string) => {
        const page = withoutFragment(places.get(key)?.path ?? "");
        return (likelyPages.includes(page) ? LIKELY : 1) * (topicOfPage.get(page)?.has(term) ? ABOUT : 1);
      };
      const words = [...new Set(wordsIn(query))].join(" "); // a word that is repeated costs as much each time
      const found = engine.search(words, { boostDocument }).flatMap(({ id }) => places.get(id) ?? []);
      return fewOfEachPage(found).slice(0, MAX_PASSAGES);
    },
  };
}

function fewOfEachPage(places: readonly Place[]): Place[] {
  const counts = new Map<string, number>();
  return places.filter(({ path }) => {
    const page = withoutFragment(path);
    const count = (counts.get(page) ?? 0) + 1;
    counts.set(page, count);
    return count <= MAX_OF_A_PAGE;
  });
}

/** Each word that no text has is replaced by the one that it most likely misspells, or by its parts. */
function corrected(query: string, { find, ignored, spellings }: Index): string {
  const unknown = [...new Set(wordsIn(query))].filter((word) => !ignored.has(word) && find(word).length === 0);
  let text = query;
  for (const word of unknown.slice(0, MAX_CORRECTED)) {
    const spelling = nearestWord(word, spellings) ?? partsOf(word, spellings);
    if (spelling !== undefined)
      text = text.replace(/(?<!\p{L})\p{L}+(?!\p{L})/gu, (typed) => (fold(typed) === word ? spelling : typed));
  }
  return text;
}

/** Returns whether a word of a text is one of the query, or begins with it. */
function matcherOf(query: string, { ignored, stem }: Index) {
  const stems = wordsIn(query)
    .filter((word) => !ignored.has(word) && word.length > 1)
    .map(stem);
  return (word: string) => {
    const found = stem(fold(word));
    return stems.some((searched) => (searched.length >= MIN_PREFIX ? found.startsWith(searched) : found === searched));
  };
}

const withoutFragment = (path: string) => path.replace(/#.*/s, "");

/** The first letter is seldom wrong. */
function nearestWord(word: string, spellings: ReadonlyMap<string, string>): string | undefined {
  if (word.length < MIN_CORRECTED) return undefined;
  const maxEdits = word.length < MIN_TWO_ERRORS ? 1 : 2;
  const near = [...spellings.keys()].filter(
    (other) => other[0] === word[0] && Math.abs(other.length - word.length) <= maxEdits,
  );
  for (let edits = 1; edits <= maxEdits; edits++) {
    const found = near.find((other) => editDistance(word, other) === edits);
    if (found !== undefined) return spellings.get(found);
  }
  return undefined;
}

/** The words of a compound that no text has: "student rabatt" of "studentrabatt". The first can begin a longer word. */
function partsOf(word: string, spellings: ReadonlyMap<string, string>): string | undefined {
  for (let end = word.length - MIN_PREFIX; end >= MIN_PREFIX; end--) {
    const last = spellings.get(word.slice(end));
    const first = last && [...spellings.keys()].find((known) => known.startsWith(word.slice(0, end)));
    if (first) return `${spellings.get(first)?.slice(0, end)} ${last}`;
  }
  return undefined;
}

/** Cut where words of the query begin and end. */
type Excerpt = readonly { readonly text: string; readonly isMatch: boolean }[];

const MAX_WORDS = 45;

/** Plain text from the sentence with most words of the query on. */
function excerptOf(sentences: readonly string[], isMatch: (word: string) => boolean): Excerpt {
  const counts = sentences.map((sentence) => new Set(wordsIn(sentence).filter(isMatch)).size);
  const best = counts.indexOf(Math.max(...counts));
  const taken: string[] = [];
  for (const sentence of sentences.slice(Math.max(0, best))) {
    if (taken.length > 0 && countMarkdownWords([...taken, sentence].join(" ")) > MAX_WORDS) break;
    taken.push(taken.length > 0 ? sentence.replace(/^- /, "· ") : sentence.replace(/^- /, ""));
  }
  return cutAtMatches(plainTextOf(taken.join(" ")).replace(/\n+/g, " "), isMatch);
}

function cutAtMatches(text: string, isMatch: (word: string) => boolean): Excerpt {
  const pieces: { text: string; isMatch: boolean }[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    if (!isMatch(word)) continue;
    pieces.push({ text: text.slice(end, index), isMatch: false }, { text: word, isMatch: true });
    end = index + word.length;
  }
  pieces.push({ text: text.slice(end), isMatch: false });
  return pieces.filter((piece) => piece.text !== "");
}
