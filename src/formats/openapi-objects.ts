/** OpenAPI 3.1.1 §4.8; `JSON.stringify` leaves out undefined properties. */

import * as z from "zod";
import { cacheControl } from "../contracts/cache-control.js";
import { chatAnswer, chatRequest } from "../contracts/chat-request.js";
import { apiEvent, eventAnswer, eventList } from "../contracts/event-record.js";
import { errorBody } from "../contracts/query.js";

const schemaReference = (id: string) => `#/components/schemas/${id}`;

/** Objects stay open, because a property that is added later must not break a client. */
export const schemaOptions = {
  io: "input",
  uri: schemaReference,
  override: ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) => {
    if (jsonSchema.format) delete jsonSchema.pattern;
    if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  },
} as const;

const documentedSchemas = z
  .registry<{ id: string }>()
  .add(apiEvent, { id: "Event" })
  .add(eventList, { id: "EventList" })
  .add(eventAnswer, { id: "EventAnswer" })
  .add(chatRequest, { id: "ChatRequest" })
  .add(chatAnswer, { id: "ChatAnswer" })
  .add(errorBody, { id: "Error" });

export function componentSchemas() {
  const { schemas } = z.toJSONSchema(documentedSchemas, schemaOptions);
  return Object.fromEntries(Object.entries(schemas).map(([id, { $id, $schema, ...schema }]) => [id, schema]));
}

export function queryParameters(query: z.ZodObject, examples: Readonly<Record<string, string | number | undefined>>) {
  const { properties = {} } = z.toJSONSchema(query, schemaOptions);
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = property as z.core.JSONSchema.JSONSchema;
    return { name, in: "query", description, schema, example: examples[name] };
  });
}

export const text = (description?: string, example?: string) => ({ schema: { type: "string", description }, example });

export const header = (description: string, example?: string) => ({ description, ...text(undefined, example) });

export const json = (schemaId: string, example?: object) => ({
  "application/json": { schema: { $ref: schemaReference(schemaId) }, example },
});

export const errorResponse = (description: string, error: string, details?: object) => ({
  description,
  content: json("Error", { error, details }),
});

export const otherError = { description: "Any other error.", content: json("Error") };

export const eventData = (schemaId: string, example: object | undefined) => ({
  tags: ["Events"],
  content: json(schemaId, example),
  cached: cacheControl.events,
});

export const calendarFile = (example: string | undefined) => ({
  tags: ["Calendars"],
  content: { "text/calendar": text(undefined, example) },
  cached: cacheControl.calendars,
});

const entityTag = {
  ETag: header("Changes with the body. Send it back in `If-None-Match`.", '"k37LjI8x6t4Fyczg"'),
};

export const getOperation = <Operation extends { content: object; errors: object; cached: string }>({
  content,
  errors,
  cached,
  ...rest
}: Operation) => ({
  get: {
    ...rest,
    responses: {
      200: {
        description: "The current data.",
        headers: { ...entityTag, "Cache-Control": header("How long it may be cached.", cached) },
        content,
      },
      304: { description: "Nothing has changed since the ETag in `If-None-Match`. No body.", headers: entityTag },
      ...errors,
      default: otherError,
    },
  },
});

export const pathParameter = (name: string, description: string, example: string | undefined) => ({
  name,
  in: "path",
  required: true,
  description,
  schema: { type: "string" },
  example,
});
