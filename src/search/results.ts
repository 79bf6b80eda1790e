import * as z from "zod";
import { articlePath, pageNames, searchPath } from "../addresses/paths.js";
import { conceptOf } from "../addresses/site-map.js";
import { eventRow } from "../events/board.js";
import { articleRow } from "../pages/article.js";
import type { Site } from "../site.js";
import { type Locale, locales } from "../text/locale.js";
import { countCharacters, isBlank, sanitizeText } from "../text/plain-text.js";
import { type FoundPassage, searchSite } from "./site-search.js";

const MAX_EVENTS = 3;
const MAX_SEARCH_CHARACTERS = 200;

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
  const page = pageNames.find((name) => library.addresses.pathTo(name, locale) === path);
  return { article: article && articleRow(article, library), concept: page && conceptOf(page)?.name };
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
