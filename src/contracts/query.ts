import * as z from "zod";
import { conceptCodes } from "../domain/concept.js";
import { locales } from "../domain/locale.js";
import { SLUG } from "../domain/slug.js";

/** `details` has translation keys by the path of the invalid field. */
export type Parsed<Data> = { ok: true; data: Data } | { ok: false; details: Record<string, string[]> };

/** Bounds the error response, whatever the size of the request. */
export const MAX_FIELDS = 10;

type Issue = Pick<z.core.$ZodIssue, "path" | "message">;

export const localeParameter = z.enum(locales, "errors:query.locale").optional();
export const conceptParameter = z.enum(conceptCodes, "errors:query.concept").optional();
export const slugParameter = z.string().max(100, "errors:query.slug").regex(SLUG, "errors:query.slug").optional();

/** Unknown parameters are ignored, because clients append their own; a repeated one or a list (`city[]`) is invalid. */
export function readQuery<Schema extends z.ZodObject>(search: string, schema: Schema): Parsed<z.infer<Schema>> {
  const values: Record<string, string> = {};
  const repeated: Issue[] = [];
  for (const [key, value] of new URLSearchParams(search)) {
    const [name = ""] = key.split("[");
    if (!Object.hasOwn(schema.shape, name)) continue;
    if (name !== key || Object.hasOwn(values, name)) repeated.push({ path: [name], message: "errors:query.repeated" });
    else values[name] = value;
  }

  const { data, error } = schema.safeParse(values);
  if (data && repeated.length === 0) return { ok: true, data };
  return invalid([...repeated, ...(error?.issues ?? [])]);
}

/** By field (`messages.0.content`), each message once. */
export function invalid(issues: readonly Issue[]): { ok: false; details: Record<string, string[]> } {
  const details: Record<string, string[]> = {};
  for (const { path, message } of issues) {
    const field = path.map(String).join(".");
    if (!Object.hasOwn(details, field) && Object.keys(details).length === MAX_FIELDS) continue;
    details[field] = [...new Set([...(details[field] ?? []), message])];
  }
  return { ok: false, details };
}

export const errorBody = z.strictObject({
  error: z.string().meta({ description: "One sentence, in the requested language if that is valid." }),
  details: z
    .record(z.string(), z.array(z.string()))
    .optional()
    .meta({ description: "What is wrong with each parameter or field, by its name." }),
});
