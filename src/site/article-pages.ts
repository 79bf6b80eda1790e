import { articleKinds } from "../articles/article.js";
import { concepts } from "../addresses/concepts.js";
import type { ArticleFilter } from "../articles/published.js";
import { articleLists, type PageName } from "../addresses/paths.js";

const MAX_TEASERS = 3;

export function articlesListedOn(page: PageName): ArticleFilter | undefined {
  const kind = articleKinds.find((kind) => articleLists[kind] === page);
  if (kind) return { kind };
  if (page === "home") return { limit: MAX_TEASERS };
  const concept = concepts.find(({ slug }) => slug === page);
  return concept && { concept: concept.code, limit: MAX_TEASERS };
}
