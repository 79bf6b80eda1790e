import { datesQuery } from "../addresses/paths.js";
import { eventQueryFor } from "../events/query.js";
import { HttpError } from "../http/errors.js";
import { parseQuery } from "../http/query.js";
import type { FindResource } from "../http/resource.js";
import { datesPagePresenter } from "../presenters/dates-page.js";
import type { Services } from "../services.js";
import type { Locale } from "../text/locale.js";
import { htmlHeaders } from "./headers.js";

/** The list of all dates, or of those of a concept and a city. */
export function datesController(services: Services): (locale: Locale) => FindResource {
  const { addresses, cities } = services.library;
  const presentDates = datesPagePresenter(services);
  const query = eventQueryFor(cities).pick({ concept: true, city: true });

  return (locale) => (request) => {
    const filter = parseQuery(request, query);
    if (filter.city && !cities.some(({ slug }) => slug === filter.city)) throw new HttpError(404);
    return {
      address: addresses.pathTo("dates", locale) + datesQuery(filter),
      headers: htmlHeaders(locale),
      body: () => services.render("pages/dates/index.njk", locale, presentDates(filter, locale)),
    };
  };
}
