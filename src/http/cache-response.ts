import type { Request, RequestHandler, Response } from "express";
import { type CachedResponse, type ResponseCache, sendCached } from "./response-cache.js";

export interface ResourceResponse {
  /** Canonical: requests must not be able to make up others, because each is cached. */
  readonly address: string;
  /** HTML, unless it sets another Content-Type. */
  readonly body: (response: Response) => string | Promise<string>;
}

/** Throws for any status but 200. */
export type Resource<Params = Request["params"]> = (request: Request<Params>) => ResourceResponse;

export function fileResource(type: string, make: () => string | Promise<string>, headers = {}): Resource {
  return ({ path }) => ({
    address: path,
    body(response) {
      response.set(headers).type(type);
      return make();
    },
  });
}

/** Concurrent requests share one body. */
export function cacheResponse<Params>(
  responseCache: ResponseCache,
  kind: string,
  find: Resource<Params>,
): RequestHandler<Params> {
  const pending = new Map<string, Promise<CachedResponse>>();

  const create = async (address: string, request: Request<Params>, response: Response) => {
    const validity = responseCache.validityFromNow(); // first, as an article can be published meanwhile
    const text = await find(request).body(response);
    response.type(response.get("Content-Type") ?? "html");
    return responseCache.setText(address, kind, response.getHeaders(), text, validity);
  };

  return async (request, response) => {
    const { address } = find(request);
    let cached = responseCache.get(address);
    if (!cached) {
      const created = pending.get(address) ?? create(address, request, response).finally(() => pending.delete(address));
      pending.set(address, created);
      cached = await created;
    }
    sendCached(cached, request, response);
  };
}
