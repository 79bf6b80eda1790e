import type { ArticleKind } from "../domain/article.js";
import type { Locale } from "../domain/locale.js";
import type { Resource } from "../http/cache-response.js";
import { HttpError } from "../http/http-error.js";
import { renderView } from "../http/render-view.js";
import { articlePresenter } from "../presenters/article.js";
import type { Services } from "../services.js";

type ArticleResource = (kind: ArticleKind, locale: Locale) => Resource<{ slug: string }>;

export function articlesController(
  services: Pick<Services, "articles" | "assets" | "config" | "getFixedT" | "library">,
): { readonly show: ArticleResource; readonly markdown: ArticleResource } {
  const { articlePath, markdownArticlePath } = services.library.addresses;
  const { find, markdown, present, urlOf } = articlePresenter(services);

  return {
    show: (kind, locale) => (request) => {
      const article = find({ kind, slug: request.params.slug }, locale);
      if (!article) throw new HttpError(404);
      return {
        address: articlePath(article, locale),
        body: (response) => renderView(response, "pages/articles/show.njk", present(article, locale)),
      };
    },

    markdown: (kind, locale) => (request) => {
      const article = find({ kind, slug: request.params.slug }, locale);
      if (!article) throw new HttpError(404);
      return {
        address: markdownArticlePath(article, locale),
        body(response) {
          response.links({ canonical: urlOf(article) }).type("text/markdown");
          return markdown(article, locale);
        },
      };
    },
  };
}
