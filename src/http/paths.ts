import type { Request, RequestHandler, Response } from "express";
import { isLocale } from "../domain/locale.js";
import { isDecodable } from "../domain/percent-encoding.js";
import { HttpError } from "./http-error.js";

const MAX_QUERY_CHARACTERS = 80;

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

export function redirect(request: Request, response: Response, path: string): void {
  response
    .status(308)
    .set("Cache-Control", "public, max-age=60")
    .location(path + queryOf(request))
    .end();
}

/** Letters, digits and spaces, which are safe in HTML; without a leading locale and an extension. Throws if it cannot be decoded. */
export function queryFromPath(path: string): string {
  const [, first, ...rest] = decodeURIComponent(path)
    .replace(/\.\w+$/, "")
    .split("/");
  const text = (isLocale(first) ? rest : [first, ...rest]).join(" ").slice(0, MAX_QUERY_CHARACTERS);
  return text.replace(/[^\p{L}\p{M}\p{N}]+/gu, " ").trim();
}

/** Includes the question mark; empty if there is no query. */
export function queryOf({ url }: Pick<Request, "url">): string {
  const start = url.indexOf("?");
  return start === -1 ? "" : url.slice(start);
}
