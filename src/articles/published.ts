import { type ArticleId, articleName } from "../addresses/paths.js";
import { type Locale, locales } from "../text/locale.js";
import type { Slug } from "../text/slug.js";
import type { Instant } from "../text/wall-clock.js";
import { type Article, publishedAt } from "./article.js";

export type ArticleFilter = {
  readonly kind?: Article["kind"] | undefined;
  readonly concept?: Article["concept"] | undefined;
  readonly topic?: Slug | undefined;
  readonly limit?: number;
};

export type PublishedArticles = ReturnType<typeof publishedArticles>;

interface Scheduled {
  readonly article: Article;
  readonly from: Instant;
}

export function publishedArticles(articles: readonly Article[], clock: () => Instant, showsUnpublished = false) {
  const newestFirst = articles
    .map((article): Scheduled => ({ article, from: publishedAt(article) }))
    .sort((a, b) => b.from - a.from || (bySlug(a.article) < bySlug(b.article) ? -1 : 1));
  let latest: ReturnType<typeof articlesAt> | undefined;

  return {
    current() {
      const now = clock();
      if (!latest || now >= latest.validUntil) latest = articlesAt(now, newestFirst, showsUnpublished);
      return latest;
    },
  };
}

function articlesAt(now: Instant, newestFirst: readonly Scheduled[], showsUnpublished: boolean) {
  const isPublic = ({ article, from }: Scheduled) => !article.draft && from <= now;
  const unpublished = newestFirst.filter((one) => !isPublic(one)).map(({ article }) => article);
  const visible = newestFirst.filter((one) => showsUnpublished || isPublic(one)).map(({ article }) => article);
  const byName = new Map(visible.map((article) => [`${articleName(article)} ${article.locale}`, article]));
  const article = (id: ArticleId, locale: Locale) => byName.get(`${articleName(id)} ${locale}`);
  return {
    /** When the next article is published; Infinity if none is scheduled. */
    validUntil: newestFirst.findLast(({ article, from }) => !article.draft && from > now)?.from ?? Infinity,
    /** Drafts and scheduled articles, which are visible in development. */
    unpublished,
    article,
    localesOf: (id: ArticleId) => locales.filter((locale) => article(id, locale) !== undefined),

    /** The newest first; articles of the same instant by slug. */
    articlesIn: (locale: Locale, { kind, concept, topic, limit = Infinity }: ArticleFilter = {}) =>
      visible
        .filter((article) => article.locale === locale)
        .filter((article) => kind === undefined || article.kind === kind)
        .filter((article) => concept === undefined || article.concept === concept)
        .filter(({ topicIds }) => topic === undefined || topicIds.includes(topic))
        .slice(0, limit),
  };
}

const bySlug = ({ slug, kind }: ArticleId) => `${slug} ${kind}`;
