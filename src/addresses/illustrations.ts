import type { Concept } from "./concepts.js";
import { type ArticleId, articleName, type PageName, pageNames } from "./paths.js";
import { conceptOf } from "./site-map.js";

const ARTICLE_STEP = 0.5;
const MAX_PHASE = 4;

/** From 0 on the first page of its concept to below 4 on the last. */
export function illustrationPhase(page: PageName): number {
  const pages = pageNames.filter((other) => conceptOf(other) === conceptOf(page));
  return (MAX_PHASE * pages.indexOf(page)) / pages.length;
}

interface Illustrated extends ArticleId {
  readonly concept: Concept["code"];
  readonly published: string;
}

/** Equal in all languages, and different from the seven articles before in the same concept. */
export function illustrationPhasesOf(articles: readonly Illustrated[]) {
  const oldestFirst = articles.toSorted((a, b) => (a.published + a.slug < b.published + b.slug ? -1 : 1));
  return (article: Illustrated) => {
    const ofConcept = oldestFirst.filter(({ concept }) => concept === article.concept).map(articleName);
    return ([...new Set(ofConcept)].indexOf(articleName(article)) * ARTICLE_STEP) % MAX_PHASE;
  };
}
