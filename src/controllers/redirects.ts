import type { Request, RequestHandler, Response } from "express";
import { cityBySpelling } from "../addresses/cities.js";
import { localePath } from "../addresses/paths.js";
import { queryOf, redirect } from "../http/paths.js";
import { queryError } from "../http/query.js";
import { pageAt, summaryOf } from "../pages/find.js";
import type { Site } from "../site.js";
import { defaultLocale, isLocale, localeOfTag } from "../text/locale.js";
import { isSlug, type Slug } from "../text/slug.js";

/** Only `/` depends on Accept-Language (RFC 9110 §12.5.4). */
export function toLocale(request: Request, response: Response, { library }: Site): void {
  const locale = request.acceptsLanguages().map(localeOfTag).find(Boolean) ?? defaultLocale;
  const home = library.addresses.pathTo("home", locale);
  response.vary("Accept-Language").set("Cache-Control", "public, max-age=60");
  response
    .status(302)
    .location(home + queryOf(request))
    .end();
}

/** Redirects other spellings of a city to its slug; 400 if the text cannot be a slug. */
export function toCity(pathOf: (city: Slug, request: Request) => string, site: Site): RequestHandler {
  const { cities, citySlugs } = site.library;
  return (request, response, next) => {
    const text = String(request.params.city);
    const city = cityBySpelling(cities, text);
    if (city && city.slug !== text) redirect(response, pathOf(city.slug, request) + queryOf(request));
    else if (isSlug(text)) next();
    else throw queryError({ city: [{ messageKey: "errors:query.city" }] }, { cities: citySlugs });
  };
}

/** Adds a missing locale, as in `/about`; corrects `/EN/about`, `/no/about`, and the dot of a sentence at the end. */
export function correctedPath(path: string, site: Site): string {
  const withoutDot = path.replace(/(?<=[^./])[./]+$/, ""); // without the lookbehind, 8,000 dots take 0.1 s
  const inEnglish = localePath(defaultLocale, withoutDot);
  const page = pageAt(inEnglish, site);
  if (page && summaryOf(page, site).path === inEnglish.replace(/\.md$/, "")) return inEnglish;
  const [prefix = "", code = ""] = /^\/([a-z]{2})(?=\/|\.md$|$)/i.exec(withoutDot) ?? [];
  const locale = code.toLowerCase().replace("no", "nb");
  return isLocale(locale) ? localePath(locale, withoutDot.slice(prefix.length)) : path;
}
