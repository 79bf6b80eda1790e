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

export type Published = ReturnType<typeof publishedArticles>;

/** What is published at `now`. Drafts and scheduled articles are visible only where `showsUnpublished`. */
export function publishedArticles(articles: readonly Article[], now: Instant, showsUnpublished = false) {
  const newestFirst = articles.toSorted(
    (a, b) => publishedAt(b) - publishedAt(a) || (nameToSort(a) < nameToSort(b) ? -1 : 1),
  );
  const unpublished = newestFirst.filter((article) => article.draft || publishedAt(article) > now);
  const visible = showsUnpublished ? newestFirst : newestFirst.filter((article) => !unpublished.includes(article));
  const scheduled = unpublished.filter(({ draft }) => !draft);
  const byName = new Map(visible.map((article) => [`${articleName(article)} ${article.locale}`, article]));
  const article = (id: ArticleId, locale: Locale) => byName.get(`${articleName(id)} ${locale}`);
  return {
    /** When the next article is published; Infinity if none is scheduled. */
    nextChange: Math.min(...scheduled.map(publishedAt)),
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

const nameToSort = ({ slug, kind }: ArticleId) => `${slug} ${kind}`;
