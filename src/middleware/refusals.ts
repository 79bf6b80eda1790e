import type { RequestHandler } from "express";
import { HttpError } from "./errors.js";

const RETRY_AFTER_SECONDS = "5";

/** Refuses what a browser says another site has made it send (Fetch Metadata Request Headers). `key` says so in words. */
export function refuseCrossSite(key: string): RequestHandler {
  return (request, _response, next) => {
    if (request.headers["sec-fetch-site"] === "cross-site") throw new HttpError(403, { sentence: { key } });
    next();
  };
}

/** Takes nothing new once the server is told to stop. */
export function whileReady(health: { readonly ready: boolean }, key: string): RequestHandler {
  return (_request, response, next) => {
    if (health.ready) return next();
    response.set("Retry-After", RETRY_AFTER_SECONDS);
    throw new HttpError(503, { sentence: { key } });
  };
}

/** Lets so many answers be under way at once. */
export function atMost(answers: number, key: string): RequestHandler {
  let underWay = 0;
  return (_request, response, next) => {
    if (underWay >= answers) {
      response.set("Retry-After", RETRY_AFTER_SECONDS);
      throw new HttpError(503, { sentence: { key } });
    }
    underWay += 1;
    response.once("close", () => (underWay -= 1));
    next();
  };
}
