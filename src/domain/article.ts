import type { Concept } from "./concept.js";
import type { Locale } from "./locale.js";
import { countWords, type NextStep } from "./page.js";
import type { Slug } from "./slug.js";
import { instantOf, isoAt, type LocalDateTime } from "./wall-clock.js";

/** A guide teaches one thing to do; a perspective argues one view. */
export const articleKinds = ["guide", "perspective"] as const;

export type ArticleKind = (typeof articleKinds)[number];

/** What names an article, the same in every language. */
export interface ArticleId {
  readonly kind: ArticleKind;
  readonly slug: Slug;
}

/** A guide or a perspective in one language. Each language of an article is published when its own text is. */
export interface Article extends ArticleId {
  readonly locale: Locale;
  readonly title: string;
  /** A sentence or two: below the title, in lists and in search results. */
  readonly description: string;
  /** A byline. */
  readonly author: string;
  /** Not to be shown, whatever its date. */
  readonly draft: boolean;
  /** When it comes out and when it was last changed: wall-clock times in `zone`. */
  readonly published: LocalDateTime;
  readonly updated: LocalDateTime;
  /** IANA name. */
  readonly zone: string;
  /** In words of its language. */
  readonly topics: readonly string[];
  readonly concept: Concept["code"];
  readonly related: readonly ArticleId[];
  /** Its sections, in order. */
  readonly contents: readonly Heading[];
  /** Made from the Markdown, safe to print. */
  readonly html: string;
  readonly markdown: string;
  readonly next: NextStep;
}

export interface Heading {
  readonly id: string;
  readonly title: string;
}

/** Words of prose that one reads in a minute, with pauses to think. */
const WORDS_A_MINUTE = 200;

/** How many words an article has. Counted once, as every list that shows the article asks. */
export function wordCount(article: Pick<Article, "markdown">): number {
  const count = counted.get(article) ?? countWords(article.markdown);
  counted.set(article, count);
  return count;
}

const counted = new WeakMap<Pick<Article, "markdown">, number>();

/** How long an article takes to read, in whole minutes. */
export function minutesToRead(article: Pick<Article, "markdown">): number {
  return Math.max(1, Math.round(wordCount(article) / WORDS_A_MINUTE));
}

/** The instant at which an article comes out, in milliseconds since 1970 UTC. */
export function publishedAt({ published, zone }: Pick<Article, "published" | "zone">): number {
  return instantOf(published, zone);
}

/** The instant at which its text was last changed. */
export function updatedAt({ updated, zone }: Pick<Article, "updated" | "zone">): number {
  return instantOf(updated, zone);
}

/** When it came out and when it was last changed, in ISO 8601 with the zone's offset. */
export const publishedIso = (article: Article) => isoAt(publishedAt(article), article.zone);
export const updatedIso = (article: Article) => isoAt(updatedAt(article), article.zone);

/** The name of an article, the same in every language, as links and `related` write it. */
export const articleName = ({ kind, slug }: ArticleId) => `${kind}:${slug}` as const;

/** Whether both name the same article, be it in two languages. */
export function isSame(one: ArticleId, other: ArticleId): boolean {
  return one.kind === other.kind && one.slug === other.slug;
}
