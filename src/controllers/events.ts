import type { Request } from "express";
import { eventLocaleQuery, eventQueryFor } from "../contracts/event-query.js";
import { defaultLocale, type Locale } from "../domain/locale.js";
import { isSlug } from "../domain/slug.js";
import { HttpError } from "../http/http-error.js";
import { parseQuery, queryError } from "../http/parse-query.js";
import type { FindResource } from "../http/resource.js";
import { apiEventOf, findEvent, presentEventList } from "../presenters/api-events.js";
import { calendarOfOccurrence } from "../presenters/calendar.js";
import type { Services } from "../services.js";
import { eventFilePath, eventPath, eventsPath } from "../site/paths.js";
import { calendarHeaders } from "./calendars.js";
import { cacheControl } from "./headers.js";

/** Specification §4.3, contract §3. */
export function eventsController(
  services: Services,
): { readonly index: FindResource } & Readonly<Record<"show" | "file", FindResource<{ id: string }>>> {
  const { recordOf } = services;
  const { cities, citySlugs } = services.library;
  const schema = eventQueryFor(cities);

  return {
    index(request) {
      const query = parseQuery(request, schema, { cities: citySlugs });
      const { concept, city, locale, ...rest } = query;
      // Dates, limits, cursors and unknown cities are too many to cache.
      const isCommon = Object.keys(rest).length === 0 && (!city || cities.some(({ slug }) => slug === city));
      return {
        address: isCommon ? eventsPath({ concept, city, locale }) : undefined,
        headers: jsonHeaders(locale ?? defaultLocale),
        body() {
          const list = presentEventList(query, services);
          if (!list) throw queryError({ to: ["errors:query.toNotAfterFrom"] });
          return JSON.stringify(list);
        },
      };
    },

    show(request) {
      const { occurrence, locale } = findOccurrence(request, services);
      const record = recordOf(occurrence, locale);
      return {
        address: eventPath(occurrence.id, parseQuery(request, eventLocaleQuery).locale),
        headers: jsonHeaders(record.locale),
        body: () => JSON.stringify({ event: apiEventOf(record) }),
      };
    },

    file(request) {
      const { occurrence, locale } = findOccurrence(request, services);
      const record = recordOf(occurrence, locale);
      return {
        address: eventFilePath(occurrence.id, locale),
        headers: calendarHeaders(record.id, record.locale),
        body: () => calendarOfOccurrence(occurrence, locale, services),
      };
    },
  };
}

const jsonHeaders = (locale: Locale) => ({
  "Content-Type": "application/json; charset=utf-8",
  "Cache-Control": cacheControl.events,
  "Content-Language": locale,
});

/** Throws HttpError 400 for an invalid id or query, 404 for an unknown event or language. */
function findOccurrence(request: Request<{ id: string }>, { agenda }: Services) {
  const { id } = request.params;
  if (!isSlug(id)) throw queryError({ id: ["errors:query.slug"] });
  const found = findEvent(id, parseQuery(request, eventLocaleQuery).locale, agenda);
  if ("messageKey" in found) throw new HttpError(404, found);
  return found;
}
