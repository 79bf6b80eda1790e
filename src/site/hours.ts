import type { Article } from "../domain/article.js";
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

/** The hour of an article, from 0 to below 4, by its slug, which is the same in every language. */
export function hourOfArticle({ slug }: Pick<Article, "slug">): number {
  return ((slug.charCodeAt(0) + slug.length) % 8) / 2;
}
