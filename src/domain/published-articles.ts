import { type Article, type ArticleId, articleName, publishedAt } from "./article.js";
import { type Locale, locales } from "./locale.js";

export type PublishedArticles = ReturnType<typeof publishedArticles>;

/** Which articles a list holds: all of a language, or those of a kind, of a concept, or the first few. */
export type ArticleFilter = Partial<Pick<Article, "kind" | "concept">> & { readonly limit?: number };

/** The articles that are out by the clock, never drafts. Later ones come out by themselves. */
export function publishedArticles(articles: readonly Article[], clock: () => number) {
  const coming = articles
    .filter(({ draft }) => !draft)
    .map((article) => ({ article, from: publishedAt(article) }))
    .sort((a, b) => b.from - a.from || (bySlug(a.article) < bySlug(b.article) ? -1 : 1));
  let out: Article[] = [];
  /** Each article that is out, in each of its languages. */
  let versions = new Map<string, Article[]>();
  let validFrom = Infinity;
  let validUntil = -Infinity;

  const current = () => {
    const now = clock();
    if (now >= validUntil || now < validFrom) {
      out = coming.filter(({ from }) => from <= now).map(({ article }) => article);
      versions = new Map(out.map((article) => [articleName(article), []]));
      for (const article of out) versions.get(articleName(article))!.push(article);
      validFrom = now;
      validUntil = coming.findLast(({ from }) => from > now)?.from ?? Infinity;
    }
    return out;
  };

  const versionsOf = (id: ArticleId) => {
    current();
    return versions.get(articleName(id)) ?? [];
  };

  return {
    /** Those in a language, the newest first; on the same instant by slug. */
    list(locale: Locale, { kind, concept, limit = Infinity }: ArticleFilter = {}): Article[] {
      return current()
        .filter((article) => article.locale === locale)
        .filter((article) => kind === undefined || article.kind === kind)
        .filter((article) => concept === undefined || article.concept === concept)
        .slice(0, limit);
    },

    find(id: ArticleId, locale: Locale): Article | undefined {
      return versionsOf(id).find((article) => article.locale === locale);
    },

    /** The languages in which an article is out. */
    localesOf(id: ArticleId): Locale[] {
      return locales.filter((locale) => versionsOf(id).some((article) => article.locale === locale));
    },

    /** The next instant at which one comes out: until then everything said of them holds. */
    validUntil(): number {
      current();
      return validUntil;
    },
  };
}

const bySlug = ({ slug, kind }: ArticleId) => `${slug} ${kind}`;
