import type { RequestListener } from "node:http";
import { type Asset, withoutFingerprint } from "./content/assets.js";
import { entityTag } from "./http/etag.js";
import { negotiatedKey, prefersMarkdown } from "./http/markdown-preferred.js";
import { isMarkedPlainHttp } from "./http/request-checks.js";
import { sendCached } from "./http/response-cache.js";
import { securityHeaders } from "./http/security-headers.js";
import type { Services } from "./services.js";

/** Runs before Express, where a cached response would cost five times as much CPU. */
export function cachedResponses(services: Services, app: RequestListener) {
  const { assets, config, health, responseCache, logger } = services;
  const counts = new Map<string, number>();
  const needsHttps = config.trustProxy !== false && config.baseUrl.startsWith("https:");
  let mayHaveUnknownProxy = config.production && config.trustProxy === false;
  // The images for link previews are 6 MB and seldom requested, so each is read at its first request.
  const unread = new Map<string, Asset>();
  for (const asset of assets.all) {
    if (asset.address.startsWith("/share/")) unread.set(withoutFingerprint(asset.address), asset);
    else cacheAsset(asset, services);
  }

  const find = (address: string) => {
    const cached = responseCache.get(address);
    if (cached) return cached;
    // A page in a browser's cache can request a fingerprint of an earlier build; it gets the current file.
    const name = withoutFingerprint(address);
    if (!assets.find(name)) return undefined;
    const image = unread.get(name);
    unread.delete(name);
    try {
      if (image) cacheAsset(image, services);
    } catch (error) {
      logger.error({ err: error }, "Could not read an image: dist/ has changed since the start"); // a 404
    }
    return responseCache.get(address) ?? responseCache.get(name);
  };

  const negotiate = (address: string, accept: string | undefined) => {
    if (!prefersMarkdown(accept)) return find(address);
    const markdown = responseCache.get(negotiatedKey(`${address}.md`));
    if (markdown) return markdown;
    const cached = find(address);
    return cached?.variesByAccept ? undefined : cached;
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

    const isCacheable = (method === "GET" || method === "HEAD") && !(needsHttps && isMarkedPlainHttp(headers));
    const cached = isCacheable ? negotiate(addressOf(url), headers.accept) : undefined;
    if (!cached) return app(request, response);

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
  if (target.startsWith("/")) return target.includes("#") ? target.slice(0, target.indexOf("#")) : target;
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

/** Clients keep it for a minute under its plain name too, or for an hour if other sites load it. */
function cacheAsset({ address, type, read }: Asset, { config, responseCache }: Services): void {
  const files = read();
  const bodies = { ...files, tag: entityTag(files.identity) };
  const isForOtherSites = address.startsWith("/embed/");
  const cache = (at: string, cacheControl: string) => {
    const headers = {
      ...securityHeaders(config),
      ...(isForOtherSites && { "Access-Control-Allow-Origin": "*" }), // a module script of another origin needs it
      "Content-Type": type,
      "Cache-Control": cacheControl,
    };
    responseCache.set(at, "asset", headers, bodies);
  };

  cache(withoutFingerprint(address), `public, max-age=${isForOtherSites ? 3600 : 60}`);
  cache(address, "public, max-age=31536000, immutable");
}
