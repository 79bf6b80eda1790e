import { type ArticleFilter, type ArticleId, articleName } from "../addresses/paths.js";
import type { Article } from "../content/articles.js";
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
    const dated = articles.map((article) => ({ article, instant: Date.parse(article.published) }));
    dated.sort((a, b) => b.instant - a.instant || (nameToSort(a.article) < nameToSort(b.article) ? -1 : 1));
    const newestFirst = dated.map(({ article }) => article);
    const isPublished = (article: Article) => !article.draft && Date.parse(article.published) <= now;
    this.unpublished = newestFirst.filter((article) => !isPublished(article));
    const scheduled = this.unpublished.filter(({ draft }) => !draft);
    this.nextChange = Math.min(...scheduled.map(({ published }) => Date.parse(published)));
    this.#visible = showsUnpublished ? newestFirst : newestFirst.filter(isPublished);
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

const nameToSort = ({ slug, kind }: ArticleId) => `${slug} ${kind}`;
