import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Request, RequestHandler, Response } from "express";
import type { Site } from "../site.js";
import { isDecodable } from "../text/escaping.js";
import { BUSY, HttpError } from "./errors.js";
import { queryOf } from "./query.js";

export const MAX_HEADER_LINES = 200;

export const hasTooManyHeaders = ({ rawHeaders }: IncomingMessage) => rawHeaders.length > 2 * MAX_HEADER_LINES;

export const rejectTooManyHeaders: RequestHandler = (request, response, next) => {
  if (!hasTooManyHeaders(request)) return next();
  response.set("Connection", "close");
  throw new HttpError(431);
};

/** Browsers send 200 characters; parsing the 16 KB that a header can have takes up to 9 ms. */
const MAX_CHARACTERS = 500;
const parsedHeaders = ["accept", "accept-encoding", "accept-language", "x-forwarded-for"];

/** Each proxy appends to X-Forwarded-For, so its end is kept. */
export function truncateHeadersForParsing(headers: IncomingHttpHeaders): void {
  for (const name of parsedHeaders) {
    const list = headers[name];
    if (!list || list.length <= MAX_CHARACTERS) continue;
    headers[name] = name === "x-forwarded-for" ? list.slice(-MAX_CHARACTERS) : list.slice(0, MAX_CHARACTERS);
  }
}

/** Ignores the host of an absolute target (RFC 9112 §3.2.2). An invalid target becomes a path that gets a 400. */
export function pathOfTarget(target: string): string {
  if (target.startsWith("/")) return target.includes("#") ? target.slice(0, target.indexOf("#")) : target;
  const { pathname, search } = URL.canParse(target) ? new URL(target) : { pathname: "", search: "" };
  return pathname.startsWith("/") ? pathname + search : "/%"; // the path of another scheme may have no slash
}

export const rejectMalformedPath: RequestHandler = (request, _response, next) => {
  if (!isDecodable(request.path)) throw new HttpError(400);
  next();
};

/** A path that `correct` leaves unchanged goes on. */
export function redirectWrongPath(correct: (path: string) => string): RequestHandler {
  return (request, response, next) => {
    const path = correct(request.path);
    if (path === request.path) next();
    else redirectPermanently(response, path + queryOf(request));
  };
}

/** Begins with exactly one slash: with two, or with a backslash, it would name another host. */
export function withoutNeedlessSlashes(path: string): string {
  return `/${path
    .split(/[/\\]+/)
    .filter(Boolean)
    .join("/")}`;
}

export function redirectPermanently(response: Response, location: string): void {
  response.status(308).set("Cache-Control", "public, max-age=60").location(location).end();
}

/** The first value is the client's, as in Express's `protocol`. */
export const isMarkedPlainHttp = ({ headers }: IncomingMessage) =>
  /^http(?:\s*,|$)/i.test(`${headers["x-forwarded-proto"]}`);

/** Whether a trusted proxy received the request by plain http; the response then has no HSTS (RFC 6797 §7.2). */
function cameByPlainHttp(request: Request, response: Response, { baseUrl }: Site): boolean {
  const { app, socket } = request;
  const isPlain = isMarkedPlainHttp(request) && app.get("trust proxy fn")(socket.remoteAddress, 0);
  if (!isPlain || !baseUrl.startsWith("https:")) return false;
  response.removeHeader("Strict-Transport-Security");
  return true;
}

export function rejectPlainHttp(request: Request, response: Response, site: Site): void {
  if (cameByPlainHttp(request, response, site)) throw new HttpError(403);
}

/** GET and HEAD by plain http are redirected, and other methods get 403. */
export function requireHttps(site: Site): RequestHandler {
  return (request, response, next) => {
    const { method, originalUrl } = request;
    if (method !== "GET" && method !== "HEAD") rejectPlainHttp(request, response, site);
    if (!cameByPlainHttp(request, response, site)) return next();
    // Not cacheable: a client behind a CDN can send the header itself.
    response.status(308).set("Cache-Control", "no-store").location(`${site.baseUrl}${originalUrl}`).end();
  };
}

/** OPTIONS returns the allowed methods, any other method 405 (RFC 9110 §15.5.6). */
export function methodNotAllowed(allowed = "GET, HEAD, OPTIONS"): RequestHandler {
  return (request, response) => {
    response.set("Allow", allowed);
    if (request.method !== "OPTIONS") throw new HttpError(405);
    response.status(204).end();
  };
}

/** For what scripts send: browsers without Sec-Fetch-Site ask for permission first, and get none. */
export function rejectCrossSiteScripts({ headers }: Request): void {
  if (headers["sec-fetch-site"] === "cross-site") throw new HttpError(403, { reason: "crossSite" });
}

const relations = ["cross-site", "same-site", "same-origin", "none"];

/** Without Sec-Fetch-Site, Origin must be `baseUrl` or the host (RFC 6454 §7); private browsing sends `null`. */
export function rejectCrossSiteForms({ headers }: Request, { baseUrl }: Site): void {
  const { "sec-fetch-site": relation = "", origin = "null", host } = headers;
  const isOurs = [baseUrl, `http://${host}`, `https://${host}`, "null"].includes(origin);
  const isCrossSite = relations.includes(`${relation}`) ? relation === "cross-site" : !isOurs;
  if (isCrossSite) throw new HttpError(403, { reason: "crossSite" });
}

export function rejectWhileDraining({ health }: Site): void {
  if (health.phase === "draining") throw new HttpError(503, BUSY);
}
