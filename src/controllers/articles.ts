import type { Request } from "express";
import type { ArticleKind } from "../domain/article.js";
import type { Locale } from "../domain/locale.js";
import { isSlug } from "../domain/slug.js";
import type { BodyHandler } from "../http/cache-response.js";
import { HttpError } from "../http/http-error.js";
import { renderView } from "../http/render-view.js";
import { articlePresenter } from "../presenters/article.js";
import type { Services } from "../services.js";

type ArticleRequest = Request<{ slug: string }>;
type ArticleHandler = (kind: ArticleKind, locale: Locale) => BodyHandler<{ slug: string }>;

export function articlesController(
  services: Pick<Services, "articles" | "assets" | "config" | "getFixedT" | "library">,
) {
  const articles = articlePresenter(services);

  const show: ArticleHandler = (kind, locale) => async (request, response) => {
    const article = articles.present({ kind, slug: request.params.slug }, locale);
    if (!article) throw new HttpError(404);
    const { value, validUntil } = article;
    return { value: await renderView(response, "pages/articles/show.njk", value), validUntil };
  };

  const markdown: ArticleHandler = (kind, locale) => (request, response) => {
    const article = articles.markdown({ kind, slug: request.params.slug }, locale);
    if (!article) throw new HttpError(404);
    const { url, ...document } = article;
    response.links({ canonical: url }).type("text/markdown");
    return document;
  };

  /** `%70roduct-data` is cached as `product-data`; undefined for a path that no article can have. */
  const addressOf = ({ params, path }: ArticleRequest) => (isSlug(params.slug) ? decodeURIComponent(path) : undefined);

  return { show, markdown, addressOf };
}
