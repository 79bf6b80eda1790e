import type { RequestHandler } from "express";
import { folders } from "../addresses/paths.js";
import { type Asset, withoutFingerprint } from "../content/assets.js";
import { type Bodies, type Resource, sendResource } from "../http/cache.js";
import { methodNotAllowed } from "../http/checks.js";
import type { Site } from "../site.js";

/**
 * Clients keep a built file for ever; under its plain name for a minute, or for an hour if other sites load it. A page in
 * a browser's cache can request a fingerprint of an earlier build; it gets the current file.
 */
export function sendAssets(site: Site): RequestHandler {
  const resources = new Map(site.assets.all.flatMap(resourcesOf));
  const { responses } = site.snapshot();
  const rejectMethod = methodNotAllowed();
  // The images for link previews are 6 MB and seldom requested, so each is read at its first request. An error is
  // reported when the file is requested.
  for (const [address, resource] of resources)
    if (!address.startsWith(folders.shareImages)) Promise.resolve(responses.getOrMake(resource, site)).catch(() => {});

  return async (request, response, next) => {
    const { method, path } = request;
    const resource = resources.get(path) ?? resources.get(withoutFingerprint(path));
    if (!resource) return next();
    if (method === "GET" || method === "HEAD") return sendResource(resource, request, response, site);
    return rejectMethod(request, response, next);
  };
}

function resourcesOf({ address, type, read }: Asset): [string, Resource][] {
  let files: Bodies | undefined; // read once for both addresses
  const body = () => (files ??= read());
  const plain = withoutFingerprint(address);
  const isForOtherSites = address.startsWith(folders.forOtherSites);
  const resource = (at: string, cacheControl: string): [string, Resource] => {
    const cors = isForOtherSites && { "Access-Control-Allow-Origin": "*" }; // a module script of another origin needs it
    const shared = { "Cross-Origin-Resource-Policy": "cross-origin", ...cors }; // other sites show icons, for example
    const headers = { ...shared, "Content-Type": type, "Cache-Control": cacheControl };
    return [at, { key: at, headers, body }];
  };
  return [
    resource(plain, `public, max-age=${isForOtherSites ? 3600 : 60}`),
    resource(address, "public, max-age=31536000, immutable"),
  ];
}
