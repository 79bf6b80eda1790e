import type { Request } from "express";
import { calendarPath } from "../addresses/paths.js";
import { calendarName, calendarOf } from "../events/calendar.js";
import { calendarQuery } from "../events/query.js";
import type { Resource } from "../http/cache.js";
import { HttpError } from "../http/errors.js";
import { calendarHeaders } from "../http/headers.js";
import { parseQuery } from "../http/query.js";
import type { Site } from "../site.js";
import { defaultLocale } from "../text/locale.js";

/** Contract §4: of a city, or of all. */
export function show(request: Request, site: Site): Resource {
  const { cities, citySlugs } = site.library;
  const query = parseQuery(request, calendarQuery);
  const { city: slug } = request.params;
  const city = cities.find((city) => city.slug === slug);
  if (slug !== undefined && !city)
    throw new HttpError(404, { messageKey: "errors:unknownCity", values: { city: String(slug), cities: citySlugs } });
  return {
    address: calendarPath(city?.slug, query, extensionOf(request)),
    headers: calendarHeaders(calendarName(city, query.concept), query.locale ?? defaultLocale),
    body: () => calendarOf(city, query, site),
  };
}

export const extensionOf = ({ path }: { path: string }) => (path.endsWith(".ics") ? ".ics" : "");
