import type { RequestListener } from "node:http";
import { withoutFingerprint } from "./content/assets.js";
import { entityTag } from "./http/etag.js";
import { sendCached } from "./http/response-cache.js";
import { securityHeaders } from "./http/security-headers.js";
import type { Services } from "./services.js";

/** Runs before Express, where a cached response would cost five times as much CPU. */
export function cachedResponses(services: Services, app: RequestListener) {
  const { assets, config, health, responseCache, logger } = services;
  const counts = new Map<string, number>();
  let mayHaveUnknownProxy = config.production && config.trustProxy === false;
  cacheAssets(services);

  const find = (address: string) => {
    const cached = responseCache.get(address);
    if (cached) return cached;
    // A page in a browser's cache can request a fingerprint of an earlier build; it gets the current file.
    const name = withoutFingerprint(address);
    return assets.find(name) ? responseCache.get(name) : undefined;
  };

  const listener: RequestListener = (request, response) => {
    request.url = pathOf(request.url ?? "");
    const { method, url, headers } = request;
    if (!health.ready) response.setHeader("Connection", "close");
    if (mayHaveUnknownProxy && headers["x-forwarded-for"] !== undefined) {
      mayHaveUnknownProxy = false;
      logger.error(
        "A request has X-Forwarded-For, but TRUST_PROXY is not set: set it to the number of proxies in front",
      );
    }

    const cached = method === "GET" || method === "HEAD" ? find(addressOf(url)) : undefined;
    if (!cached || (cached.variesByAccept && /markdown/i.test(headers.accept ?? ""))) return app(request, response);

    const status = sendCached(cached, request, response);
    const counted = `${cached.kind} ${status}`;
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
  if (target.startsWith("/")) return target.split("#")[0]!;
  const { pathname, search } = URL.canParse(target) ? new URL(target) : { pathname: "", search: "" };
  return pathname.startsWith("/") ? pathname + search : "/%"; // the path of another scheme may have no slash
}

/** Only the API, the feed, the page for frames, and `?sent` and `?event=` of forms depend on the query. */
function addressOf(url: string): string {
  const query = url.indexOf("?");
  const isWhole =
    query === -1 || /^\/(?:api\/|feed\.xml\?|embed\/[^.?]+\?)|^\/\w\w\/[^?]*\?(?:sent|(?:.*&)?event=)/.test(url);
  return isWhole ? url : url.slice(0, query);
}

/** Cached for a minute under the plain name too; for an hour what other sites load by it. */
function cacheAssets({ assets, config, responseCache }: Services): void {
  const secure = securityHeaders(config);
  for (const asset of assets.all) {
    const bodies = { ...asset, tag: entityTag(asset.identity) };
    const isForOtherSites = asset.address.startsWith("/embed/");
    const cache = (address: string, cacheControl: string) => {
      const headers = {
        ...secure,
        ...(isForOtherSites && { "Access-Control-Allow-Origin": "*" }), // a module script of another origin needs it
        "Content-Type": asset.type,
        "Cache-Control": cacheControl,
      };
      responseCache.set(address, "asset", headers, bodies);
    };

    const seconds = isForOtherSites ? 3600 : 60;
    cache(withoutFingerprint(asset.address), `public, max-age=${seconds}`);
    cache(asset.address, "public, max-age=31536000, immutable");
  }
}
