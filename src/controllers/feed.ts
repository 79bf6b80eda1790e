import type { Request } from "express";
import { localeQuery, readQuery } from "../contracts/query.js";
import { defaultLocale } from "../domain/locale.js";
import type { BodyHandler } from "../http/cache-response.js";
import { parseQuery } from "../http/parse-query.js";
import { queryOf } from "../http/paths.js";
import { presentFeed } from "../presenters/feed.js";
import type { Services } from "../services.js";
import { feedPath } from "../site/paths.js";

export function feedController(services: Pick<Services, "articles" | "config" | "getFixedT" | "library">) {
  const show: BodyHandler = async (request, response) => {
    const { rssFeed } = await import("../formats/rss-feed.js"); // not needed at start
    const { locale = defaultLocale } = parseQuery(request, localeQuery);
    const { value, validUntil } = presentFeed(locale, services);
    response.set("Content-Language", locale).type("application/rss+xml; charset=utf-8");
    return { value: rssFeed(value), validUntil };
  };

  /** Undefined if the query is invalid. */
  const addressOf = (request: Request) => {
    const query = readQuery(queryOf(request), localeQuery);
    return query.ok ? feedPath(query.data.locale ?? defaultLocale) : undefined;
  };

  return { show, addressOf };
}
