import type { RequestHandler, Router } from "express";
import { HttpError } from "./errors.js";

export const READ = "GET, HEAD, OPTIONS";

/** OPTIONS returns the allowed methods, any other method 405 (RFC 9110 §15.5.6). */
export function methodNotAllowed(allowed: string): RequestHandler {
  return (request, response) => {
    response.set("Allow", allowed);
    if (request.method !== "OPTIONS") throw new HttpError(405);
    response.status(204).end();
  };
}

export function addReadRoute<Params>(router: Router, path: string, ...handlers: RequestHandler<Params>[]): void {
  router
    .route(path)
    .get(...handlers)
    .all(methodNotAllowed(READ));
}
