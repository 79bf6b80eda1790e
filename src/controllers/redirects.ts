import type { Request, RequestHandler, Response } from "express";
import { defaultLocale, isLocale, localeOfTag } from "../domain/locale.js";
import { isSlug, type Slug } from "../domain/slug.js";
import { queryError } from "../http/parse-query.js";
import { queryOf, redirect } from "../http/paths.js";
import type { Services } from "../services.js";
import { cityBySpelling } from "../text/city-spelling.js";

export function redirectsController(services: Services) {
  const { addresses, cities, citySlugs } = services.library;

  return {
    /** Only `/` depends on Accept-Language (RFC 9110 §12.5.4). */
    toLocale(request: Request, response: Response): void {
      const locale = request.acceptsLanguages().map(localeOfTag).find(isLocale) ?? defaultLocale;
      response.vary("Accept-Language").set("Cache-Control", "public, max-age=60");
      response
        .status(302)
        .location(addresses.pathTo("home", locale) + queryOf(request))
        .end();
    },

    toCity: (pathOf: (city: Slug, request: Request) => string): RequestHandler<{ city: string }> => {
      return (request, response, next) => {
        const { city: text } = request.params;
        const city = cityBySpelling(cities, text);
        if (city && city.slug !== text) redirect(response, pathOf(city.slug, request as Request) + queryOf(request));
        else if (isSlug(text)) next();
        else throw queryError({ city: ["errors:query.city"] }, { cities: citySlugs });
      };
    },
  };
}
