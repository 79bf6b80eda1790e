import type { Request, RequestHandler, Response } from "express";
import type { Expiring } from "../domain/expiring.js";
import { type CachedResponse, type ResponseCache, sendCached } from "./response-cache.js";

/** Returns the body of a 200, as HTML unless it sets another Content-Type; throws for any other status. */
export type BodyHandler<Params = Request["params"]> = (
  request: Request<Params>,
  response: Response,
) => Expiring<string> | Promise<Expiring<string>>;

export function bodyHandler(type: string, make: () => ReturnType<BodyHandler>, headers = {}): BodyHandler {
  return (_request, response) => {
    response.set(headers).type(type);
    return make();
  };
}

export function sendBody<Params = Request["params"]>(handler: BodyHandler<Params>): RequestHandler<Params> {
  return async (request, response) => {
    const { value } = await handler(request, response);
    response.send(value);
  };
}

/** `addressOf` returns the canonical address, or undefined to skip the cache; concurrent requests share one call. */
export function cacheResponse<Params = Request["params"]>(
  responseCache: ResponseCache,
  kind: string,
  handler: BodyHandler<Params>,
  addressOf: (request: Request<Params>) => string | undefined = ({ path }) => path,
): RequestHandler<Params> {
  const pending = new Map<string, Promise<CachedResponse>>();
  const sendUncached = sendBody(handler);

  const create = async (address: string, request: Request<Params>, response: Response) => {
    const { value, validUntil } = await handler(request, response);
    response.type(response.get("Content-Type") ?? "html");
    return responseCache.setText(address, kind, response.getHeaders(), value, validUntil);
  };

  return async (request, response, next) => {
    const address = addressOf(request);
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
