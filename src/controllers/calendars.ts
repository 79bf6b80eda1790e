import type { Request } from "express";
import { conceptOfCode } from "../addresses/concepts.js";
import { calendarPath } from "../addresses/paths.js";
import { calendarQuery } from "../events/api.js";
import type { Resource } from "../http/cache.js";
import { calendarHeaders } from "../http/headers.js";
import { parseQuery } from "../http/query.js";
import type { Site } from "../site.js";
import { defaultLocale } from "../text/locale.js";
import { findCity } from "./redirects.js";

/** Contract §4: of a city, or of all. */
export function show(request: Request, site: Site): Resource {
  const query = parseQuery(request, calendarQuery);
  const city = request.params.city === undefined ? undefined : findCity(request, site);
  const fileName = [query.concept ? conceptOfCode(query.concept).slug : "events", city?.slug].filter(Boolean).join("-");
  return {
    key: calendarPath(city?.slug, query, request.path.endsWith(".ics") ? ".ics" : ""),
    headers: calendarHeaders(fileName, query.locale ?? defaultLocale),
    async body() {
      const { feedOfDates } = await import("../events/icalendar.js"); // `ics` takes 80 ms to load
      return feedOfDates(city, query, site);
    },
  };
}
