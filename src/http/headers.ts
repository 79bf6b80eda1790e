import type { Locale } from "../text/locale.js";

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

/** Contract §3 and §4. */
const cacheControl = {
  pages: "public, max-age=60, stale-while-revalidate=300",
  events: "public, max-age=60, stale-while-revalidate=600",
  calendars: "public, max-age=900",
} as const;

export const textHeaders = (mediaType: string, locale: Locale, kind: keyof typeof cacheControl = "pages") => ({
  "Content-Type": `${mediaType}; charset=utf-8`,
  "Content-Language": locale,
  "Cache-Control": cacheControl[kind],
});

export const htmlHeaders = (locale: Locale) => textHeaders("text/html", locale);

/** A confirmation is for one visitor, and not for search engines. */
export const confirmationHeaders = (locale: Locale) => ({
  ...htmlHeaders(locale),
  "Cache-Control": "no-store",
  "X-Robots-Tag": "noindex",
});

export const calendarHeaders = (name: string, locale: Locale) => ({
  ...textHeaders("text/calendar", locale, "calendars"),
  "Content-Disposition": `inline; filename="${name}.ics"`,
});

export const markdownHeaders = (locale: Locale, canonicalUrl: string) => ({
  ...textHeaders("text/markdown", locale),
  Link: `<${canonicalUrl}>; rel="canonical"`,
});
