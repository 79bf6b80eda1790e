import type { Request, RequestHandler } from "express";
import { cityBySpelling } from "../addresses/cities.js";
import { queryOf, redirect } from "../http/paths.js";
import { queryError } from "../http/query.js";
import type { Site } from "../site.js";
import { defaultLocale, isLocale, localeOfTag } from "../text/locale.js";
import { isSlug, type Slug } from "../text/slug.js";

/** Only `/` depends on Accept-Language (RFC 9110 §12.5.4). */
export function redirectToLocale({ library }: Site): RequestHandler {
  return (request, response) => {
    const locale = request.acceptsLanguages().map(localeOfTag).find(isLocale) ?? defaultLocale;
    const home = library.addresses.pathTo("home", locale);
    response.vary("Accept-Language").set("Cache-Control", "public, max-age=60");
    response
      .status(302)
      .location(home + queryOf(request))
      .end();
  };
}

/** Redirects other spellings of a city to its slug; 400 if the text cannot be a slug. */
export function redirectToCity(
  { library: { cities, citySlugs } }: Site,
  pathOf: (city: Slug, request: Request) => string,
): RequestHandler<{ city: string }> {
  return (request, response, next) => {
    const { city: text } = request.params;
    const city = cityBySpelling(cities, text);
    if (city && city.slug !== text) redirect(response, pathOf(city.slug, request as Request) + queryOf(request));
    else if (isSlug(text)) next();
    else throw queryError({ city: [{ messageKey: "errors:query.city" }] }, { cities: citySlugs });
  };
}
