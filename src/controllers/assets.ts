import type { Request } from "express";
import { folders } from "../addresses/paths.js";
import { type Asset, withoutFingerprint } from "../content/assets.js";
import type { Bodies, Resource } from "../http/resource.js";
import type { Site } from "../site.js";

/** Clients keep a built file for ever; under its plain name for a minute, or for an hour if other sites load it. */
export function assetsController({ assets, responseCache }: Site) {
  const resources = new Map(assets.all.flatMap(resourcesOf));
  // The images for link previews are 6 MB and seldom requested, so each is read at its first request.
  for (const [address, resource] of resources)
    if (!address.startsWith(folders.shareImages)) responseCache.getOrMake(address, resource);

  /** A page in a browser's cache can request a fingerprint of an earlier build; it gets the current file. */
  return ({ path }: Pick<Request, "path">): Resource | undefined =>
    resources.get(path) ?? resources.get(withoutFingerprint(path));
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
    return [at, { address: at, ignoresQuery: true, headers, body }];
  };
  return [
    resource(plain, `public, max-age=${isForOtherSites ? 3600 : 60}`),
    resource(address, "public, max-age=31536000, immutable"),
  ];
}
