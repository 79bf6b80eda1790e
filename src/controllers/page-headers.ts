import type { Locale } from "../domain/locale.js";
import { cacheControl } from "./cache-control.js";

export const htmlHeaders = (locale: Locale) => ({
  "Content-Type": "text/html; charset=utf-8",
  "Content-Language": locale,
  "Cache-Control": cacheControl.pages,
});

/** `canonical` is the URL of the page. */
export const markdownHeaders = (locale: Locale, canonical: string) => ({
  "Content-Type": "text/markdown; charset=utf-8",
  "Content-Language": locale,
  "Cache-Control": cacheControl.pages,
  Link: `<${canonical}>; rel="canonical"`,
});
