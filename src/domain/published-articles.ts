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
  readonly #all: readonly Article[];

  constructor(all: readonly Article[], validUntil: Instant) {
    this.#all = all;
    this.validUntil = validUntil;
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

export function publishedArticles(articles: readonly Article[], clock: () => Instant) {
  const scheduled = articles
    .filter(({ draft }) => !draft)
    .map((article) => ({ article, from: publishedAt(article) }))
    .sort((a, b) => b.from - a.from || (bySlug(a.article) < bySlug(b.article) ? -1 : 1));
  let published = new CurrentArticles([], -Infinity);
  let validFrom = Infinity;

  return {
    current(): CurrentArticles {
      const now = clock();
      if (now >= published.validUntil || now < validFrom) {
        const all = scheduled.filter(({ from }) => from <= now).map(({ article }) => article);
        const next = scheduled.findLast(({ from }) => from > now);
        published = new CurrentArticles(all, next?.from ?? Infinity);
        validFrom = now;
      }
      return published;
    },
  };
}

const bySlug = ({ slug, kind }: ArticleId) => `${slug} ${kind}`;
