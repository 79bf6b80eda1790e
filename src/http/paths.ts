import type { Request, RequestHandler, Response } from "express";
import { HttpError } from "./http-error.js";

/** Rejects malformed percent-encoding (RFC 3986 §2.1). */
export const rejectMalformedPath: RequestHandler = (request, _response, next) => {
  try {
    decodeURIComponent(request.path);
  } catch {
    throw new HttpError(400);
  }
  next();
};

export function redirectTo(correct: (path: string) => string | undefined): RequestHandler {
  return (request, response, next) => {
    const path = correct(request.path);
    if (path === undefined) next();
    else redirect(request, response, path);
  };
}

export function redirect(request: Request, response: Response, path: string): void {
  response
    .status(308)
    .set("Cache-Control", "public, max-age=60")
    .location(path + queryOf(request))
    .end();
}

/** Includes the question mark; empty if there is no query. */
export function queryOf({ url }: Pick<Request, "url">): string {
  const start = url.indexOf("?");
  return start === -1 ? "" : url.slice(start);
}
