import type { Request } from "express";
import { feedQuery } from "../contracts/feed-query.js";
import { readQuery } from "../contracts/query.js";
import { defaultLocale } from "../domain/locale.js";
import type { BodyHandler } from "../http/cache-response.js";
import { HttpError } from "../http/http-error.js";
import { parseQuery } from "../http/parse-query.js";
import { queryOf } from "../http/paths.js";
import { presentFeed } from "../presenters/feed.js";
import type { Services } from "../services.js";
import { feedPath } from "../site/paths.js";

export function feedController(services: Pick<Services, "articles" | "config" | "getFixedT" | "library">) {
  const { topics } = services.library;

  const show: BodyHandler = async (request, response) => {
    const { rssFeed } = await import("../formats/rss-feed.js"); // not needed at start
    const { locale = defaultLocale, ...filter } = parseQuery(request, feedQuery);
    const { topic } = filter;
    if (topic && !topics.includes(topic))
      throw new HttpError(400, { messageKey: "errors:unknownTopic", values: { topic, topics: topics.join(", ") } });
    const { value, validUntil } = presentFeed(locale, filter, services);
    response.set("Content-Language", locale).type("application/rss+xml; charset=utf-8");
    return { value: rssFeed(value), validUntil };
  };

  /** Undefined if the query is invalid or selects nothing. */
  const addressOf = (request: Request) => {
    const query = readQuery(queryOf(request), feedQuery);
    if (!query.ok) return undefined;
    const { locale = defaultLocale, ...filter } = query.data;
    return services.articles.current().list(locale, filter).length > 0 ? feedPath(locale, filter) : undefined;
  };

  return { show, addressOf };
}
