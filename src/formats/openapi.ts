import { z } from "zod";
import { chatAnswer } from "../contracts/chat-answer.js";
import { chatBody } from "../contracts/chat-request.js";
import { errorBody } from "../contracts/error-body.js";
import { calendarQuery, eventLocaleQuery, eventQuery } from "../contracts/event-query.js";
import { type EventRecord, eventAnswer, eventList, eventRecord } from "../contracts/event-record.js";

/** What the description shows as examples: answers of the running site. */
export interface Examples
  extends Errors<"badQuery" | "unknownEvent" | "unknownCity" | "methodNotAllowed" | "serverError"> {
  /** Undefined when there is no event at all. */
  readonly event: EventRecord | undefined;
  /** The slugs of all cities. */
  readonly cities: readonly string[];
  /** A value of each parameter, as it is written in an address. */
  readonly query: Readonly<Record<string, string | number>>;
  readonly chat: { readonly question: z.input<typeof chatBody> } & Errors<
    "notJson" | "emptyQuestion" | "crossSite" | "otherType" | "tooLarge" | "rate" | "busy"
  >;
}

type Errors<Name extends string> = Readonly<Record<Name, z.infer<typeof errorBody>>>;

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
      "/api/ai/chat": { post: chatOperation(examples) },
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

const reference = (id: string) => ({ $ref: `#/components/schemas/${id}` });

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

/** The parameters of a query, as it is written in an address. */
function queryParameters(query: z.ZodObject, examples: Examples["query"]) {
  const { properties = {} } = z.toJSONSchema(query, { io: "input" });
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = property as z.core.JSONSchema.JSONSchema;
    return { name, in: "query", description, schema, example: examples[name] };
  });
}

/** Dialogue: what is asked, in the forms it may come in, and each form of the answer. */
function chatOperation({ chat, methodNotAllowed, serverError, query }: Examples) {
  const { $schema, ...schema } = z.toJSONSchema(chatBody, { io: "input" });
  const [locale] = queryParameters(eventLocaleQuery, query);
  const retryAfter = { "Retry-After": "Seconds to wait." };
  return {
    operationId: "askAssistant",
    summary: "An answer to a question about the site",
    description:
      "15 questions a minute from an address. The answer comes in the form that `Accept` asks for. A form's post is answered by a page, its errors too.",
    tags: ["Assistant"],
    parameters: [{ ...locale, description: "The language of an error that comes before the body is read." }],
    requestBody: {
      required: true,
      description: "At most 64 KiB.",
      content: {
        "application/json": { schema, example: chat.question },
        "application/x-www-form-urlencoded": {
          schema: {
            type: "object",
            properties: { message: { type: "string" }, locale: { type: "string" } },
            required: ["message", "locale"],
          },
        },
      },
    },
    responses: {
      200: {
        description: "The answer, as it is made or at once.",
        headers: headersOf({
          "X-Answered-By": "`site` or `mistral`; `site; fallback` where the site's own model stands in.",
          "Cache-Control": "That it does not keep.",
        }),
        content: {
          "text/event-stream": {
            schema: { type: "string", description: "The AI SDK's UI message stream; the default." },
          },
          "text/plain": { schema: { type: "string" } },
          "application/json": { schema: reference("ChatAnswer") },
          "text/html": { schema: { type: "string", description: "To a form." } },
        },
      },
      400: problem("The body is no JSON.", chat.notJson),
      403: problem("Another site has made a browser send this.", chat.crossSite),
      405: problem("The address can only be sent to.", methodNotAllowed, { Allow: "What it takes." }),
      413: problem("The body is longer than 64 KiB.", chat.tooLarge),
      415: problem("The body is of another type.", chat.otherType, { "Accept-Post": "The types there are." }),
      422: problem("The body does not fit.", chat.emptyQuestion),
      429: problem("More than 15 questions in a minute.", chat.rate, retryAfter),
      500: problem("Something went wrong on the server.", serverError),
      503: problem("The server is about to stop, or has too many answers under way.", chat.busy, retryAfter),
    },
  };
}

const headersOf = (descriptions: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(descriptions).map(([name, description]) => [name, { description, schema: { type: "string" } }]),
  );

const ifNoneMatch = {
  name: "If-None-Match",
  in: "header",
  schema: { type: "string" },
  description: "The ETag of the answer that you have; 304 while that has not changed.",
};

const unchanged = {
  description: "Nothing has changed since the answer whose ETag stands in If-None-Match.",
  headers: headersOf({ ETag: "The same." }),
};

function answer(description: string, type: string, schema: object, example?: object) {
  return {
    description,
    headers: headersOf({ ETag: "For If-None-Match.", "Cache-Control": "How long it keeps." }),
    content: { [type]: { schema, ...(example && { example }) } },
  };
}

function problem(description: string, example: object, headers: Readonly<Record<string, string>> = {}) {
  return {
    description,
    headers: headersOf(headers),
    content: { "application/json": { schema: reference("Error"), example } },
  };
}
