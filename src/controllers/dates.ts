import type { Request } from "express";
import { datesQuery } from "../addresses/paths.js";
import { eventQueryFor } from "../events/query.js";
import type { Resource } from "../http/cache.js";
import { HttpError } from "../http/errors.js";
import { parseQuery } from "../http/query.js";
import { datesModel } from "../pages/page.js";
import type { Site } from "../site.js";
import type { Locale } from "../text/locale.js";
import { htmlHeaders } from "./content-headers.js";

/** The list of all dates, or of those of a concept and a city. */
export function list(locale: Locale, request: Request, site: Site): Resource {
  const { addresses, cities } = site.library;
  const schema = site.snapshot().cached("dates query", () => eventQueryFor(cities).pick({ concept: true, city: true }));
  const filter = parseQuery(request, schema);
  if (filter.city && !cities.some(({ slug }) => slug === filter.city)) throw new HttpError(404);
  return {
    address: addresses.pathTo("dates", locale) + datesQuery(filter),
    headers: htmlHeaders(locale),
    body: () => site.render("pages/dates/index.njk", locale, datesModel(filter, locale, site)),
  };
}
