import type { Request } from "express";
import * as z from "zod";
import { conceptParameter } from "../addresses/concepts.js";
import { articleKinds, feedPath } from "../addresses/paths.js";
import type { Resource } from "../http/cache.js";
import { textHeaders } from "../http/headers.js";
import { localeParameter, oneOf, parseQuery } from "../http/query.js";
import type { Site } from "../site.js";
import { defaultLocale } from "../text/locale.js";

export function show(request: Request, site: Site): Resource {
  const schema = site.cached("feed query", () => feedQuery(site.library.topics));
  const { locale = defaultLocale, ...filter } = parseQuery(request, schema);
  return {
    key: feedPath(locale, filter),
    isUncommon: Object.keys(filter).length > 1,
    headers: textHeaders("application/rss+xml", locale),
    async body() {
      const { articleFeed } = await import("../articles/feed.js"); // not needed at start
      return articleFeed(locale, filter, site);
    },
  };
}

function feedQuery(topics: readonly string[]) {
  return z.object({
    locale: localeParameter,
    concept: conceptParameter,
    kind: oneOf(articleKinds).optional(),
    topic: oneOf(topics).optional(),
  });
}
