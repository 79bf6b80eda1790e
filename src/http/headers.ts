import type { RequestHandler } from "express";

/** The policy (CSP Level 3) allows nothing inline and nothing from other hosts. */
export function securityHeaders(
  { baseUrl }: { readonly baseUrl: string },
  frameAncestors = "'none'",
): Readonly<Record<string, string>> {
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

export function setSecurityHeaders(headers: Readonly<Record<string, string>>): RequestHandler {
  return (_request, response, next) => {
    response.set(headers);
    next();
  };
}
