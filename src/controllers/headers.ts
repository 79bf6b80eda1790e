import type { Locale } from "../domain/locale.js";

/** Contract §3 and §4. */
export const cacheControl = {
  pages: "public, max-age=60, stale-while-revalidate=300",
  events: "public, max-age=60, stale-while-revalidate=600",
  calendars: "public, max-age=900",
} as const;

export const htmlHeaders = (locale: Locale) => ({
  "Content-Type": "text/html; charset=utf-8",
  "Content-Language": locale,
  "Cache-Control": cacheControl.pages,
});

/** Of what is for one visitor, and not for search engines. */
export const confirmationHeaders = (locale: Locale) => ({
  ...htmlHeaders(locale),
  "Cache-Control": "no-store",
  "X-Robots-Tag": "noindex",
});

/** `canonical` is the URL of the page. */
export const markdownHeaders = (locale: Locale, canonical: string) => ({
  "Content-Type": "text/markdown; charset=utf-8",
  "Content-Language": locale,
  "Cache-Control": cacheControl.pages,
  Link: `<${canonical}>; rel="canonical"`,
});
