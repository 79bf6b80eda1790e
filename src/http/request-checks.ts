import type { RequestHandler, Response } from "express";
import { HttpError } from "./http-error.js";

const RETRY_AFTER_SECONDS = "5";

/** Without Sec-Fetch-Site, Origin must be `baseUrl` or the host (RFC 6454 §7); private browsing sends `null`. */
export function rejectCrossSite(messageKey: string, baseUrl?: string): RequestHandler {
  return ({ headers }, _response, next) => {
    const { "sec-fetch-site": header = "", origin = "null", host } = headers;
    const site = ["cross-site", "same-site", "same-origin", "none"].find((known) => known === header);
    const isOurs = baseUrl === undefined || [baseUrl, `http://${host}`, `https://${host}`, "null"].includes(origin);
    if (site === "cross-site" || (site === undefined && !isOurs)) throw new HttpError(403, { messageKey });
    next();
  };
}

export function rejectWhileDraining(health: { readonly ready: boolean }, messageKey?: string): RequestHandler {
  return (_request, response, next) => {
    if (!health.ready) rejectAsBusy(response, messageKey);
    next();
  };
}

export function limitConcurrency(max: number, messageKey?: string): RequestHandler {
  let concurrent = 0;
  return (_request, response, next) => {
    if (concurrent >= max) rejectAsBusy(response, messageKey);
    concurrent += 1;
    response.once("close", () => (concurrent -= 1));
    next();
  };
}

function rejectAsBusy(response: Response, messageKey: string | undefined): never {
  response.set("Retry-After", RETRY_AFTER_SECONDS);
  throw new HttpError(503, { messageKey });
}
