import type { RequestHandler, Response } from "express";
import { isDecodable } from "../text/escaping.js";
import { HttpError } from "./errors.js";

export const rejectMalformedPath: RequestHandler = (request, _response, next) => {
  if (!isDecodable(request.path)) throw new HttpError(400);
  next();
};

/** `correct` returns the path itself if it is correct. */
export function redirectTo(correct: (path: string) => string): RequestHandler {
  return (request, response, next) => {
    const path = correct(request.path);
    if (path === request.path) next();
    else redirect(response, path + queryOf(request));
  };
}

/** Begins with exactly one slash: with two, or with a backslash, it would name another host. */
export function withoutNeedlessSlashes(path: string): string {
  return `/${path
    .split(/[/\\]+/)
    .filter(Boolean)
    .join("/")}`;
}

export function redirect(response: Response, location: string): void {
  response.status(308).set("Cache-Control", "public, max-age=60").location(location).end();
}

/** Includes the question mark; empty if there is no query. */
export function queryOf({ url }: { readonly url: string }): string {
  const start = url.indexOf("?");
  return start === -1 ? "" : url.slice(start);
}

/** Ignores the host of an absolute target (RFC 9112 §3.2.2). An invalid target becomes a path that gets a 400. */
export function pathOfTarget(target: string): string {
  if (target.startsWith("/")) return target.includes("#") ? target.slice(0, target.indexOf("#")) : target;
  const { pathname, search } = URL.canParse(target) ? new URL(target) : { pathname: "", search: "" };
  return pathname.startsWith("/") ? pathname + search : "/%"; // the path of another scheme may have no slash
}
