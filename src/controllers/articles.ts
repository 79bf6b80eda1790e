import type { Article, ArticleKind } from "../domain/article.js";
import type { Locale } from "../domain/locale.js";
import { HttpError } from "../http/http-error.js";
import type { FindResource, Resource } from "../http/resource.js";
import { articlePresenter } from "../presenters/article.js";
import type { Services } from "../services.js";
import { markdownPathOf } from "../site/paths.js";
import { htmlHeaders, markdownHeaders } from "./headers.js";

export function articlesController(services: Services) {
  const { articlePath } = services.library.addresses;
  const { findArticle, markdown, presentArticle, urlOf } = articlePresenter(services);

  const withArticle =
    (resourceOf: (article: Article, locale: Locale) => Resource) =>
    (kind: ArticleKind, locale: Locale): FindResource<{ slug: string }> =>
    ({ params }) => {
      const article = findArticle({ kind, slug: params.slug }, locale);
      if (!article) throw new HttpError(404);
      return resourceOf(article, locale);
    };

  return {
    show: withArticle((article, locale) => ({
      address: articlePath(article, locale),
      ignoresQuery: true,
      headers: htmlHeaders(locale),
      body: () => services.render("pages/articles/show.njk", locale, presentArticle(article, locale)),
    })),

    markdown: withArticle((article, locale) => ({
      address: markdownPathOf(articlePath(article, locale)),
      ignoresQuery: true,
      headers: markdownHeaders(locale, urlOf(article)),
      body: () => markdown(article, locale),
    })),
  };
}
