import type { RequestHandler } from "express";
import { HttpError } from "./http-error.js";
import type { ResponseCache } from "./response-cache.js";

/** OPTIONS returns the allowed methods, any other method 405 (RFC 9110 §15.5.6). */
export function methodNotAllowed(allowed: string): RequestHandler {
  return (request, response) => {
    response.set("Allow", allowed);
    if (request.method !== "OPTIONS") throw new HttpError(405);
    response.status(204).end();
  };
}

/** Built files have no route, because every GET and HEAD is served from the cache. */
export function allowGetAndHead(responseCache: ResponseCache, readOnly: RequestHandler): RequestHandler {
  return (request, response, next) => (responseCache.get(request.path) ? readOnly(request, response, next) : next());
}
