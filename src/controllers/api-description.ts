import { api, VERSION } from "../addresses/paths.js";
import { chatAnswer, chatRequest } from "../dialogue/chat-request.js";
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
import { apiEvent } from "../events/record-schema.js";
import { errorSchema } from "../http/errors.js";
import type { Site } from "../site.js";
import { defaultLocale } from "../text/locale.js";

/** OpenAPI 3.1.1 and JSON Schema 2020-12, without a warning from the recommended rules of Redocly and Spectral. */
export function presentApiDescription(site: Site) {
  const { organisation, addresses, page } = site.library;
  const terms = site.baseUrl + addresses.pathTo("terms", defaultLocale);
  const developer = site.baseUrl + addresses.pathTo("developer", defaultLocale);
  return {
    openapi: "3.1.1",
    info: {
      title: `${organisation.name}: events, calendars and questions`,
      version: VERSION,
      summary: "Upcoming events as JSON and as calendars to subscribe to, and an assistant that answers questions.",
      description:
        "No API key is needed. Events and calendars also answer HEAD and OPTIONS, and allow requests from any website; the assistant answers only this site's pages and programs that are not browsers. Responses carry an ETag for If-None-Match. Unknown parameters are ignored; unknown values of known parameters are rejected. If a city has no events, the list is empty.",
      contact: { email: organisation.mail },
      termsOfService: terms,
      license: { name: page("terms", defaultLocale).title, url: terms },
    },
    externalDocs: { url: developer },
    servers: [{ url: site.baseUrl }],
    security: [],
    tags: [
      { name: "Events", description: "Events as JSON." },
      { name: "Calendars", description: "The same events for calendar apps." },
      { name: "Assistant", description: "Answers about the site and its events." },
    ],
    paths: { ...pathsToRead(site), [api.chat]: { post: chat } },
    components: {
      schemas: componentSchemas({
        Event: apiEvent,
        EventList: eventList,
        EventAnswer: eventAnswer,
        ChatRequest: chatRequest,
        ChatAnswer: chatAnswer,
        Error: errorSchema,
      }),
    },
  };
}

/** What the operations that read differ in. */
interface Read {
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly object[];
  readonly content: object;
  readonly notFound?: string;
  readonly redirect?: string;
}

function pathsToRead(site: Site) {
  const { cities, citySlugs } = site.library;
  const list = presentEventList({ limit: 1 }, site);
  const [event] = list.events;
  const id = pathParameter("id", "The event's id.", event?.id);
  const city = pathParameter("city", `The city's slug: ${citySlugs}. Other spellings redirect to it.`, cities[0]?.slug);
  const calendar = { "text/calendar": textValue() };
  const calendarOfAll: Read = {
    operationId: "getCalendarOfAllCities",
    tag: "Calendars",
    summary: "Subscribe to the calendar of all cities",
    description: "iCalendar (RFC 5545), from 90 days ago to 12 months ahead; also what takes place online.",
    parameters: queryParameters(calendarQuery),
    content: calendar,
  };
  const calendarOfCity: Read = {
    operationId: "getCalendar",
    tag: "Calendars",
    summary: "Subscribe to a city's calendar",
    description: "iCalendar (RFC 5545), from 90 days ago to 12 months ahead.",
    parameters: [city, ...queryParameters(calendarQuery)],
    content: calendar,
    notFound: "Unknown city.",
    redirect: "The city has another slug; `Location` leads to it.",
  };
  const reads: Record<string, Read> = {
    [api.events]: {
      operationId: "listEvents",
      tag: "Events",
      summary: "List upcoming events",
      description: `Sorted by start. \`city\` is one of ${citySlugs}. \`links.next\` leads to the rest of a long list.`,
      parameters: queryParameters(eventQuery),
      content: jsonContent("EventList", list),
    },
    [`${api.events}/{id}`]: {
      operationId: "getEvent",
      tag: "Events",
      summary: "Get one event",
      description: "Events of the last and the next two years, also cancelled ones.",
      parameters: [id, ...queryParameters(eventLocaleQuery)],
      content: jsonContent("EventAnswer", event && { event }),
      notFound: "Unknown event.",
    },
    [`${api.events}/{id}.ics`]: {
      operationId: "getEventFile",
      tag: "Calendars",
      summary: "Download one event",
      description: "The event as an iCalendar file (RFC 5545).",
      parameters: [id, ...queryParameters(eventLocaleQuery)],
      content: calendar,
      notFound: "Unknown event.",
    },
    [api.calendar]: calendarOfAll,
    [`${api.calendar}.ics`]: asFile(calendarOfAll, "getCalendarFileOfAllCities"),
    [`${api.calendar}/{city}`]: calendarOfCity,
    [`${api.calendar}/{city}.ics`]: asFile(calendarOfCity, "getCalendarFile"),
  };
  return Object.fromEntries(Object.entries(reads).map(([path, read]) => [path, { get: operation(read) }]));
}

function asFile(read: Read, operationId: string): Read {
  const description = "The same, for programs that require the extension.";
  return { ...read, operationId, summary: `${read.summary} as a file`, description };
}

function operation({ tag, content, notFound, redirect, ...about }: Read) {
  return {
    ...about,
    tags: [tag],
    responses: {
      200: { description: "The current data.", content },
      304: { description: "Nothing has changed since the ETag in `If-None-Match`. No body." },
      308: redirect && { description: redirect },
      ...errorResponses({ 400: "The query or the path is invalid.", ...(notFound && { 404: notFound }) }),
    },
  };
}

const chat = {
  operationId: "askAssistant",
  tags: ["Assistant"],
  summary: "Ask a question about the site",
  description: "At most 15 questions a minute for each client. `Accept` selects the form of the answer.",
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
};
