import type { Article } from "../content/article.js";
import { instantOf, isoAt } from "../text/wall-clock.js";

const WORDS_A_MINUTE = 200;

export function minutesToRead({ words }: Pick<Article, "words">): number {
  return Math.max(1, Math.round(words / WORDS_A_MINUTE));
}

export const publishedAt = ({ published, zone }: Article) => instantOf(published, zone);
export const updatedAt = ({ updated, zone }: Article) => instantOf(updated, zone);
export const publishedIso = (article: Article) => isoAt(publishedAt(article), article.zone);
export const updatedIso = (article: Article) => isoAt(updatedAt(article), article.zone);
