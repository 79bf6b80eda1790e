import { type Article, type ArticleId, articleName } from "../domain/article.js";
import { conceptOf } from "./navigation.js";
import { type PageName, pageNames } from "./paths.js";

const ARTICLE_STEP = 0.5;
const MAX_PHASE = 4;

/** From 0 on the first page of its concept to below 4 on the last. */
export function illustrationPhase(page: PageName): number {
  const pages = pageNames.filter((other) => conceptOf(other) === conceptOf(page));
  return (MAX_PHASE * pages.indexOf(page)) / pages.length;
}

/** Equal in all languages, and different from the seven articles before in the same concept. */
export function illustrationPhasesOf(articles: readonly Article[]) {
  const phases = new Map<string, number>();
  const phasesInConcept = new Map<Article["concept"], number>();
  for (const article of articles.toSorted((a, b) => (a.published + a.slug < b.published + b.slug ? -1 : 1))) {
    if (phases.has(articleName(article))) continue; // another language of the same article
    const phase = phasesInConcept.get(article.concept) ?? 0;
    phases.set(articleName(article), phase);
    phasesInConcept.set(article.concept, (phase + ARTICLE_STEP) % MAX_PHASE);
  }
  return (article: ArticleId) => phases.get(articleName(article))!;
}
