import type { RequestListener } from "node:http";
import { hasTooManyHeaders, isMarkedPlainHttp } from "./http/request-checks.js";
import { sendCached } from "./http/response-cache.js";
import type { Services } from "./services.js";

/** Runs before Express, where a cached response would cost five times as much CPU. Knows no address of the site. */
export function cachedResponses(
  { config, health, responseCache, logger }: Pick<Services, "config" | "health" | "responseCache" | "logger">,
  app: RequestListener,
) {
  const counts = new Map<string, number>();
  const needsHttps = config.trustProxy !== false && config.baseUrl.startsWith("https:");

  const listener: RequestListener = (request, response) => {
    request.url = pathOf(request.url ?? "");
    const { method, url, headers } = request;
    if (!health.ready) response.setHeader("Connection", "close");

    const isRead = method === "GET" || method === "HEAD";
    const isRejected = hasTooManyHeaders(request) || (needsHttps && isMarkedPlainHttp(headers));
    const cached = isRead && !isRejected ? responseCache.lookup(url, headers.accept) : undefined;
    if (!cached) return app(request, response);

    const counted = `${cached.mediaType} ${sendCached(cached, request, response)}`;
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

/** Ignores the host of an absolute form (RFC 9112 §3.2.2); an invalid target becomes a path that gets a 400. */
function pathOf(target: string): string {
  if (target.startsWith("/")) return target.includes("#") ? target.slice(0, target.indexOf("#")) : target;
  const { pathname, search } = URL.canParse(target) ? new URL(target) : { pathname: "", search: "" };
  return pathname.startsWith("/") ? pathname + search : "/%"; // the path of another scheme may have no slash
}
