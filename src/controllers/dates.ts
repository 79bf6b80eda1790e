import { datesQuery } from "../addresses/paths.js";
import { eventQueryFor } from "../events/query.js";
import { htmlHeaders } from "../http/cache-control.js";
import { HttpError } from "../http/errors.js";
import { parseQuery } from "../http/query.js";
import type { FindResource } from "../http/resource.js";
import { datesPagePresenter } from "../pages/dates.js";
import type { Site } from "../site.js";
import type { Locale } from "../text/locale.js";

/** The list of all dates, or of those of a concept and a city. */
export function datesController(site: Site): (locale: Locale) => FindResource {
  const { addresses, cities } = site.library;
  const presentDates = datesPagePresenter(site);
  const query = eventQueryFor(cities).pick({ concept: true, city: true });

  return (locale) => (request) => {
    const filter = parseQuery(request, query);
    if (filter.city && !cities.some(({ slug }) => slug === filter.city)) throw new HttpError(404);
    return {
      address: addresses.pathTo("dates", locale) + datesQuery(filter),
      headers: htmlHeaders(locale),
      body: () => site.render("pages/dates/index.njk", locale, presentDates(filter, locale)),
    };
  };
}
