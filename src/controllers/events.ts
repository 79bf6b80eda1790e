import type { Request, RequestHandler } from "express";
import { type City, cityBySpelling } from "../addresses/cities.js";
import { conceptOfCode } from "../addresses/pages.js";
import { calendarPath, eventFilePath, eventPath, eventsPath } from "../addresses/paths.js";
import { calendarQuery, eventLocaleQuery, findEvent, presentEventList, readEventQuery } from "../events/api.js";
import { apiEventOf } from "../events/record.js";
import type { Resource } from "../http/cache.js";
import { redirectPermanently } from "../http/checks.js";
import { HttpError } from "../http/errors.js";
import { cacheControl, corsTextHeaders } from "../http/headers.js";
import { parseQuery, queryError, queryOf } from "../http/query.js";
import type { Site } from "../site.js";
import { defaultLocale, type Locale } from "../text/locale.js";
import { isSlug } from "../text/slug.js";

/** Requests for these alone are common: dates, limits and offsets are seldom the same. */
const commonParameters = ["concept", "city", "locale"];

/** Contract §3. */
export function list(request: Request, site: Site): Resource {
  const query = readEventQuery(request, site);
  const { city, locale = defaultLocale } = query;
  const hasCity = city === undefined || site.library.cities.some(({ slug }) => slug === city);
  const isCommon = hasCity && Object.keys(query).every((name) => commonParameters.includes(name));
  return {
    key: eventsPath(query), // in the order of the schema, so that one response answers every order of parameters
    isUncommon: !isCommon,
    isCompressed: isCommon, // compressing a list takes longer than making it
    headers: jsonHeaders(locale),
    body: () => JSON.stringify(presentEventList(query, site)),
  };
}

export function event(request: Request, site: Site): Resource {
  const { record, locale } = findRecord(request, site);
  return {
    key: eventPath(record.id, locale),
    headers: jsonHeaders(record.locale),
    body: () => JSON.stringify({ event: apiEventOf(record) }),
  };
}

export function file(request: Request, site: Site): Resource {
  const { record } = findRecord(request, site);
  return {
    key: eventFilePath(record.id, record.locale),
    headers: calendarHeaders(record.id, record.locale),
    async body() {
      const { icalendar } = await import("../events/icalendar.js"); // `ics` takes 80 ms to load
      return icalendar({ locale: record.locale, t: site.getFixedT(record.locale), events: [record] });
    },
  };
}

/** Contract §4: of a city, or of all. */
export function calendar(request: Request, site: Site): Resource {
  const query = parseQuery(request, calendarQuery);
  const city = request.params.city === undefined ? undefined : findCity(request, site);
  const fileName = [query.concept ? conceptOfCode(query.concept).slug : "events", city?.slug].filter(Boolean).join("-");
  return {
    key: calendarPath(city?.slug, query, request.path.endsWith(".ics") ? ".ics" : ""),
    headers: calendarHeaders(fileName, query.locale ?? defaultLocale),
    async body() {
      const { feedOfDates } = await import("../events/icalendar.js");
      return feedOfDates(city, query, site);
    },
  };
}

/** Redirects a path that ends in another spelling of a city to the path with its slug. */
export function redirectToSlug({ library }: Site): RequestHandler {
  return (request, response, next) => {
    const { params, path } = request;
    const city = cityBySpelling(library.cities, String(params.city));
    const corrected = city && path.replace(/[^/]+?(\.ics)?$/, `${city.slug}$1`);
    if (corrected && corrected !== path) redirectPermanently(response, corrected + queryOf(request));
    else next();
  };
}

/** The city of the path; 400 if the text cannot be a slug, 404 if no city has it. */
export function findCity(request: Request, { library }: Site): City {
  const text = String(request.params.city);
  const cities = library.citiesText;
  if (!isSlug(text)) throw queryError({ city: [{ messageKey: "errors:query.city" }] }, { cities });
  const city = library.cities.find(({ slug }) => slug === text);
  if (!city) throw new HttpError(404, { messageKey: "errors:unknownCity", values: { city: text, cities } });
  return city;
}

const jsonHeaders = (locale: Locale) => corsTextHeaders("application/json", locale, cacheControl.events);

const calendarHeaders = (name: string, locale: Locale) => ({
  ...corsTextHeaders("text/calendar", locale, cacheControl.calendars),
  "Content-Disposition": `inline; filename="${name}.ics"`,
});

/** `locale` is the requested one. Throws HttpError 400 or 404. */
function findRecord(request: Request, site: Site) {
  const id = String(request.params.id);
  if (!isSlug(id)) throw queryError({ id: [{ messageKey: "errors:query.slug" }] });
  const { locale } = parseQuery(request, eventLocaleQuery);
  const { problem, record } = findEvent(id, locale, site);
  if (problem) throw new HttpError(404, problem);
  return { record, locale };
}
