import * as z from "zod";
import { conceptCodes } from "../domain/concept.js";
import { locales } from "../domain/locale.js";
import { isDecodable } from "../text/escaping.js";
import { withoutInvisible } from "../text/invisible.js";
import type { Translate } from "../text/translate.js";

/** `details` has translation keys by the path of the invalid field. */
export type Parsed<Data> = { ok: true; data: Data } | { ok: false; details: Record<string, string[]> };

/** Bounds the error response, whatever the size of the request. */
export const MAX_FIELDS = 10;

type Issue = Pick<z.core.$ZodIssue, "path" | "message">;

/** The message of a parameter that takes these values: a key, a blank, and what the text lists. */
export const oneOf = (values: readonly string[]) => ["errors:query.oneOf", values.join(", ")].join(" ");

export function translateMessage(message: string, t: Translate, values: Record<string, string | number> = {}): string {
  const [key = "", ...allowed] = message.split(" ");
  return t(key, allowed.length > 0 ? { ...values, allowed: allowed.join(" ") } : values);
}

export const localeParameter = z.enum(locales, oneOf(locales)).optional();
export const conceptParameter = z.enum(conceptCodes, oneOf(conceptCodes)).optional();

/**
 * Unknown parameters are ignored, because clients append their own, and empty ones, because forms send them; a repeated
 * one, a list (`city[]`) and one that is not percent-encoded UTF-8 are invalid.
 */
export function readQuery<Schema extends z.ZodObject>(search: string, schema: Schema): Parsed<z.infer<Schema>> {
  const values: Record<string, string> = {};
  const issues: Issue[] = [];
  for (const pair of search.slice(1).split("&")) {
    const [[key, text] = ["", ""]] = new URLSearchParams(pair);
    const value = withoutInvisible(text);
    const [name = ""] = key.split("[");
    if (!Object.hasOwn(schema.shape, name) || value === "") continue;
    if (!isDecodable(pair)) issues.push({ path: [name], message: "errors:query.encoding" });
    else if (name !== key || Object.hasOwn(values, name))
      issues.push({ path: [name], message: "errors:query.repeated" });
    else values[name] = value;
  }

  const { data, error } = schema.safeParse(values);
  if (data && issues.length === 0) return { ok: true, data };
  return invalid([...issues, ...(error?.issues ?? [])]);
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
