import * as z from "zod";
import { conceptParameter, localeParameter, oneOf } from "../contracts/query.js";
import { articleKinds } from "../domain/article.js";
import { defaultLocale } from "../domain/locale.js";
import { isSlug } from "../domain/slug.js";
import { HttpError } from "../http/http-error.js";
import { parseQuery } from "../http/parse-query.js";
import type { FindResource } from "../http/resource.js";
import { presentFeed } from "../presenters/feed.js";
import type { Services } from "../services.js";
import { feedPath } from "../site/paths.js";
import { cacheControl } from "./headers.js";

const feedQuery = z.object({
  locale: localeParameter,
  concept: conceptParameter,
  kind: z.enum(articleKinds, oneOf(articleKinds)).optional(),
  topic: z.string().refine(isSlug, "errors:query.slug").optional(),
});

export function feedController(services: Services): FindResource {
  const { topics } = services.library;

  return (request) => {
    const { locale = defaultLocale, ...filter } = parseQuery(request, feedQuery);
    const { topic } = filter;
    if (topic && !topics.includes(topic))
      throw new HttpError(400, { messageKey: "errors:unknownTopic", values: { topic, topics: topics.join(", ") } });
    return {
      address: feedPath(locale, filter),
      headers: {
        "Content-Type": "application/rss+xml; charset=utf-8",
        "Content-Language": locale,
        "Cache-Control": cacheControl.pages,
      },
      async body() {
        const { rssFeed } = await import("../formats/rss-feed.js"); // not needed at start
        const { channel, items } = presentFeed(locale, filter, services);
        return rssFeed(channel, items, services.config.baseUrl);
      },
    };
  };
}
