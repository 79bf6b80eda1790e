import type { Request } from "express";
import * as z from "zod";
import { conceptParameter } from "../addresses/concepts.js";
import { articleKinds, feedPath } from "../addresses/paths.js";
import { presentFeed } from "../articles/feed.js";
import type { Resource } from "../http/cache.js";
import { localeParameter, oneOf, parseQuery } from "../http/query.js";
import type { Site } from "../site.js";
import { defaultLocale } from "../text/locale.js";
import { textHeaders } from "./content-headers.js";

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
    headers: textHeaders("application/rss+xml", locale),
    async body() {
      const { rssFeed } = await import("../documents/rss.js"); // not needed at start
      const { channel, items } = presentFeed(locale, filter, site);
      return rssFeed(channel, items, site.baseUrl);
    },
  };
}
