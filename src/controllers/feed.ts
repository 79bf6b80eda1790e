import * as z from "zod";
import { conceptParameter } from "../addresses/concepts.js";
import { articleKinds, feedPath } from "../addresses/paths.js";
import { presentFeed } from "../articles/feed.js";
import { textHeaders } from "../http/cache-control.js";
import { localeParameter, oneOf, parseQuery } from "../http/query.js";
import type { FindResource } from "../http/resource.js";
import type { Site } from "../site.js";
import { defaultLocale } from "../text/locale.js";

export function feedController(site: Site): FindResource {
  const { topics } = site.library;
  const feedQuery = z.object({
    locale: localeParameter,
    concept: conceptParameter,
    kind: oneOf(articleKinds).optional(),
    topic: oneOf(topics).optional(),
  });

  return (request) => {
    const { locale = defaultLocale, ...filter } = parseQuery(request, feedQuery);
    return {
      address: feedPath(locale, filter),
      headers: textHeaders("application/rss+xml", locale),
      async body() {
        const { rssFeed } = await import("../documents/rss.js"); // not needed at start
        const { channel, items } = presentFeed(locale, filter, site);
        return rssFeed(channel, items, site.config.baseUrl);
      },
    };
  };
}
