import { type Article, type ArticleId, publishedAt } from "./article.js";
import { type Locale, locales } from "./locale.js";
import type { Slug } from "./slug.js";
import type { Instant } from "./wall-clock.js";

export type ArticleFilter = {
  readonly kind?: Article["kind"] | undefined;
  readonly concept?: Article["concept"] | undefined;
  readonly topic?: Slug | undefined;
  readonly limit?: number;
};

export class CurrentArticles {
  /** When the next article is published; Infinity if none is scheduled. */
  readonly validUntil: Instant;
  /** The drafts and scheduled articles that are shown nevertheless, in development. */
  readonly unpublished: readonly Article[];
  readonly #all: readonly Article[];

  constructor(all: readonly Article[], validUntil: Instant, unpublished: readonly Article[] = []) {
    this.#all = all;
    this.validUntil = validUntil;
    this.unpublished = unpublished;
  }

  /** The newest first; articles of the same instant by slug. */
  list(locale: Locale, { kind, concept, topic, limit = Infinity }: ArticleFilter = {}): Article[] {
    return this.#all
      .filter((article) => article.locale === locale)
      .filter((article) => kind === undefined || article.kind === kind)
      .filter((article) => concept === undefined || article.concept === concept)
      .filter(({ topicIds }) => topic === undefined || topicIds.includes(topic))
      .slice(0, limit);
  }

  find({ kind, slug }: ArticleId, locale: Locale): Article | undefined {
    return this.#all.find((article) => article.locale === locale && article.kind === kind && article.slug === slug);
  }

  localesOf(id: ArticleId): Locale[] {
    return locales.filter((locale) => this.find(id, locale) !== undefined);
  }
}

export type PublishedArticles = ReturnType<typeof publishedArticles>;

export function publishedArticles(articles: readonly Article[], clock: () => Instant, showsUnpublished = false) {
  const scheduled = articles
    .filter(({ draft }) => showsUnpublished || !draft)
    .map((article) => ({ article, from: publishedAt(article) }))
    .sort((a, b) => b.from - a.from || (bySlug(a.article) < bySlug(b.article) ? -1 : 1));
  let published = new CurrentArticles([], -Infinity);
  let validFrom = Infinity;

  return {
    current(): CurrentArticles {
      const now = clock();
      if (now >= published.validUntil || now < validFrom) {
        const isPublic = ({ article, from }: (typeof scheduled)[number]) => !article.draft && from <= now;
        const shown = scheduled.filter((one) => showsUnpublished || isPublic(one));
        const next = scheduled.findLast(({ article, from }) => !article.draft && from > now);
        published = new CurrentArticles(
          shown.map(({ article }) => article),
          next?.from ?? Infinity,
          shown.filter((one) => !isPublic(one)).map(({ article }) => article),
        );
        validFrom = now;
      }
      return published;
    },
  };
}

const bySlug = ({ slug, kind }: ArticleId) => `${slug} ${kind}`;
