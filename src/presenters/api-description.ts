import type * as z from "zod";
import { calendarQuery, cursorAfter, eventLocaleQuery, eventQuery } from "../contracts/event-query.js";
import { defaultLocale } from "../domain/locale.js";
import { monthsAfter } from "../domain/wall-clock.js";
import { chatOperation } from "../formats/openapi-chat.js";
import {
  calendarFile,
  componentSchemas,
  errorResponse,
  eventData,
  getOperation,
  header,
  pathParameter,
  queryParameters,
} from "../formats/openapi-objects.js";
import { api } from "../site/paths.js";
import { apiEventOf, presentEventList } from "./api-events.js";
import { calendarOf, calendarOfOccurrence } from "./calendar.js";
import type { Site } from "./site.js";

const UNKNOWN = "nothing-here";

/**
 * OpenAPI 3.1.1 and JSON Schema 2020-12, without a warning from the recommended rules of Redocly and Spectral.
 * Its examples name coming dates.
 */
export async function presentApiDescription(site: Site) {
  const { agenda, baseUrl, clock, getFixedT, library, records } = site;
  const { organisation, addresses, cities, page } = library;
  const t = getFixedT(defaultLocale);
  const urlOf = (name: "terms" | "developer") => baseUrl + addresses.pathTo(name, defaultLocale);
  const current = agenda.current();
  const [next] = current.search({}, { endsAfter: clock(), startsBefore: Infinity }, 1).occurrences;
  const event = next && apiEventOf(records.of(next, defaultLocale));
  const list = presentEventList({ limit: 1 }, site)!;
  const queryExamples = {
    concept: "AFTER",
    city: cities[0]?.slug,
    audience: "open",
    recurring: "true",
    locale: "en",
    from: current.today,
    to: monthsAfter(current.today, 6),
    limit: 10,
    cursor: next && cursorAfter(next),
  };

  const parametersOf = (query: z.ZodObject) => queryParameters(query, queryExamples);
  const invalid = errorResponse("The query or the path is invalid.", t("errors:query.message"), {
    locale: [t("errors:query.locale")],
  });
  const ofEvent = {
    parameters: [pathParameter("id", "The event's id.", event?.id), ...parametersOf(eventLocaleQuery)],
    errors: { 400: invalid, 404: errorResponse("Unknown event.", t("errors:unknownEvent", { id: UNKNOWN })) },
  };
  const ofAllCities = {
    ...calendarFile(await calendarOf(undefined, {}, site, 1)),
    parameters: parametersOf(calendarQuery),
    errors: { 400: invalid },
  };
  const slugs = cities.map(({ slug }) => slug).join(", ");
  const ofCity = {
    ...calendarFile(await calendarOf(cities[0], {}, site, 1)),
    parameters: [
      pathParameter("city", `The city's slug: ${slugs}. Other spellings redirect to it.`, queryExamples.city),
      ...parametersOf(calendarQuery),
    ],
    errors: {
      308: { description: "The city has another slug.", headers: { Location: header("The path of its calendar.") } },
      400: invalid,
      404: errorResponse("Unknown city.", t("errors:unknownCity", { city: UNKNOWN, cities: slugs })),
    },
  };

  return {
    openapi: "3.1.1",
    info: {
      title: `${organisation.name}: events, calendars and questions`,
      version: "1.1.0",
      summary: "Upcoming events as JSON and as calendars to subscribe to, and an assistant that answers questions.",
      description:
        "No API key is needed. Events and calendars also answer HEAD and OPTIONS, and allow requests from any website; the assistant answers only this site's pages and programs that are not browsers. Responses carry an ETag for If-None-Match. Unknown parameters are ignored; unknown values of known parameters are rejected. If a city has no events, the list is empty.",
      contact: { email: organisation.mail },
      termsOfService: urlOf("terms"),
      license: { name: page("terms", defaultLocale).title, url: urlOf("terms") },
    },
    externalDocs: { url: urlOf("developer") },
    servers: [{ url: baseUrl }],
    security: [],
    tags: [
      { name: "Events", description: "Events as JSON." },
      { name: "Calendars", description: "The same events for calendar apps." },
      { name: "Assistant", description: "Answers about the site and its events." },
    ],
    paths: {
      [api.events]: getOperation({
        operationId: "listEvents",
        summary: "List upcoming events",
        description: `Sorted by start. \`city\` is one of ${slugs}. \`links.next\` leads to the rest of a long list.`,
        parameters: parametersOf(eventQuery),
        ...eventData("EventList", list),
        errors: { 400: invalid },
      }),
      [`${api.events}/{id}`]: getOperation({
        operationId: "getEvent",
        summary: "Get one event",
        description: "Events of the last and the next two years, also cancelled ones.",
        ...eventData("EventAnswer", event && { event }),
        ...ofEvent,
      }),
      [`${api.events}/{id}.ics`]: getOperation({
        operationId: "getEventFile",
        summary: "Download one event",
        description: "The event as an iCalendar file (RFC 5545).",
        ...calendarFile(next && (await calendarOfOccurrence(next, defaultLocale, site))),
        ...ofEvent,
      }),
      [api.calendar]: getOperation({
        operationId: "getCalendarOfAllCities",
        summary: "Subscribe to the calendar of all cities",
        description: "iCalendar (RFC 5545), from 90 days ago to 12 months ahead; also what takes place online.",
        ...ofAllCities,
      }),
      [`${api.calendar}.ics`]: getOperation({
        operationId: "getCalendarFileOfAllCities",
        summary: "Subscribe to the calendar of all cities as a file",
        description: "The same, for programs that require the extension.",
        ...ofAllCities,
      }),
      [`${api.calendar}/{city}`]: getOperation({
        operationId: "getCalendar",
        summary: "Subscribe to a city's calendar",
        description: "iCalendar (RFC 5545), from 90 days ago to 12 months ahead.",
        ...ofCity,
      }),
      [`${api.calendar}/{city}.ics`]: getOperation({
        operationId: "getCalendarFile",
        summary: "Subscribe to a city's calendar as a file",
        description: "The same, for programs that require the extension.",
        ...ofCity,
      }),
      [api.chat]: { post: chatOperation(t, parametersOf(eventLocaleQuery)[0]!, event) },
    },
    components: { schemas: componentSchemas() },
  };
}
