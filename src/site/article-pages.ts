import { type ArticleKind, articleKinds } from "../domain/article.js";
import { concepts } from "../domain/concept.js";
import type { ArticleFilter } from "../domain/published-articles.js";
import { articleLists, type PageName } from "./paths.js";

const MAX_TEASERS = 3;

export function articlesListedOn(page: PageName): ArticleFilter | undefined {
  const kind = kindListedOn(page);
  if (kind) return { kind };
  if (page === "home") return { limit: MAX_TEASERS };
  const concept = concepts.find(({ slug }) => slug === page);
  return concept && { concept: concept.code, limit: MAX_TEASERS };
}

export function kindListedOn(page: PageName): ArticleKind | undefined {
  return articleKinds.find((kind) => articleLists[kind] === page);
}
