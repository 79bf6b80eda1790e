/** OpenAPI 3.1.1 §4.8; `JSON.stringify` leaves out undefined properties. */
import * as z from "zod";

export type QueryExamples = Readonly<Record<string, string | number>>;

const schemaReference = (id: string) => `#/components/schemas/${id}`;

/** Objects stay open, because a property that is added later must not break a client. */
const toSchema = {
  io: "input",
  uri: schemaReference,
  override: ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) => {
    if (jsonSchema.format) delete jsonSchema.pattern;
    if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  },
} as const;

/** JSON Schema 2020-12, for documents that are not OpenAPI. */
export function jsonSchema(schema: z.ZodType, io: "input" | "output") {
  return z.toJSONSchema(schema, { ...toSchema, io }) as Record<string, unknown>;
}

export function componentSchemas(byId: Readonly<Record<string, z.ZodType>>) {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(byId)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, toSchema);
  return Object.fromEntries(Object.entries(schemas).map(([id, { $id, $schema, ...schema }]) => [id, schema]));
}

export function queryParameters(query: z.ZodObject, examples: QueryExamples) {
  const { properties = {} } = z.toJSONSchema(query, toSchema);
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = property as z.core.JSONSchema.JSONSchema;
    return { name, in: "query", description, schema, example: examples[name] };
  });
}

export const text = (description?: string) => ({ schema: { type: "string", description } });

export const json = (schemaId: string, example?: object) => ({
  "application/json": { schema: { $ref: schemaReference(schemaId) }, example },
});

export const errorResponse = (description: string, error: string, details?: object) => ({
  description,
  content: json("Error", { error, details }),
});

export const otherError = { description: "Any other error.", content: json("Error") };

export const getOperation = <Operation extends { content: object; errors: object }>({
  content,
  errors,
  ...rest
}: Operation) => ({
  get: {
    ...rest,
    responses: {
      200: { description: "The current data.", content },
      304: { description: "Nothing has changed." },
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
