import type { RequestListener } from "node:http";
import { nameOf } from "./content/assets.js";
import { entityTag } from "./http/etag.js";
import { send } from "./http/response-cache.js";
import { securityHeaders } from "./http/security-headers.js";
import type { Services } from "./services.js";

/**
 * The request listener of the server. What is already made (a page once rendered, every built file) is answered from
 * memory, ahead of Express; everything else goes to the application. Measured in test/bench.
 */
export function cachedResponses(services: Services, app: RequestListener) {
  const { assets, config, health, kept, logger } = services;
  const counts = new Map<string, number>();
  let mayHaveUnnamedProxy = config.production && config.trustProxy === false;
  keepAssets(services);

  const find = (path: string) => {
    const answer = kept.find(path);
    if (answer) return answer;
    // A page that a cache has kept may ask for a fingerprint of an earlier build: it gets the file of today.
    const name = nameOf(path);
    return assets.find(name) ? kept.find(name) : undefined;
  };

  const listener: RequestListener = (request, response) => {
    request.url = pathOf(request.url ?? "");
    const { method, url, headers } = request;
    if (!health.ready) response.setHeader("Connection", "close");
    if (mayHaveUnnamedProxy && headers["x-forwarded-for"] !== undefined) {
      mayHaveUnnamedProxy = false;
      logger.error(
        "A request carries X-Forwarded-For, and TRUST_PROXY is not set: set it to the number of proxies in front.",
      );
    }

    const readable = method === "GET" || method === "HEAD";
    const query = url.indexOf("?");
    // In the API and the feed the query matters. On a page it does not, whatever others have appended, except `?sent`,
    // which thanks for a form, and `?event=`, which has one filled in.
    const isWhole = query === -1 || /^\/(?:api\/|feed\.xml\?)|^\/\w\w\/[^?]*\?(?:sent|(?:.*&)?event=)/.test(url);
    const address = isWhole ? url : url.slice(0, query);
    const answer = readable ? find(address) : undefined;
    if (!answer || (answer.negotiated && /markdown/i.test(headers.accept ?? ""))) return app(request, response);

    const status = send(answer, request, response);
    const counted = `${answer.kind} ${status}`;
    counts.set(counted, (counts.get(counted) ?? 0) + 1);
  };

  return {
    listener,
    /** Logs how many answers were given from memory since the last time; says nothing when there were none. */
    logCounts(): void {
      if (counts.size > 0) logger.info(Object.fromEntries(counts), "answered from memory");
      counts.clear();
    },
  };
}

/**
 * The path and query of a request target. One in absolute form (RFC 9112 §3.2.2) loses its host, which says nothing
 * here; one that cannot be read becomes a path that cannot be read either, and is answered with 400.
 */
function pathOf(target: string): string {
  if (target.startsWith("/")) return target.split("#")[0]!;
  const { pathname, search } = URL.canParse(target) ? new URL(target) : { pathname: "", search: "" };
  return pathname.startsWith("/") ? pathname + search : "/%"; // a scheme of another kind may have no path
}

/** Every built file under its fingerprint, for good, and under its plain name, for a minute. */
function keepAssets({ assets, config, kept }: Services): void {
  const secure = securityHeaders(config);
  for (const asset of assets.all) {
    const bodies = { ...asset, tag: entityTag(asset.identity) };
    const keep = (address: string, cacheControl: string) =>
      kept.keep(address, "asset", { ...secure, "Content-Type": asset.type, "Cache-Control": cacheControl }, bodies);

    keep(nameOf(asset.address), "public, max-age=60");
    keep(asset.address, "public, max-age=31536000, immutable");
  }
}
