import { z } from "zod";
import { chatAnswer } from "../contracts/chat-answer.js";
import { errorBody } from "../contracts/error-body.js";
import { calendarQuery, eventLocaleQuery, eventQuery } from "../contracts/event-query.js";
import { type EventRecord, eventAnswer, eventList, eventRecord } from "../contracts/event-record.js";
import { type ChatExamples, chatOperation } from "./openapi-chat.js";
import {
  answer,
  type ErrorExamples,
  headersOf,
  ifNoneMatch,
  problem,
  type QueryExamples,
  queryParameters,
  reference,
  unchanged,
} from "./openapi-objects.js";

/** What the description shows as examples: answers of the running site. */
export interface Examples
  extends ErrorExamples<"badQuery" | "unknownEvent" | "unknownCity" | "methodNotAllowed" | "serverError"> {
  /** Undefined when there is no event at all. */
  readonly event: EventRecord | undefined;
  /** The slugs of all cities. */
  readonly cities: readonly string[];
  readonly query: QueryExamples;
  readonly chat: ChatExamples;
}

/**
 * The description of the API, made from the schemas that check what is asked and say what is answered.
 *
 * Source  OpenAPI 3.1.1, JSON Schema 2020-12.
 */
export function openapi(about: {
  readonly name: string;
  readonly baseUrl: string;
  readonly mail: string;
  readonly termsUrl: string;
  readonly documentationUrl: string;
  readonly examples: Examples;
}) {
  const { name, baseUrl, mail, termsUrl, documentationUrl, examples } = about;
  const { event, cities } = examples;
  const id = { name: "id", in: "path", required: true, schema: { type: "string" }, description: "The event's id." };
  const cityOf = {
    name: "city",
    in: "path",
    required: true,
    schema: { type: "string" },
    description: `The city's slug: ${cities.join(", ")}. Its name in any of the languages leads there (308).`,
    example: cities[0],
  };
  const eventId = event ? { ...id, example: event.id } : id;
  const refusedList = {
    400: problem("The query or the address cannot be used as it is.", examples.badQuery),
    405: problem("The address can only be read.", examples.methodNotAllowed, { Allow: "What it takes." }),
    500: problem("Something went wrong on the server.", examples.serverError),
  };
  const refusedEvent = { ...refusedList, 404: problem("There is no such event.", examples.unknownEvent) };
  const movedOrRefusedCity = {
    308: {
      description: "The city is written otherwise than its slug.",
      headers: headersOf({ Location: "The calendar." }),
    },
    ...refusedList,
    404: problem("There is no such calendar.", examples.unknownCity),
  };
  const [localeParameter = {}] = queryParameters(eventLocaleQuery, examples.query);
  const parametersOf = (query: z.ZodObject) => [...queryParameters(query, examples.query), ifNoneMatch];
  const calendar = (operationId: string, summary: string, parameters: object[], more: object) => ({
    get: {
      operationId,
      summary,
      tags: ["Calendars"],
      parameters,
      responses: {
        200: answer("iCalendar (RFC 5545).", "text/calendar", { type: "string" }),
        304: unchanged,
        ...more,
      },
    },
  });
  const calendarParameters = [cityOf, ...parametersOf(calendarQuery)];

  return {
    openapi: "3.1.1",
    info: {
      title: `${name}: events, calendars and questions`,
      version: "1.1.0",
      summary: "Coming events as JSON and as calendars to subscribe to, and an assistant that answers questions.",
      description:
        "No key is needed. Events and calendars also take HEAD and OPTIONS, and may be called from any website; the assistant answers only pages of this site and programs that are no browser. Parameters that are not known are ignored; an unknown value of a known one is refused. A city without events is no error in a list of events: the list is empty.",
      contact: { email: mail },
      termsOfService: termsUrl,
    },
    externalDocs: { url: documentationUrl },
    servers: [{ url: baseUrl }],
    security: [],
    tags: [
      { name: "Events", description: "What takes place when, as JSON." },
      { name: "Calendars", description: "The same for programs that keep a calendar." },
      { name: "Assistant", description: "Answers about the site and its events." },
    ],
    paths: {
      "/api/events": {
        get: {
          operationId: "listEvents",
          summary: "Coming events, the soonest first",
          tags: ["Events"],
          parameters: parametersOf(eventQuery),
          responses: {
            200: answer("The events.", "application/json", reference("EventList")),
            304: unchanged,
            ...refusedList,
          },
        },
      },
      "/api/events/{id}": {
        get: {
          operationId: "getEvent",
          summary: "One event",
          tags: ["Events"],
          parameters: [eventId, ...parametersOf(eventLocaleQuery)],
          responses: {
            200: answer("The event.", "application/json", reference("EventAnswer"), event && { event }),
            304: unchanged,
            ...refusedEvent,
          },
        },
      },
      "/api/events/{id}.ics": calendar(
        "getEventFile",
        "One event as a calendar file",
        [eventId, ...parametersOf(eventLocaleQuery)],
        refusedEvent,
      ),
      "/api/calendar/{city}": calendar(
        "getCalendar",
        "A city's calendar to subscribe to",
        calendarParameters,
        movedOrRefusedCity,
      ),
      "/api/calendar/{city}.ics": calendar(
        "getCalendarFile",
        "The same, for programs that insist on an extension",
        calendarParameters,
        movedOrRefusedCity,
      ),
      "/api/ai/chat": { post: chatOperation(examples.chat, examples, localeParameter) },
    },
    components: { schemas: schemasOf(named) },
  };
}

const named = z.registry<{ id: string }>();
named.add(eventRecord, { id: "Event" });
named.add(eventList, { id: "EventList" });
named.add(eventAnswer, { id: "EventAnswer" });
named.add(chatAnswer, { id: "ChatAnswer" });
named.add(errorBody, { id: "Error" });

/**
 * The schemas, without patterns that repeat a format and without what only a stand-alone schema needs. Objects stay
 * open: a key that is added later must not break a client.
 */
function schemasOf(registry: typeof named) {
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => reference(id).$ref,
    override: ({ jsonSchema }) => {
      if (jsonSchema.format) delete jsonSchema.pattern;
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return Object.fromEntries(Object.entries(schemas).map(([id, { $id, $schema, ...schema }]) => [id, schema]));
}
