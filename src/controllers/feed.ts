import { feedQuery } from "../contracts/feed-query.js";
import { defaultLocale } from "../domain/locale.js";
import type { Resource } from "../http/cache-response.js";
import { HttpError } from "../http/http-error.js";
import { parseQuery } from "../http/parse-query.js";
import { presentFeed } from "../presenters/feed.js";
import type { Services } from "../services.js";
import { feedPath } from "../site/paths.js";

export function feedController(services: Pick<Services, "articles" | "config" | "getFixedT" | "library">): Resource {
  const { topics } = services.library;

  return (request) => {
    const { locale = defaultLocale, ...filter } = parseQuery(request, feedQuery);
    const { topic } = filter;
    if (topic && !topics.includes(topic))
      throw new HttpError(400, { messageKey: "errors:unknownTopic", values: { topic, topics: topics.join(", ") } });
    return {
      address: feedPath(locale, filter),
      async body(response) {
        const { rssFeed } = await import("../formats/rss-feed.js"); // not needed at start
        response.set("Content-Language", locale).type("application/rss+xml; charset=utf-8");
        const { channel, items } = presentFeed(locale, filter, services);
        return rssFeed(channel, items, services.config.baseUrl);
      },
    };
  };
}
