import type { Request, RequestHandler } from "express";
import { calendarQuery } from "../contracts/event-query.js";
import { defaultLocale } from "../domain/locale.js";
import { isSlug, type Slug } from "../domain/slug.js";
import { HttpError } from "../http/http-error.js";
import { parseQuery, queryError } from "../http/parse-query.js";
import { queryOf, redirect } from "../http/paths.js";
import type { FindResource } from "../http/resource.js";
import { calendarName, calendarOf } from "../presenters/calendar.js";
import type { Services } from "../services.js";
import { calendarPath } from "../site/paths.js";
import { cityBySpelling } from "../text/city-spelling.js";
import { calendarHeaders } from "./headers.js";

/** Contract §4. */
export function calendarsController(services: Services): FindResource<{ city?: string }> {
  const { cities, citySlugs } = services.library;

  return (request) => {
    const query = parseQuery(request, calendarQuery);
    const { city: slug } = request.params;
    const city = cities.find((city) => city.slug === slug);
    if (slug !== undefined && !city)
      throw new HttpError(404, { messageKey: "errors:unknownCity", values: { city: slug, cities: citySlugs } });
    return {
      address: calendarPath(city?.slug, query, extensionOf(request)),
      headers: calendarHeaders(calendarName(city, query.concept), query.locale ?? defaultLocale),
      body: () => calendarOf(city, query, services),
    };
  };
}

/** Redirects other spellings of a city to its slug; 400 if the text cannot be a slug. */
export function redirectToCity(
  { library }: Services,
  pathOf: (city: Slug, request: Request) => string,
): RequestHandler<{ city: string }> {
  const { cities, citySlugs } = library;
  return (request, response, next) => {
    const { city: text } = request.params;
    const city = cityBySpelling(cities, text);
    if (city && city.slug !== text) redirect(response, pathOf(city.slug, request as Request) + queryOf(request));
    else if (isSlug(text)) next();
    else throw queryError({ city: [{ messageKey: "errors:query.city" }] }, { cities: citySlugs });
  };
}

export const extensionOf = ({ path }: { path: string }) => (path.endsWith(".ics") ? ".ics" : "");
