import type { Request, RequestHandler, Response } from "express";
import { isDecodable } from "../domain/percent-encoding.js";
import { HttpError } from "./http-error.js";

export const rejectMalformedPath: RequestHandler = (request, _response, next) => {
  if (!isDecodable(request.path)) throw new HttpError(400);
  next();
};

export function redirectTo(correct: (path: string) => string | undefined): RequestHandler {
  return (request, response, next) => {
    const path = correct(request.path);
    if (path === undefined) next();
    else redirect(request, response, path);
  };
}

/** Begins with one of the names, so that it cannot lead to another host; undefined if the path is correct. */
export function withoutSlash(path: string, names: ReadonlySet<string>): string | undefined {
  const segments = path.split("/").filter((segment) => segment !== "");
  return path.endsWith("/") && names.has(segments[0]!) ? `/${segments.join("/")}` : undefined;
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
