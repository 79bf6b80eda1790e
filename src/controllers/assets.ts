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
  const resources = new Map<string, Resource>();
  const { responses } = site.snapshot();
  const rejectMethod = methodNotAllowed();
  for (const resource of site.assets.all.flatMap(resourcesOf)) {
    const { key } = resource;
    resources.set(key, resource);
    // The images for link previews are 6 MB and seldom requested, so each is read at its first request. An error is
    // reported when the file is requested.
    if (!key.startsWith(folders.shareImages)) Promise.resolve(responses.getOrMake(resource)).catch(() => {});
  }

  return async (request, response, next) => {
    const { method, path } = request;
    const resource = resources.get(path) ?? resources.get(withoutFingerprint(path));
    if (!resource) return next();
    if (method === "GET" || method === "HEAD") return sendResource(resource, request, response, site);
    return rejectMethod(request, response, next);
  };
}

function resourcesOf({ address, type, read }: Asset): Resource[] {
  let files: Bodies | undefined; // read once for both addresses
  const body = () => (files ??= read());
  const isForOtherSites = address.startsWith(folders.forOtherSites);
  const cors = isForOtherSites && { "Access-Control-Allow-Origin": "*" }; // a module script of another origin needs it
  const shared = { "Cross-Origin-Resource-Policy": "cross-origin", ...cors }; // other sites show icons, for example
  const headers = (cacheControl: string) => ({ ...shared, "Content-Type": type, "Cache-Control": cacheControl });
  return [
    { key: withoutFingerprint(address), headers: headers(`public, max-age=${isForOtherSites ? 3600 : 60}`), body },
    { key: address, headers: headers("public, max-age=31536000, immutable"), body },
  ];
}
