import type { Request } from "express";
import { prefersMarkdown } from "./accept.js";
import type { FindResource } from "./resource.js";
import { negotiatedAddress, type ResponseCache } from "./response-cache.js";

/** Markdown of a page's own address is `no-store`, because caches that ignore Vary would serve it to browsers. */
export function markdownIfPreferred<Params = Request["params"]>(
  cache: ResponseCache,
  page: FindResource<Params>,
  markdown: FindResource<Params>,
): FindResource<Params> {
  return (request) => {
    if (!prefersMarkdown(request.headers.accept)) {
      const resource = page(request);
      return { ...resource, headers: { ...resource.headers, Vary: "Accept" } };
    }
    const resource = markdown(request);
    return {
      ...resource,
      address: negotiatedAddress(resource.address!),
      headers: { ...resource.headers, "Cache-Control": "no-store", Vary: "Accept" },
      body: async () => (await cache.getOrMake(resource.address!, resource)).bodies,
    };
  };
}
