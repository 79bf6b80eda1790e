import type { RequestHandler } from "express";

/**
 * What every answer carries. The pages have scripts and forms of their own and nothing inline, and the policy allows
 * no other: a part of the site that needs more adds its directive here (CSP Level 3).
 */
export function securityHeaders({ baseUrl }: { baseUrl: string }): Readonly<Record<string, string>> {
  return {
    "Content-Security-Policy": [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "font-src 'self'",
      "img-src 'self'",
      "manifest-src 'self'",
      "connect-src 'self'", // Dialogue asks; auditing tools read robots.txt through the page
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join("; "),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Content-Type-Options": "nosniff",
    // No includeSubDomains and no preload: the owner's other hosts are not this site's to promise for.
    ...(baseUrl.startsWith("https:") && { "Strict-Transport-Security": "max-age=31536000" }),
  };
}

export function setSecurityHeaders(headers: Readonly<Record<string, string>>): RequestHandler {
  return (_request, response, next) => {
    response.set(headers);
    next();
  };
}
