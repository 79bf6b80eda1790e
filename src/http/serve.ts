import type { RequestHandler } from "express";
import { prefersMarkdown } from "./accept.js";
import { type ResponseCache, sendCached } from "./cache.js";
import type { FindResource } from "./resource.js";

export function serve<Params>(cache: ResponseCache, find: FindResource<Params>): RequestHandler<Params> {
  return async (request, response) => {
    const resource = find(request);
    sendCached(await cache.getOrMake(resource.address, resource), request, response);
  };
}

/** Markdown of a page's own address is `no-store`, because caches that ignore Vary would serve it to browsers. */
export function servePage<Params>(
  cache: ResponseCache,
  page: FindResource<Params>,
  markdown: FindResource<Params>,
): RequestHandler<Params> {
  return serve<Params>(cache, (request) => {
    if (!prefersMarkdown(request.headers.accept)) {
      const resource = page(request);
      return { ...resource, headers: { ...resource.headers, Vary: "Accept" } };
    }
    const resource = markdown(request);
    const headers = { ...resource.headers, "Cache-Control": "no-store", Vary: "Accept" };
    return { ...resource, address: `by Accept: ${resource.address}`, headers };
  });
}
