import type * as z from "zod";

/** Schemas as OpenAPI 3.1.1 has them. Objects stay open, because a property that is added later must not break a client. */
export const schemaOptions = {
  io: "input",
  uri: (id: string) => `#/components/schemas/${id}`,
  override: ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) => {
    if (jsonSchema.format) delete jsonSchema.pattern;
    if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  },
} as const;
