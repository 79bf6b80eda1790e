import type { Request, RequestHandler, Router } from "express";
import type { Site } from "../site.js";
import { type Resource, sendResource } from "./cache.js";
import { HttpError } from "./errors.js";

/** Express matches no other spelling of a path. */
export const exactly = { strict: true, caseSensitive: true };

const READ = "GET, HEAD, OPTIONS";

/** OPTIONS returns the allowed methods, any other method 405 (RFC 9110 §15.5.6). */
export function methodNotAllowed(allowed = READ): RequestHandler {
  return (request, response) => {
    response.set("Allow", allowed);
    if (request.method !== "OPTIONS") throw new HttpError(405);
    response.status(204).end();
  };
}

/** Adds a route for GET and HEAD; other methods get 405. */
export function read(routes: Router, path: string, ...handlers: RequestHandler[]): void {
  routes.get(path, ...handlers);
  routes.all(path, methodNotAllowed());
}

/** Finds what GET answers; throws an HttpError for any status but 200. */
export type FindResource = (request: Request, site: Site) => Resource;

/** Sends the resource from the cache. */
export function serveCached(find: FindResource, site: Site): RequestHandler {
  return (request, response) => sendResource(find(request, site), request, response, site);
}
