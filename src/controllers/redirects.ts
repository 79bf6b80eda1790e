import type { Request, RequestHandler, Response } from "express";
import { cityBySpelling } from "../addresses/cities.js";
import { queryOf, redirect } from "../http/paths.js";
import { queryError } from "../http/query.js";
import type { Site } from "../site.js";
import { defaultLocale, localeOfTag } from "../text/locale.js";
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
