import type { Request, RequestHandler, Response } from "express";
import { HttpError } from "./http-error.js";
import type { FindResource } from "./resource.js";

const LOOPBACK = /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/;

const EXPOSED = "ETag, Link, Retry-After";

/** Scripts of any origin can read the responses, including errors (Fetch Standard, CORS protocol). */
export const cors: RequestHandler = (request, response, next) => {
  allowAnyOrigin(request, response, { methods: "GET, HEAD, OPTIONS", headers: "*", exposed: EXPOSED });
  next();
};

/** The same for resources: a cached response has its own headers, and none of the middleware. */
export function withCors<Params>(find: FindResource<Params>): FindResource<Params> {
  const headers = { "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": EXPOSED };
  return (request) => {
    const resource = find(request);
    return { ...resource, headers: { ...headers, ...resource.headers } };
  };
}

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
    const headers = "*, Authorization"; // the wildcard does not cover it
    allowAnyOrigin(request, response, { methods: "POST, OPTIONS", headers, exposed: "Mcp-Session-Id, Retry-After" });
    next();
  };
}

function allowAnyOrigin(
  { method }: Request,
  response: Response,
  { methods, headers, exposed }: Readonly<Record<"methods" | "headers" | "exposed", string>>,
): void {
  response.set({
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": exposed,
    ...(method === "OPTIONS" && {
      "Access-Control-Allow-Methods": methods,
      "Access-Control-Allow-Headers": headers,
      "Access-Control-Max-Age": "86400",
    }),
  });
}
