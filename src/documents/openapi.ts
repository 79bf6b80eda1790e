/** OpenAPI 3.1.1 §4.8; `JSON.stringify` leaves out undefined properties. */

import * as z from "zod";

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

/** Takes the schemas by their id. */
export function componentSchemas(schemasById: Readonly<Record<string, z.ZodType>>) {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemasById)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, schemaOptions);
  return Object.fromEntries(Object.entries(schemas).map(([id, { $id, $schema, ...schema }]) => [id, schema]));
}

export function queryParameters(query: z.ZodObject) {
  const { properties = {} } = z.toJSONSchema(query, schemaOptions);
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = property as z.core.JSONSchema.JSONSchema;
    return { name, in: "query", description, schema };
  });
}

export function pathParameter(name: string, description: string, example: string | undefined) {
  return { name, in: "path", required: true, description, example, schema: { type: "string" } };
}

export const textValue = (description?: string) => ({ schema: { type: "string", description } });

export const jsonContent = (schemaId: string, example?: object) => ({
  "application/json": { schema: { $ref: schemaReference(schemaId) }, example },
});

/** Takes descriptions by status. All errors have the same body. */
export function errorResponses(descriptions: Readonly<Record<number, string>>) {
  const responses: Record<string, object> = {};
  for (const [status, description] of Object.entries({ ...descriptions, default: "Any other error." })) {
    const headers = ["429", "503"].includes(status) ? { "Retry-After": retryAfter } : undefined;
    responses[status] = { description, headers, content: jsonContent("Error") };
  }
  return responses;
}

const retryAfter = { description: "Seconds to wait.", schema: { type: "integer" } };
