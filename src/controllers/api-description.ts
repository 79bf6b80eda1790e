import { api, VERSION } from "../addresses/paths.js";
import { chatAnswer, chatRequest } from "../assistant/chat-request.js";
import {
  componentSchemas,
  errorResponses,
  jsonContent,
  pathParameter,
  queryParameters,
  textValue,
} from "../documents/openapi.js";
import {
  calendarQuery,
  eventAnswer,
  eventList,
  eventLocaleQuery,
  eventQuery,
  presentEventList,
} from "../events/api.js";
import { apiEvent } from "../events/record.js";
import { errorSchema } from "../http/errors.js";
import type { Site } from "../site.js";
import { defaultLocale } from "../text/locale.js";

/** OpenAPI 3.1.1 and JSON Schema 2020-12, without a warning from the recommended rules of Redocly and Spectral. */
export function presentApiDescription(site: Site) {
  const { baseUrl, library } = site;
  const { organisation, addresses, cities, citySlugs: slugs, page } = library;
  const urlOf = (name: "terms" | "developer") => baseUrl + addresses.pathTo(name, defaultLocale);
  const list = presentEventList({ limit: 1 }, site)!;
  const [event] = list.events;
  const ofEvent = {
    parameters: [pathParameter("id", "The event's id.", event?.id), ...queryParameters(eventLocaleQuery)],
    responses: errorResponses({ 404: "Unknown event." }),
  };

  return {
    openapi: "3.1.1",
    info: {
      title: `${organisation.name}: events, calendars and questions`,
      version: VERSION,
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
      [api.events]: operation("Events", "listEvents", jsonContent("EventList", list), {
        summary: "List upcoming events",
        description: `Sorted by start. \`city\` is one of ${slugs}. \`links.next\` leads to the rest of a long list.`,
        parameters: queryParameters(eventQuery),
      }),
      [`${api.events}/{id}`]: operation("Events", "getEvent", jsonContent("EventAnswer", event && { event }), {
        summary: "Get one event",
        description: "Events of the last and the next two years, also cancelled ones.",
        ...ofEvent,
      }),
      [`${api.events}/{id}.ics`]: operation("Calendars", "getEventFile", calendar, {
        summary: "Download one event",
        description: "The event as an iCalendar file (RFC 5545).",
        ...ofEvent,
      }),
      ...calendarOperations(api.calendar, "OfAllCities", {
        summary: "Subscribe to the calendar of all cities",
        description: "iCalendar (RFC 5545), from 90 days ago to 12 months ahead; also what takes place online.",
        parameters: queryParameters(calendarQuery),
      }),
      ...calendarOperations(`${api.calendar}/{city}`, "", {
        summary: "Subscribe to a city's calendar",
        description: "iCalendar (RFC 5545), from 90 days ago to 12 months ahead.",
        parameters: [
          pathParameter("city", `The city's slug: ${slugs}. Other spellings redirect to it.`, cities[0]?.slug),
          ...queryParameters(calendarQuery),
        ],
        responses: {
          308: { description: "The city has another slug; `Location` leads to it." },
          ...errorResponses({ 404: "Unknown city." }),
        },
      }),
      [api.chat]: { post: chatOperation() },
    },
    components: { schemas: componentSchemas(documentedSchemas) },
  };
}

const documentedSchemas = {
  Event: apiEvent,
  EventList: eventList,
  EventAnswer: eventAnswer,
  ChatRequest: chatRequest,
  ChatAnswer: chatAnswer,
  Error: errorSchema,
};

const calendar = { "text/calendar": textValue() };

interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly object[];
  readonly responses?: object;
}

const calendarOperations = (path: string, suffix: string, about: Operation) => ({
  [path]: operation("Calendars", `getCalendar${suffix}`, calendar, about),
  [`${path}.ics`]: operation("Calendars", `getCalendarFile${suffix}`, calendar, {
    ...about,
    summary: `${about.summary} as a file`,
    description: "The same, for programs that require the extension.",
  }),
});

const operation = (tag: string, operationId: string, content: object, { responses, ...about }: Operation) => ({
  get: {
    operationId,
    tags: [tag],
    ...about,
    responses: {
      200: { description: "The current data.", content },
      304: { description: "Nothing has changed since the ETag in `If-None-Match`. No body." },
      ...errorResponses({ 400: "The query or the path is invalid." }),
      ...responses,
    },
  },
});

const chatOperation = () => ({
  operationId: "askAssistant",
  summary: "Ask a question about the site",
  description: "At most 15 questions a minute for each client. `Accept` selects the form of the answer.",
  tags: ["Assistant"],
  parameters: [
    {
      ...queryParameters(eventLocaleQuery)[0],
      description: "The language of errors that are found before the body is read.",
    },
  ],
  requestBody: {
    required: true,
    description: "At most 64 KiB.",
    // Forms are left out, because a generated client takes the wrong one of two types.
    content: jsonContent("ChatRequest", {
      messages: [{ role: "user", content: "When is the next event?" }],
      locale: defaultLocale,
    }),
  },
  responses: {
    200: {
      description: "The answer, as a stream or at once. The links in its text begin with `/`.",
      headers: {
        "X-Answered-By": textValue(
          "`mistral`, `site`, or `site; fallback` if the site's own model stood in for Mistral.",
        ),
      },
      content: {
        "text/event-stream": textValue("The AI SDK's UI message stream; the default."),
        "text/plain": textValue(),
        ...jsonContent("ChatAnswer"),
      },
    },
    ...errorResponses({
      400: "The body is not JSON in UTF-8.",
      403: "A browser sent this from another site.",
      413: "The body is longer than 64 KiB.",
      415: "The body is of another type.",
      422: "The body does not fit the schema.",
      429: "More than 15 questions in a minute.",
      503: "The server is stopping or overloaded.",
    }),
  },
});
