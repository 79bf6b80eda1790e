import type { Request, RequestHandler, Response } from "express";
import { isDecodable } from "../text/percent-encoding.js";
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

/** Undefined if the path has no slash at its end. Repeated slashes become one, so that it cannot lead to another host. */
export function withoutSlash(path: string): string | undefined {
  return path.endsWith("/") ? `/${path.split("/").filter(Boolean).join("/")}` : undefined;
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
