import type { Request, RequestHandler, Response } from "express";
import type { Assets } from "../content/assets.js";
import type { Library } from "../content/library.js";
import { type Article, type ArticleKind, minutesToRead, publishedIso, updatedIso } from "../domain/article.js";
import { dateInWords } from "../domain/dates-in-words.js";
import { defaultLocale, type Locale, locales } from "../domain/locale.js";
import type { PublishedArticles } from "../domain/published-articles.js";
import type { Words } from "../domain/words.js";
import { markdownArticle } from "../formats/markdown-article.js";
import { articleGraph } from "../formats/structured-data.js";
import { HttpError } from "../middleware/errors.js";
import { hourOfArticle } from "../site/hours.js";
import { articleLists, trailTo } from "../site/paths.js";
import { articleRow, kindKeys, roomOf } from "./article-rows.js";

interface Uses {
  readonly articles: PublishedArticles;
  readonly assets: Assets;
  readonly library: Library;
  readonly words: (locale: Locale) => Words;
  readonly config: { readonly baseUrl: string };
}

/** What answers the articles of a kind, in one language: the slug is in the request's path. */
export type ArticleAction = (kind: ArticleKind, locale: Locale) => RequestHandler<{ slug: string }>;

/** Guides and perspectives: as HTML, and as Markdown for readers who are programs. */
export function articlesController({ articles, assets, library, words, config: { baseUrl } }: Uses) {
  const { articlePath, markdownArticlePath, pathTo } = library.addresses;
  const urlOf = (article: Article) => baseUrl + articlePath(article, article.locale);

  /** The article in the language of the address, or in English where it is not written in that language yet. */
  const find = (kind: ArticleKind, locale: Locale, { params }: Request<{ slug: string }>, { locals }: Response) => {
    const id = { kind, slug: params.slug };
    const article = articles.find(id, locale) ?? articles.find(id, defaultLocale);
    if (!article) throw new HttpError(404);
    locals.validUntil = articles.validUntil();

    const related = article.related.map((id) => articles.find(id, locale)).filter((found) => found !== undefined);
    return { article, related: related.map((article) => articleRow(article, library.addresses)) };
  };

  const show: ArticleAction = (kind, locale) => (request, response) => {
    const { article, related } = find(kind, locale, request, response);
    const written = locales.filter((other) => articles.find(article, other));
    const isTranslated = article.locale === locale;
    const shareImage = assets.find(`/share/${kind}-${article.slug}.${article.locale}.png`);
    const image = shareImage ? baseUrl + shareImage : null;
    const list = articleLists[kind];
    const said = words(article.locale);
    const above = trailTo(list).map((step) => ({
      label: library.page(step, locale).label,
      path: pathTo(step, locale),
      url: baseUrl + pathTo(step, locale),
    }));
    const trail = [...above, { label: article.title, path: articlePath(article, locale), url: urlOf(article) }];

    response.render("pages/articles/show.njk", {
      name: null,
      within: list,
      room: roomOf(article),
      page: { ...article, heading: article.title, lead: article.description },
      article,
      kind: said(kindKeys[kind]),
      hour: hourOfArticle(article),
      minutes: said("articles:minutesToRead", { count: minutesToRead(article) }),
      contentsLabel: said("articles:contents"),
      published: { iso: publishedIso(article), text: dateInWords(article.published.slice(0, 10), article.locale) },
      updated: {
        iso: updatedIso(article),
        text: said("articles:updated", { date: dateInWords(article.updated.slice(0, 10), article.locale) }),
        isLater: article.updated.slice(0, 10) > article.published.slice(0, 10),
      },
      related,
      trail,
      canonical: urlOf(article),
      // The menu keeps the article; only addresses with a text of their own are told to search engines as translations.
      alternates: locales.map((other) => ({
        locale: other,
        path: articlePath(article, other),
        isMissing: !written.includes(other),
      })),
      translations: isTranslated
        ? written.map((other) => ({ locale: other, url: baseUrl + articlePath(article, other) }))
        : [],
      markdownPath: markdownArticlePath(article, locale),
      shareImage: image,
      structuredData: articleGraph({
        article,
        image,
        trail,
        baseUrl,
        url: urlOf(article),
        logo: baseUrl + assets.address("/icons/icon-512.png"),
        organisation: library.organisation,
      }),
    });
  };

  /** The article's Markdown twin. */
  const markdown: ArticleAction = (kind, locale) => (request, response) => {
    const { article, related } = find(kind, locale, request, response);
    const url = urlOf(article);
    response.set("Link", `<${url}>; rel="canonical"`).type("text/markdown");
    response.send(markdownArticle(article, { url, baseUrl, related, words: words(article.locale) }));
  };

  return { show, markdown };
}
