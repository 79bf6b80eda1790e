import type { Request } from "express";
import type { ItemOptions } from "rss";
import * as z from "zod";
import { type ArticleFilter, articleKinds, articleLists, conceptCodes, conceptOfCode } from "../addresses/pages.js";
import { articlePath, feedPath } from "../addresses/paths.js";
import type { Article } from "../content/library.js";
import type { Resource } from "../http/cache.js";
import { cacheControl, corsTextHeaders } from "../http/headers.js";
import { localeParameter, oneOf, parseQuery } from "../http/query.js";
import type { Site } from "../site.js";
import { defaultLocale, type Locale } from "../text/locale.js";
import { withoutJoiners } from "../text/non-breaking.js";

export function articles(request: Request, site: Site): Resource {
  const schema = site.contentMemo("feed query", () => feedQuery(site.library.topics));
  const { locale = defaultLocale, ...filter } = parseQuery(request, schema);
  return {
    key: feedPath(locale, filter),
    isUncommon: Object.keys(filter).length > 1,
    headers: corsTextHeaders("application/rss+xml", locale, cacheControl.pages),
    body: () => articleFeed(locale, filter, site),
  };
}

function feedQuery(topics: readonly string[]) {
  return z.object({
    locale: localeParameter,
    concept: oneOf(conceptCodes).optional(),
    kind: oneOf(articleKinds).optional(),
    topic: oneOf(topics).optional(),
  });
}

/** XML 1.0 (§2.2) forbids most control characters and lone surrogates. */
const INVALID_IN_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** RSS 2.0 (rssboard.org); `lastBuildDate` is the newest change, so that the bytes stay the same. */
async function articleFeed(locale: Locale, filter: ArticleFilter, site: Site): Promise<string> {
  const { default: RSS } = await import("rss"); // not needed at start
  const { baseUrl, getFixedT, library, snapshot } = site;
  const { organisation, pathTo } = library;
  const t = getFixedT(locale);
  const articles = snapshot().articles.articlesIn(locale, filter);
  const title = t("articles:feed.title", { name: organisation.name });
  const names = filterNames(filter, articles[0], locale, site);
  const feed = new RSS({
    title: names.length > 0 ? `${title} (${names.join(", ")})` : title,
    description: t("articles:feed.description"),
    language: locale,
    site_url: baseUrl + pathTo("home", locale),
    feed_url: baseUrl + feedPath(locale, filter),
    generator: organisation.name,
    copyright: `© ${organisation.name}`,
    ttl: 60,
  });
  for (const article of articles) {
    const url = baseUrl + articlePath(article, locale);
    const text = withoutJoiners(article.html)
      .replaceAll(' href="/', ` href="${baseUrl}/`)
      .replaceAll(' href="#', ` href="${url}#`);
    const item = {
      title: article.title,
      description: article.description,
      author: article.author,
      categories: [t(`articles:kind.${article.kind}`), ...article.topics],
      url,
      custom_elements: [{ pubDate: rfc822(article.published) }, { "content:encoded": { _cdata: text } }],
    };
    feed.item(item as unknown as ItemOptions); // the package writes dates in GMT
  }

  const [newest] = articles.toSorted((a, b) => Date.parse(b.updated) - Date.parse(a.updated));
  const built = newest ? `<lastBuildDate>${rfc822(newest.updated)}</lastBuildDate>` : "";
  const xml = feed.xml().replace(/<lastBuildDate>.*?<\/lastBuildDate>/, built); // the package writes the current time
  return xml.replace(INVALID_IN_XML, "");
}

/** The names of what the feed is limited to; that of a topic stands in its articles. */
function filterNames({ kind, concept, topic }: ArticleFilter, first: Article | undefined, locale: Locale, site: Site) {
  const names: string[] = [];
  if (kind) names.push(site.library.page(articleLists[kind], locale).label);
  if (concept) names.push(conceptOfCode(concept).name);
  if (topic) names.push(first?.topics[first.topicIds.indexOf(topic)] ?? topic);
  return names;
}

/** Keeps the offset: midnight in Sweden is on the day before in GMT, and some readers show the date as written. */
const rfc822 = (iso: string) =>
  `${new Date(iso.slice(0, 10)).toUTCString().slice(0, 16)} ${iso.slice(11, 19)} ${iso.slice(19).replace(":", "")}`;
