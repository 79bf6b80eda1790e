import type { Locale } from "../text/locale.js";

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
