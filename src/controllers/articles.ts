import type { Article, ArticleKind } from "../domain/article.js";
import type { Locale } from "../domain/locale.js";
import { HttpError } from "../http/http-error.js";
import type { FindResource } from "../http/resource.js";
import { articlePresenter } from "../presenters/article.js";
import type { Services } from "../services.js";
import { htmlHeaders, markdownHeaders } from "./page-headers.js";

type FindArticle = (kind: ArticleKind, locale: Locale) => FindResource<{ slug: string }>;

export function articlesController(services: Services): Readonly<Record<"show" | "markdown", FindArticle>> {
  const { articlePath, markdownArticlePath } = services.library.addresses;
  const { find, markdown, present, urlOf } = articlePresenter(services);
  const findOr404 = (kind: ArticleKind, slug: string, locale: Locale): Article => {
    const article = find({ kind, slug }, locale);
    if (!article) throw new HttpError(404);
    return article;
  };

  return {
    show:
      (kind, locale) =>
      ({ params }) => {
        const article = findOr404(kind, params.slug, locale);
        return {
          address: articlePath(article, locale),
          ignoresQuery: true,
          headers: htmlHeaders(locale),
          body: () => services.render("pages/articles/show.njk", locale, present(article, locale)),
        };
      },

    markdown:
      (kind, locale) =>
      ({ params }) => {
        const article = findOr404(kind, params.slug, locale);
        return {
          address: markdownArticlePath(article, locale),
          ignoresQuery: true,
          headers: markdownHeaders(locale, urlOf(article)),
          body: () => markdown(article, locale),
        };
      },
  };
}
