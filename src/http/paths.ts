import type { Request, RequestHandler, Response } from "express";
import { HttpError } from "./http-error.js";

/** Refuses a path whose percent-encoding is broken, before anything tries to read it (RFC 3986 §2.1). */
export const rejectMalformedPath: RequestHandler = (request, _response, next) => {
  try {
    decodeURIComponent(request.path);
  } catch {
    throw new HttpError(400);
  }
  next();
};

/** Sends any request on to the address that `correct` knows for its path. */
export function redirectTo(correct: (path: string) => string | undefined): RequestHandler {
  return (request, response, next) => {
    const path = correct(request.path);
    if (path === undefined) next();
    else redirect(request, response, path);
  };
}

/** Sends a request on to a path, for good, with the query as it came. */
export function redirect(request: Request, response: Response, path: string): void {
  response
    .status(308)
    .set("Cache-Control", "public, max-age=60")
    .location(path + queryOf(request))
    .end();
}

/** The query as it came, with its question mark; empty when there is none. */
export function queryOf({ url }: Pick<Request, "url">): string {
  const start = url.indexOf("?");
  return start === -1 ? "" : url.slice(start);
}
