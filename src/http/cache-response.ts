import type { Request, RequestHandler, Response } from "express";
import { type CachedResponse, type ResponseCache, sendCached } from "./response-cache.js";

export interface ResourceResponse {
  /** Canonical; undefined if the response must not be cached. */
  readonly address: string | undefined;
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

export function sendBody<Params>(find: Resource<Params>): RequestHandler<Params> {
  return async (request, response) => void response.send(await find(request).body(response));
}

/** Concurrent requests share one body. */
export function cacheResponse<Params>(
  responseCache: ResponseCache,
  kind: string,
  find: Resource<Params>,
): RequestHandler<Params> {
  const pending = new Map<string, Promise<CachedResponse>>();
  const sendUncached = sendBody(find);

  const create = async (address: string, request: Request<Params>, response: Response) => {
    const validity = responseCache.validityFromNow(); // first, as an article can be published meanwhile
    const text = await find(request).body(response);
    response.type(response.get("Content-Type") ?? "html");
    return responseCache.setText(address, kind, response.getHeaders(), text, validity);
  };

  return async (request, response, next) => {
    const { address } = find(request);
    if (address === undefined) return sendUncached(request, response, next);

    let cached = responseCache.get(address);
    if (!cached) {
      const created = pending.get(address) ?? create(address, request, response).finally(() => pending.delete(address));
      pending.set(address, created);
      cached = await created;
    }
    sendCached(cached, request, response);
  };
}
