import type { RequestHandler } from "express";
import { sendWithEtag } from "./etag.js";
import type { FindResource } from "./resource.js";
import { type ResponseCache, sendCached } from "./response-cache.js";

export function serve<Params>(cache: ResponseCache, find: FindResource<Params>): RequestHandler<Params> {
  return async (request, response) => {
    const resource = find(request);
    if (resource.address === undefined) {
      return sendWithEtag(response, resource.headers, (await resource.body()) as string);
    }
    sendCached(await cache.of(resource.address, resource), request, response);
  };
}
