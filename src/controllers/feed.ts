import * as z from "zod";
import { conceptParameter } from "../addresses/concepts.js";
import { articleKinds, feedPath } from "../addresses/paths.js";
import { localeParameter, oneOf, parseQuery } from "../http/query.js";
import type { FindResource } from "../http/resource.js";
import { presentFeed } from "../presenters/feed.js";
import type { Services } from "../services.js";
import { defaultLocale } from "../text/locale.js";
import { textHeaders } from "./headers.js";

export function feedController(services: Services): FindResource {
  const { topics } = services.library;
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
        const { channel, items } = presentFeed(locale, filter, services);
        return rssFeed(channel, items, services.config.baseUrl);
      },
    };
  };
}
