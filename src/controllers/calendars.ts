import { calendarPath } from "../addresses/paths.js";
import { calendarQuery } from "../events/query.js";
import { HttpError } from "../http/errors.js";
import { parseQuery } from "../http/query.js";
import type { FindResource } from "../http/resource.js";
import { calendarName, calendarOf } from "../presenters/calendar.js";
import type { Services } from "../services.js";
import { defaultLocale } from "../text/locale.js";
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

export const extensionOf = ({ path }: { path: string }) => (path.endsWith(".ics") ? ".ics" : "");
