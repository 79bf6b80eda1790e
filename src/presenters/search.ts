import { conceptOf } from "../addresses/menus.js";
import { pageNames, searchPath } from "../addresses/paths.js";
import type { Knowledge } from "../assistant/embedded/knowledge.js";
import { isTooLong, MAX_SEARCH_CHARACTERS } from "../search/query.js";
import type { FoundPassage, SiteSearch } from "../search/site-search.js";
import { type Locale, locales } from "../text/locale.js";
import { articleRow } from "./article.js";
import { eventRow } from "./event-board.js";
import type { Site } from "./site.js";

const MAX_EVENTS = 3;

interface Searched extends Site {
  readonly search: () => Promise<SiteSearch>;
  readonly knowledge: () => Promise<Knowledge>;
}

export function searchPresenter(site: Searched) {
  const passagesAndEvents = async (query: string, locale: Locale) => {
    const { lookUp } = await site.knowledge();
    const { answer, events } = lookUp(query, locale);
    const search = await site.search();
    const likelyPaths = answer.sources.map(({ path }) => path);
    const found = await search(query, locale, likelyPaths);
    return { ...found, events: found.query === query ? events : lookUp(found.query, locale).events };
  };

  /** A result can be an article, or a page of a concept. */
  const kindOf = (path: string, locale: Locale) => {
    const { addresses } = site.library;
    const articles = site.articles.current().articlesIn(locale);
    const article = articles.find((one) => addresses.articlePath(one, locale) === path);
    const page = pageNames.find((name) => addresses.pathTo(name, locale) === path);
    return { article: article && articleRow(article, site.library), concept: page && conceptOf(page)?.name };
  };

  return async (query: string, locale: Locale) => {
    const tooLong = isTooLong(query);
    const isSearched = query !== "" && !tooLong;
    const found = isSearched ? await passagesAndEvents(query, locale) : { query, passages: [], events: [] };
    return {
      query,
      isSearched,
      corrected: found.query === query ? null : found.query,
      problem: tooLong ? site.getFixedT(locale)("site:search.tooLong", { max: MAX_SEARCH_CHARACTERS }) : null,
      events: found.events.slice(0, MAX_EVENTS).map((occurrence) => eventRow(occurrence, locale, site)),
      results: byPage(found.passages).map((page) => ({ ...page, ...kindOf(page.path, locale) })),
      alternates: locales.map((other) => ({ locale: other, path: searchPath(other, query) })),
    };
  };
}

function byPage(passages: readonly FoundPassage[]) {
  const pages = new Map<string, { path: string; title: string; passages: FoundPassage[] }>();
  for (const passage of passages) {
    const [path = ""] = passage.path.split("#");
    const page = pages.get(path) ?? { path, title: passage.title, passages: [] };
    page.passages.push(passage);
    pages.set(path, page);
  }
  return [...pages.values()];
}
