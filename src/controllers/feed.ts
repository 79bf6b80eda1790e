import type { Request } from "express";
import * as z from "zod";
import { conceptOfCode, conceptParameter } from "../addresses/concepts.js";
import { articleKinds, articleLists, feedPath } from "../addresses/paths.js";
import type { ArticleFilter } from "../articles/published.js";
import { publishedIso, updatedIso } from "../content/article.js";
import type { Resource } from "../http/cache.js";
import { textHeaders } from "../http/headers.js";
import { localeParameter, oneOf, parseQuery } from "../http/query.js";
import type { Site } from "../site.js";
import { defaultLocale, type Locale } from "../text/locale.js";

const feedQuery = (topics: readonly string[]) =>
  z.object({
    locale: localeParameter,
    concept: conceptParameter,
    kind: oneOf(articleKinds).optional(),
    topic: oneOf(topics).optional(),
  });

export function show(request: Request, site: Site): Resource {
  const schema = site.snapshot().cached("feed query", () => feedQuery(site.library.topics));
  const { locale = defaultLocale, ...filter } = parseQuery(request, schema);
  return {
    address: feedPath(locale, filter),
    isUncommon: Object.keys(filter).length > 1,
    headers: textHeaders("application/rss+xml", locale),
    async body() {
      const { rssFeed } = await import("../documents/rss.js"); // not needed at start
      const { channel, items } = presentFeed(locale, filter, site);
      return rssFeed(channel, items, site.baseUrl);
    },
  };
}

function presentFeed(locale: Locale, filter: ArticleFilter, { snapshot, baseUrl, getFixedT, library }: Site) {
  const { addresses, organisation } = library;
  const t = getFixedT(locale);
  const listed = snapshot().articles.articlesIn(locale, filter);
  const { kind, concept, topic } = filter;
  const [first] = listed;
  const topicName = first && topic && first.topics[first.topicIds.indexOf(topic)];
  const filterNames = [
    kind && library.page(articleLists[kind], locale).label,
    concept && conceptOfCode(concept).name,
    topicName ?? topic,
  ].filter((name) => name !== undefined);
  const title = t("articles:feed.title", { name: organisation.name });
  const channel = {
    title: filterNames.length > 0 ? `${title} (${filterNames.join(", ")})` : title,
    description: t("articles:feed.description"),
    language: locale,
    site_url: baseUrl + addresses.pathTo("home", locale),
    feed_url: baseUrl + feedPath(locale, filter),
    generator: organisation.name,
    copyright: `© ${organisation.name}`,
    ttl: 60,
  };
  const items = listed.map((article) => ({
    title: article.title,
    description: article.description,
    html: article.html,
    author: article.author,
    categories: [t(`articles:kind.${article.kind}`), ...article.topics],
    url: baseUrl + addresses.articlePath(article, locale),
    published: publishedIso(article),
    updated: updatedIso(article),
  }));
  return { channel, items };
}
