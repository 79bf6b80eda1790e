import type { Request, Response } from "express";
import { localePath } from "../addresses/pages.js";
import { queryOf } from "../http/query.js";
import { pageAt, pathOf } from "../pages/page-ref.js";
import type { Site } from "../site.js";
import { defaultLocale, isLocale, localeOfTag } from "../text/locale.js";

/** Only `/` depends on Accept-Language (RFC 9110 §12.5.4). */
export function toLocale(request: Request, response: Response, { library }: Site): void {
  const locale = request.acceptsLanguages().map(localeOfTag).find(Boolean) ?? defaultLocale;
  const home = library.pathTo("home", locale);
  response.vary("Accept-Language").set("Cache-Control", "public, max-age=60");
  response
    .status(302)
    .location(home + queryOf(request))
    .end();
}

/** What texts have behind an address: punctuation, a bracket, a quotation mark, a space, also an invisible one. */
const BEHIND_ADDRESS = /(?<=[^./])(?:[./,;:!?)\]}>'"]|%(?:20|22|3E|5D|7D|C2%A0|E2%80%(?:8B|99|9D))){1,20}$/i;

/** Adds a missing locale, as in `/about`; corrects `/EN/about`, `/no/about`, and what was copied with the address. */
export function correctedPath(path: string, site: Site): string {
  const cleaned = path.replace(BEHIND_ADDRESS, "");
  const inEnglish = localePath(defaultLocale, cleaned);
  const page = pageAt(inEnglish, site);
  if (page && pathOf(page, site) === inEnglish.replace(/\.md$/, "")) return inEnglish;
  const [prefix = "", code = ""] = /^\/([a-z]{2})(?=\/|\.md$|$)/i.exec(cleaned) ?? [];
  const locale = code.toLowerCase().replace("no", "nb"); // contract §1: any other first segment is a 404
  return isLocale(locale) ? localePath(locale, cleaned.slice(prefix.length)) : path;
}
