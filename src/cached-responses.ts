import type { RequestListener } from "node:http";
import { sendCached } from "./http/cache.js";
import { hasTooManyHeaders, isMarkedPlainHttp, shortenLists } from "./http/checks.js";
import { pathOfTarget } from "./http/paths.js";
import type { Site } from "./site.js";

/** Runs before Express, where a cached response would cost five times as much CPU. Knows no address of the site. */
export function cachedResponses(
  { health, responseCache, logger }: Pick<Site, "health" | "responseCache" | "logger">,
  app: RequestListener,
) {
  const counts = new Map<string, number>();

  const listener: RequestListener = (request, response) => {
    const { method, headers } = request;
    const url = pathOfTarget(request.url ?? "");
    request.url = url;
    shortenLists(request);
    if (health.phase !== "ready") response.setHeader("Connection", "close");

    const isRead = method === "GET" || method === "HEAD";
    const mayBeRejected = hasTooManyHeaders(request) || isMarkedPlainHttp(request);
    const cached = isRead && !mayBeRejected ? responseCache.lookup(url, headers.accept) : undefined;
    if (!cached) return app(request, response);

    const status = sendCached(cached, request, response);
    const counted = `${cached.mediaType} ${status}`;
    counts.set(counted, (counts.get(counted) ?? 0) + 1);
  };

  return {
    listener,
    logCounts(): void {
      if (counts.size > 0) logger.info(Object.fromEntries(counts), "cached responses served");
      counts.clear();
    },
  };
}
