import type { Concept } from "../addresses/concepts.js";
import type { ArticleId } from "../addresses/paths.js";
import type { Locale } from "../text/locale.js";
import type { Slug } from "../text/slug.js";
import { instantOf, isoAt, type LocalDateTime } from "../text/wall-clock.js";
import type { NextStep } from "./page.js";

/** An article in one language, which is published at a time of its own. */
export interface Article extends ArticleId {
  readonly locale: Locale;
  readonly title: string;
  readonly description: string;
  readonly author: string;
  readonly draft: boolean;
  readonly published: LocalDateTime;
  readonly updated: LocalDateTime;
  readonly zone: string;
  readonly topics: readonly string[];
  /** The same in every language, in the order of `topics`. */
  readonly topicIds: readonly Slug[];
  readonly concept: Concept["code"];
  readonly related: readonly ArticleId[];
  readonly contents: readonly Heading[];
  /** Safe to insert into a page. */
  readonly html: string;
  readonly markdown: string;
  readonly words: number;
  readonly next: NextStep;
}

/** A section of an article. */
export interface Heading {
  readonly id: string;
  readonly title: string;
}

const WORDS_A_MINUTE = 200;

export function minutesToRead({ words }: Article): number {
  return Math.max(1, Math.round(words / WORDS_A_MINUTE));
}

export const publishedAt = ({ published, zone }: Article) => instantOf(published, zone);
export const updatedAt = ({ updated, zone }: Article) => instantOf(updated, zone);
export const publishedIso = (article: Article) => isoAt(publishedAt(article), article.zone);
export const updatedIso = (article: Article) => isoAt(updatedAt(article), article.zone);
