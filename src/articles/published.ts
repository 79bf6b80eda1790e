import { type ArticleFilter, type ArticleId, articleName, conceptOfCode } from "../addresses/pages.js";
import { articlePath } from "../addresses/paths.js";
import type { Article } from "../content/library.js";
import { dateInWords } from "../text/in-words.js";
import { type Locale, locales } from "../text/locale.js";
import type { Instant } from "../text/wall-clock.js";

/** What is published at `now`. Drafts and scheduled articles are visible only where `showsUnpublished`. */
export class PublishedArticles {
  /** When the next article is published; Infinity if none is scheduled. */
  readonly nextChange: Instant;
  /** Drafts and scheduled articles, which are visible in development. */
  readonly unpublished: readonly Article[];
  readonly #visible: readonly Article[];
  readonly #byName: ReadonlyMap<string, Article>;

  constructor(articles: readonly Article[], now: Instant, showsUnpublished = false) {
    const dated = articles.map((article) => ({
      article,
      name: `${article.slug} ${article.kind}`,
      instant: Date.parse(article.published),
    }));
    dated.sort((a, b) => b.instant - a.instant || (a.name < b.name ? -1 : 1));
    const newestFirst = dated.map(({ article }) => article);
    const scheduled = dated.filter(({ article, instant }) => !article.draft && instant > now);
    this.nextChange = Math.min(...scheduled.map(({ instant }) => instant));
    this.unpublished = dated
      .filter(({ article, instant }) => article.draft || instant > now)
      .map(({ article }) => article);
    const hidden = new Set(showsUnpublished ? [] : this.unpublished);
    this.#visible = newestFirst.filter((article) => !hidden.has(article));
    this.#byName = new Map(this.#visible.map((article) => [`${articleName(article)} ${article.locale}`, article]));
  }

  article(id: ArticleId, locale: Locale): Article | undefined {
    return this.#byName.get(`${articleName(id)} ${locale}`);
  }

  localesOf(id: ArticleId): Locale[] {
    return locales.filter((locale) => this.article(id, locale) !== undefined);
  }

  /** The newest first; articles of the same instant by slug. */
  articlesIn(locale: Locale, { kind, concept, topic, limit = Infinity }: ArticleFilter = {}): Article[] {
    return this.#visible
      .filter((article) => article.locale === locale)
      .filter((article) => kind === undefined || article.kind === kind)
      .filter((article) => concept === undefined || article.concept === concept)
      .filter(({ topicIds }) => topic === undefined || topicIds.includes(topic))
      .slice(0, limit);
  }
}

/** What a list of articles shows of each. */
export function articleRow(article: Article) {
  const { kind, locale, title, description, published, topics } = article;
  return {
    kind: `articles:kind.${kind}`,
    topic: topics[0],
    title,
    description,
    path: articlePath(article, locale),
    theme: conceptOfCode(article.concept).slug,
    phase: article.phase,
    minutes: article.minutes,
    /** ISO date for the time element; `date` is the same, translated. */
    published: published.slice(0, 10),
    date: dateInWords(published.slice(0, 10), locale),
  };
}
