import { type Article, isSame } from "../domain/article.js";
import { conceptOf, type PageName, pageNames } from "./paths.js";

/**
 * The hour that a page's drawing shows, from 0 on the first page of its concept (or of the site's own pages) to below 4
 * on the last: from page to page the sun sinks, the open seat moves round the table, the circles draw together.
 */
export function hourOf(page: PageName): number {
  return hours.get(page)!;
}

const hours = new Map(
  pageNames.map((page) => {
    const pages = pageNames.filter((other) => conceptOf(other) === conceptOf(page));
    return [page, (4 * pages.indexOf(page)) / pages.length];
  }),
);

/**
 * The hour of an article, from 0 to below 4, the same in every language: half an hour after the one that came out before
 * it in its concept, so that among `all` there no two of eight in a row look alike.
 */
export function hourOfArticle(article: Article, all: readonly Article[]): number {
  const inConcept = all
    .filter(({ concept }) => concept === article.concept)
    .sort((a, b) => (a.published + a.slug < b.published + b.slug ? -1 : 1))
    .filter((one, index, sorted) => sorted.findIndex((other) => isSame(one, other)) === index);
  return (inConcept.findIndex((one) => isSame(one, article)) % 8) / 2;
}
