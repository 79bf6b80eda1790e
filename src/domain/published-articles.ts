import { type Article, type ArticleId, articleName, publishedAt } from "./article.js";
import { type Locale, locales } from "./locale.js";
import type { Slug } from "./slug.js";
import type { Instant } from "./wall-clock.js";

export type ArticleFilter = {
  readonly kind?: Article["kind"] | undefined;
  readonly concept?: Article["concept"] | undefined;
  readonly topic?: Slug | undefined;
  readonly limit?: number;
};

export type CurrentArticles = ReturnType<ReturnType<typeof publishedArticles>["current"]>;

export type PublishedArticles = ReturnType<typeof publishedArticles>;

export function publishedArticles(articles: readonly Article[], clock: () => Instant, showsUnpublished = false) {
  const scheduled = articles
    .map((article) => ({ article, from: publishedAt(article) }))
    .sort((a, b) => b.from - a.from || (bySlug(a.article) < bySlug(b.article) ? -1 : 1));
  const articlesAt = (now: Instant) => {
    const isPublic = ({ article, from }: (typeof scheduled)[number]) => !article.draft && from <= now;
    const shown = scheduled.filter((one) => showsUnpublished || isPublic(one));
    const all = shown.map(({ article }) => article);
    const byName = new Map(all.map((article) => [`${articleName(article)} ${article.locale}`, article]));
    const article = (id: ArticleId, locale: Locale) => byName.get(`${articleName(id)} ${locale}`);
    return {
      /** When the next article is published; Infinity if none is scheduled. */
      validUntil: scheduled.findLast(({ article, from }) => !article.draft && from > now)?.from ?? Infinity,
      /** The drafts and scheduled articles that are shown nevertheless, in development. */
      unpublished: shown.filter((one) => !isPublic(one)).map(({ article }) => article),

      /** The newest first; articles of the same instant by slug. */
      articlesIn: (locale: Locale, { kind, concept, topic, limit = Infinity }: ArticleFilter = {}) =>
        all
          .filter((article) => article.locale === locale)
          .filter((article) => kind === undefined || article.kind === kind)
          .filter((article) => concept === undefined || article.concept === concept)
          .filter(({ topicIds }) => topic === undefined || topicIds.includes(topic))
          .slice(0, limit),
      article,
      localesOf: (id: ArticleId) => locales.filter((locale) => article(id, locale) !== undefined),
    };
  };
  let latest: ReturnType<typeof articlesAt> | undefined;

  return {
    current() {
      const now = clock();
      if (!latest || now >= latest.validUntil) latest = articlesAt(now);
      return latest;
    },
  };
}

const bySlug = ({ slug, kind }: ArticleId) => `${slug} ${kind}`;
