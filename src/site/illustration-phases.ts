import { type Article, type ArticleId, articleName } from "../domain/article.js";
import { conceptOf, type PageName, pageNames } from "./paths.js";

/**
 * The hour that a page's drawing shows, from 0 on the first page of its concept (or of the site's own pages) to below 4
 * on the last: from page to page the sun sinks, the open seat moves round the table, the circles draw together.
 */
export function illustrationPhase(page: PageName): number {
  return hours.get(page)!;
}

const hours = new Map(
  pageNames.map((page) => {
    const pages = pageNames.filter((other) => conceptOf(other) === conceptOf(page));
    return [page, (4 * pages.indexOf(page)) / pages.length];
  }),
);

/**
 * The hours of articles, from 0 to below 4, by their names, the same in every language: each half an hour after the one
 * that came out before it in its concept, so that no two of eight in a row look alike.
 */
export function illustrationPhasesOf(articles: readonly Article[]): (article: ArticleId) => number {
  const hours = new Map<string, number>();
  const inConcept = new Map<Article["concept"], number>();
  for (const article of articles.toSorted((a, b) => (a.published + a.slug < b.published + b.slug ? -1 : 1))) {
    if (hours.has(articleName(article))) continue; // in another language
    const before = inConcept.get(article.concept) ?? 0;
    hours.set(articleName(article), (before % 8) / 2);
    inConcept.set(article.concept, before + 1);
  }
  return (article) => hours.get(articleName(article))!;
}
