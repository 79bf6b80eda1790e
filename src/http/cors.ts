import type { RequestHandler } from "express";
import { HttpError } from "./errors.js";

const LOOPBACK = /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/;

export const corsHeaders = {
  "Cross-Origin-Resource-Policy": "cross-origin", // for pages with a Cross-Origin-Embedder-Policy
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "ETag, Link, Retry-After",
};

/** Scripts of any origin can read the responses, including errors (Fetch Standard, CORS protocol). */
export const cors: RequestHandler = (request, response, next) => {
  response.set(corsHeaders);
  if (request.method === "OPTIONS") response.set(preflight("GET, HEAD, OPTIONS", "*"));
  next();
};

/**
 * For an address without keys and state: any https origin, and pages on the visitor's own machine. A server on a loopback
 * address allows only those, because of DNS rebinding.
 */
export function corsOfAgents(baseUrl: string): RequestHandler {
  const isPublic = !LOOPBACK.test(baseUrl);
  return (request, response, next) => {
    const { origin = baseUrl } = request.headers;
    const isAllowed = origin === baseUrl || LOOPBACK.test(origin) || (isPublic && origin.startsWith("https://"));
    if (!isAllowed) throw new HttpError(403, { messageKey: "errors:otherOrigin" });
    response.set({ ...corsHeaders, "Access-Control-Expose-Headers": "Mcp-Session-Id, Retry-After" });
    // The wildcard does not cover Authorization.
    if (request.method === "OPTIONS") response.set(preflight("POST, OPTIONS", "*, Authorization"));
    next();
  };
}

const preflight = (methods: string, headers: string) => ({
  "Access-Control-Allow-Methods": methods,
  "Access-Control-Allow-Headers": headers,
  "Access-Control-Max-Age": "86400",
});
