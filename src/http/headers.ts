import type { Request, RequestHandler, Response } from "express";
import type { Site } from "../site.js";
import type { Locale } from "../text/locale.js";
import { HttpError } from "./errors.js";

export type ResponseHeaders = Readonly<Record<string, string>>;

/** The policy (CSP Level 3) allows nothing inline and nothing from other hosts. */
export function securityHeaders({ baseUrl }: { readonly baseUrl: string }, frameAncestors = "'none'"): ResponseHeaders {
  return {
    "Content-Security-Policy": [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "font-src 'self'",
      "img-src 'self'",
      "manifest-src 'self'",
      "connect-src 'self'", // for Dialogue, and for audits that read robots.txt through the page
      "base-uri 'none'",
      "form-action 'self'",
      `frame-ancestors ${frameAncestors}`,
    ].join("; "),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Content-Type-Options": "nosniff",
    // No includeSubDomains or preload, because other hosts of the owner may lack HTTPS.
    ...(baseUrl.startsWith("https:") && { "Strict-Transport-Security": "max-age=31536000" }),
  };
}

/** A page is at most six minutes old, an event eleven, a calendar fifteen. */
export const cacheControl = {
  pages: "public, max-age=60, stale-while-revalidate=300",
  events: "public, max-age=60, stale-while-revalidate=600",
  calendars: "public, max-age=900",
} as const;

export const textHeaders = (mediaType: string, locale: Locale, value: string) => ({
  "Content-Type": `${mediaType}; charset=utf-8`,
  "Content-Language": locale,
  "Cache-Control": value,
});

/** A response with these headers can be read by scripts of any site (Fetch Standard, CORS protocol). */
const corsHeaders = {
  "Cross-Origin-Resource-Policy": "cross-origin", // for pages with a Cross-Origin-Embedder-Policy
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "ETag, Link, Retry-After",
};

export const corsTextHeaders = (mediaType: string, locale: Locale, value: string) => ({
  ...corsHeaders,
  ...textHeaders(mediaType, locale, value),
});

const LOOPBACK = /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/;

/** Scripts of any origin can read errors and redirects too (Fetch Standard, CORS protocol). */
export const cors: RequestHandler = (request, response, next) => {
  response.set(corsHeaders);
  if (request.method === "OPTIONS") response.set(preflight("GET, HEAD, OPTIONS", "*"));
  next();
};

/**
 * For an address without keys and state: any https origin, and pages on the visitor's own machine. A server on a loopback
 * address allows only those, because of DNS rebinding.
 */
export function allowAgents({ headers, method }: Request, response: Response, { baseUrl }: Site): void {
  const { origin = baseUrl } = headers;
  const isPublic = !LOOPBACK.test(baseUrl);
  const isAllowed = origin === baseUrl || LOOPBACK.test(origin) || (isPublic && origin.startsWith("https://"));
  if (!isAllowed) throw new HttpError(403, { messageKey: "errors:otherOrigin" });
  response.set({ ...corsHeaders, "Access-Control-Expose-Headers": "Mcp-Session-Id, Retry-After" });
  // The wildcard does not cover Authorization.
  if (method === "OPTIONS") response.set(preflight("POST, OPTIONS", "*, Authorization"));
}

const preflight = (methods: string, headers: string) => ({
  "Access-Control-Allow-Methods": methods,
  "Access-Control-Allow-Headers": headers,
  "Access-Control-Max-Age": "86400",
});
