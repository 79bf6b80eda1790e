import type { z } from "zod";

export type Read<Data> = { ok: true; data: Data } | { ok: false; details: Record<string, string[]> };

/**
 * The parameters of a query that a schema names. Names it does not know are ignored, as clients append their own; a
 * known one may be given once, and not as a list (`city[]`).
 *
 * Errors  none thrown; `details` has the keys of words for each parameter that is wrong. The schema's messages are such.
 */
export function readQuery<Schema extends z.ZodObject>(search: string, schema: Schema): Read<z.infer<Schema>> {
  const given: Record<string, string> = {};
  const details: Record<string, string[]> = {};
  for (const [key, value] of new URLSearchParams(search)) {
    const [name = ""] = key.split("[");
    if (!Object.hasOwn(schema.shape, name)) continue;
    if (name !== key || Object.hasOwn(given, name)) details[name] = ["errors:query.once"];
    else given[name] = value;
  }

  const result = schema.safeParse(given);
  for (const { path, message } of result.error?.issues ?? []) {
    const name = String(path[0]);
    details[name] = [...new Set([...(details[name] ?? []), message])];
  }
  return result.success && Object.keys(details).length === 0 ? { ok: true, data: result.data } : { ok: false, details };
}
