import type { ArticleKind } from "../domain/article.js";
import { concepts } from "../domain/concept.js";
import type { ArticleFilter } from "../domain/published-articles.js";
import { articleLists, type PageName } from "./paths.js";

/** How many articles stand on a page that is about something else. */
const A_FEW = 3;

/** Which articles a page lists; undefined for a page that lists none. */
export function articlesListedOn(page: PageName): ArticleFilter | undefined {
  const kind = kindListedOn(page);
  if (kind) return { kind };
  if (page === "home") return { limit: A_FEW };
  const concept = concepts.find(({ slug }) => slug === page);
  return concept && { concept: concept.code, limit: A_FEW };
}

/** The kind of articles that a page is the list of. */
export function kindListedOn(page: PageName): ArticleKind | undefined {
  return Object.entries(articleLists).find(([, list]) => list === page)?.[0] as ArticleKind | undefined;
}
