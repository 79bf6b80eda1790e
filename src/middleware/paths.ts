import type { RequestHandler } from "express";
import { HttpError } from "./errors.js";

/** Refuses a path whose percent-encoding is broken, before anything tries to read it (RFC 3986 §2.1). */
export const refuseMalformedPath: RequestHandler = (request, _response, next) => {
  try {
    decodeURIComponent(request.path);
  } catch {
    throw new HttpError(400);
  }
  next();
};

/** Sends GET and HEAD on to the address that `correct` knows for the path, for good, with the query as it came. */
export function redirectTo(correct: (path: string) => string | undefined): RequestHandler {
  return (request, response, next) => {
    const path = request.method === "GET" || request.method === "HEAD" ? correct(request.path) : undefined;
    if (path === undefined) return next();

    const query = /\?.*$/.exec(request.originalUrl)?.[0] ?? "";
    response
      .status(308)
      .set("Cache-Control", "public, max-age=3600")
      .location(path + query)
      .end();
  };
}
