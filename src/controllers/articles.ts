import type { Request, RequestHandler, Response } from "express";
import { type Article, type ArticleKind, minutesToRead, publishedIso, updatedIso } from "../domain/article.js";
import { conceptOfCode } from "../domain/concept.js";
import { dateInWords } from "../domain/dates-in-words.js";
import { defaultLocale, type Locale, locales } from "../domain/locale.js";
import { isSlug } from "../domain/slug.js";
import { markdownArticle } from "../formats/markdown-article.js";
import { articleGraph } from "../formats/structured-data.js";
import { HttpError } from "../http/errors.js";
import { articleRow, kindKeys } from "../presenters/article-row.js";
import type { Services } from "../services.js";
import { hreflangLinks } from "../site/hreflang.js";
import { articleLists, breadcrumbs } from "../site/paths.js";

/** What answers the articles of a kind, in one language: the slug is in the request's path. */
type ArticleAction = (kind: ArticleKind, locale: Locale) => RequestHandler<{ slug: string }>;

/** Guides and perspectives: as HTML, and as Markdown for readers who are programs. */
export function articlesController({
  articles,
  assets,
  library,
  getFixedT,
  config: { baseUrl },
}: Pick<Services, "articles" | "assets" | "config" | "getFixedT" | "library">) {
  const { articlePath, markdownArticlePath, pathTo } = library.addresses;
  const urlOf = (article: Article) => baseUrl + articlePath(article, article.locale);

  /** The article in the language of the address, or in English where it is not written in that language yet. */
  const find = (kind: ArticleKind, locale: Locale, { params }: Request<{ slug: string }>, { locals }: Response) => {
    locals.validUntil = articles.validUntil(); // before the search: what is found then holds at least so long
    const id = { kind, slug: params.slug };
    const article = articles.find(id, locale) ?? articles.find(id, defaultLocale);
    if (!article) throw new HttpError(404);
    return article;
  };

  /** What to read next, in a language. */
  const relatedIn = (locale: Locale, { related }: Article) =>
    related
      .map((id) => articles.find(id, locale))
      .filter((found) => found !== undefined)
      .map((article) => articleRow(article, library));

  /** The way down to the article, in a language. */
  const trailIn = (locale: Locale, article: Article) => {
    const step = (label: string, path: string) => ({ label, path, url: baseUrl + path });
    return [
      ...breadcrumbs(articleLists[article.kind]).map((page) =>
        step(library.page(page, locale).label, pathTo(page, locale)),
      ),
      step(article.title, articlePath(article, locale)),
    ];
  };

  /** The article in each language, or in English where only that is out, or else the list of that language. */
  const alternatesOf = (article: Article, written: readonly Locale[]) =>
    locales.map((locale) => {
      const isMissing = !written.includes(locale);
      const isShown = !isMissing || written.includes(defaultLocale);
      const path = isShown ? articlePath(article, locale) : pathTo(articleLists[article.kind], locale);
      return { locale, path, isInAnother: isShown && isMissing };
    });

  const show: ArticleAction = (kind, locale) => (request, response) => {
    const article = find(kind, locale, request, response);
    const written = articles.localesOf(article);
    const shareImage = assets.find(`/share/${kind}-${article.slug}.${article.locale}.png`);
    const t = getFixedT(article.locale);

    response.render("pages/articles/show.njk", {
      name: null,
      within: articleLists[kind],
      room: conceptOfCode(article.concept).slug,
      page: { title: article.title, description: article.description, heading: article.title },
      textLanguage: article.locale,
      article,
      kind: t(kindKeys[kind]),
      hour: library.illustrationPhase(article),
      minutes: t("articles:minutesToRead", { count: minutesToRead(article) }),
      contentsLabel: t("articles:contents"),
      published: { iso: publishedIso(article), text: dateInWords(article.published.slice(0, 10), article.locale) },
      updated: {
        iso: updatedIso(article),
        text: t("articles:updated", { date: dateInWords(article.updated.slice(0, 10), article.locale) }),
        isLater: article.updated.slice(0, 10) > article.published.slice(0, 10),
      },
      related: relatedIn(locale, article),
      trail: trailIn(locale, article),
      canonical: urlOf(article),
      alternates: alternatesOf(article, written),
      translations: written.includes(locale)
        ? hreflangLinks(written, (other) => baseUrl + articlePath(article, other))
        : [],
      markdownPath: markdownArticlePath(article, locale),
      shareImage,
      structuredData: articleGraph({
        article,
        shareImage,
        section: t(kindKeys[kind]),
        trail: trailIn(article.locale, article),
        baseUrl,
        url: urlOf(article),
        organisation: library.organisation,
      }),
    });
  };

  /** The article's Markdown twin. */
  const markdown: ArticleAction = (kind, locale) => (request, response) => {
    const article = find(kind, locale, request, response);
    const url = urlOf(article);
    response.links({ canonical: url }).type("text/markdown");
    response.send(
      markdownArticle(article, {
        url,
        baseUrl,
        notice: article.locale === locale ? "" : getFixedT(locale)("articles:notInLanguage"),
        related: relatedIn(article.locale, article),
        t: getFixedT(article.locale),
      }),
    );
  };

  /** The canonical address of an article, however it was spelt (`%70roduct-data`); undefined for what cannot be one. */
  const addressOf = ({ params, path }: Request<{ slug: string }>) =>
    isSlug(params.slug) ? decodeURIComponent(path) : undefined;

  return { show, markdown, addressOf };
}
