/** What the description of the API is put together of (OpenAPI 3.1.1 §4.8). */
import { z } from "zod";
import type { errorBody } from "../contracts/error-body.js";

/** Errors as they are answered, by name. */
export type ErrorExamples<Name extends string> = Readonly<Record<Name, z.infer<typeof errorBody>>>;

/** A value of each parameter, as it is written in an address. */
export type QueryExamples = Readonly<Record<string, string | number>>;

export const reference = (id: string) => ({ $ref: `#/components/schemas/${id}` });

/** The parameters of a query, as it is written in an address. */
export function queryParameters(query: z.ZodObject, examples: QueryExamples) {
  const { properties = {} } = z.toJSONSchema(query, { io: "input" });
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = property as z.core.JSONSchema.JSONSchema;
    return { name, in: "query", description, schema, example: examples[name] };
  });
}

export const headersOf = (descriptions: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(descriptions).map(([name, description]) => [name, { description, schema: { type: "string" } }]),
  );

export const ifNoneMatch = {
  name: "If-None-Match",
  in: "header",
  schema: { type: "string" },
  description: "The ETag of the answer that you have; 304 while that has not changed.",
};

export const unchanged = {
  description: "Nothing has changed since the answer whose ETag stands in If-None-Match.",
  headers: headersOf({ ETag: "The same." }),
};

export function answer(description: string, type: string, schema: object, example?: object) {
  return {
    description,
    headers: headersOf({ ETag: "For If-None-Match.", "Cache-Control": "How long it keeps." }),
    content: { [type]: { schema, ...(example && { example }) } },
  };
}

export function problem(description: string, example: object, headers: Readonly<Record<string, string>> = {}) {
  return {
    description,
    headers: headersOf(headers),
    content: { "application/json": { schema: reference("Error"), example } },
  };
}
