import type { Request } from "express";
import * as z from "zod";
import { conceptCodes } from "../addresses/concepts.js";
import { articleKinds, feedPath } from "../addresses/paths.js";
import type { Resource } from "../http/cache.js";
import { cacheControl, textHeaders } from "../http/headers.js";
import { localeParameter, oneOf, parseQuery } from "../http/query.js";
import type { Site } from "../site.js";
import { defaultLocale } from "../text/locale.js";

export function articles(request: Request, site: Site): Resource {
  const schema = site.memo(feedQuery, site.library.topics);
  const { locale = defaultLocale, ...filter } = parseQuery(request, schema);
  return {
    key: feedPath(locale, filter),
    isUncommon: Object.keys(filter).length > 1,
    headers: textHeaders("application/rss+xml", locale, cacheControl.pages),
    async body() {
      const { articleFeed } = await import("../articles/feed.js"); // not needed at start
      return articleFeed(locale, filter, site);
    },
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
