import type { RequestHandler } from "express";

/** Scripts of any origin can read the responses, including errors (Fetch Standard, CORS protocol). */
export const cors: RequestHandler = (request, response, next) => {
  response.set({ "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "ETag, Link, Retry-After" });
  if (request.method === "OPTIONS") {
    response.set({
      "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
      "Access-Control-Allow-Headers": "*",
      "Access-Control-Max-Age": "86400",
    });
  }
  next();
};
