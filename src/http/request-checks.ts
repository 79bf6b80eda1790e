import type { RequestHandler } from "express";
import { HttpError } from "./http-error.js";

const RETRY_AFTER_SECONDS = "5";

/**
 * Refuses what a browser says another site made it send (Fetch Metadata Request Headers). Where it does not say, and
 * `baseUrl` is given, Origin has to be `baseUrl` or the requested host (RFC 6454 §7); a missing Origin passes, and so
 * does the `null` of private browsing. `key` is the translation key of the message.
 */
export function rejectCrossSite(key: string, baseUrl?: string): RequestHandler {
  return ({ headers }, _response, next) => {
    const { "sec-fetch-site": header = "", origin = "null", host } = headers;
    const site = ["cross-site", "same-site", "same-origin", "none"].find((known) => known === header);
    const isOurs = baseUrl === undefined || [baseUrl, `http://${host}`, `https://${host}`, "null"].includes(origin);
    if (site === "cross-site" || (site === undefined && !isOurs)) throw new HttpError(403, { messageKey: { key } });
    next();
  };
}

/** Rejects new requests once the server is stopping. */
export function rejectWhileDraining(health: { readonly ready: boolean }, key: string): RequestHandler {
  return (_request, response, next) => {
    if (health.ready) return next();
    response.set("Retry-After", RETRY_AFTER_SECONDS);
    throw new HttpError(503, { messageKey: { key } });
  };
}

/** Lets so many answers be under way at once. */
export function limitConcurrency(answers: number, key: string): RequestHandler {
  let underWay = 0;
  return (_request, response, next) => {
    if (underWay >= answers) {
      response.set("Retry-After", RETRY_AFTER_SECONDS);
      throw new HttpError(503, { messageKey: { key } });
    }
    underWay += 1;
    response.once("close", () => (underWay -= 1));
    next();
  };
}
