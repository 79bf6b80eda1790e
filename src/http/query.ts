import * as z from "zod";
import { isDecodable } from "../text/escaping.js";
import { locales } from "../text/locale.js";
import { withoutInvisible } from "../text/spelling.js";
import { type Explanation, HttpError, type InputProblem } from "./errors.js";

/** `details` has the problems by the path of the invalid field, such as `messages.0.content`. */
export type Parsed<Data> = { ok: true; data: Data } | { ok: false; details: Record<string, InputProblem[]> };

/** Bounds the error response, whatever the size of the request. */
export const MAX_PROBLEMS = 10;

/** Clients send ten; each takes 2 µs, and 8,000 fit into an address. */
const MAX_PARAMETERS = 100;

/** The schemas' messages are translation keys; zod adds the values that an enum takes. */
interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly values?: readonly unknown[];
}

export const oneOf = <const Value extends string>(values: readonly Value[]) => z.enum(values, "errors:query.oneOf");

export const localeParameter = oneOf(locales).optional();

/**
 * Unknown parameters are ignored, because clients append their own, and empty ones, because forms send them; a repeated
 * one, a list (`city[]`) and one that is not percent-encoded UTF-8 are invalid.
 */
export function readQuery<Schema extends z.ZodObject>(search: string, schema: Schema): Parsed<z.infer<Schema>> {
  const values: Record<string, string> = {};
  const issues: Issue[] = [];
  for (const pair of search.slice(1).split("&", MAX_PARAMETERS)) {
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

/** Names each problem of a field once. */
export function invalid(issues: readonly Issue[]): Parsed<never> {
  const details: Record<string, InputProblem[]> = {};
  let problems = 0;
  for (const issue of issues) {
    if (problems === MAX_PROBLEMS) break;
    const field = issue.path.map(String).join(".");
    const ofField = details[field] ?? [];
    if (ofField.some(({ messageKey }) => messageKey === issue.message)) continue;
    details[field] = [...ofField, problemFromIssue(issue)];
    problems += 1;
  }
  return { ok: false, details };
}

export const problemFromIssue = ({ message, values }: Issue): InputProblem =>
  values ? { messageKey: message, values: { allowed: values.join(", ") } } : { messageKey: message };

/** Throws HttpError 400 with the problems of each parameter; their messages can show `values`. */
export function parseQuery<Schema extends z.ZodObject>(
  request: { readonly url: string },
  schema: Schema,
  values?: Explanation["values"],
): z.infer<Schema> {
  const query = readQuery(queryOf(request), schema);
  if (!query.ok) throw queryError(query.details, values);
  return query.data;
}

/** Includes the question mark; empty if there is no query. */
export function queryOf({ url }: { readonly url: string }): string {
  const start = url.indexOf("?");
  return start === -1 ? "" : url.slice(start);
}

export function queryError(details: Explanation["details"], values?: Explanation["values"]): HttpError {
  return new HttpError(400, { messageKey: "errors:query.message", details, values });
}

/** Schemas as OpenAPI 3.1.1 has them. Objects stay open, because a property that is added later must not break a client. */
export const schemaOptions = {
  io: "input",
  uri: (id: string) => `#/components/schemas/${id}`,
  override: ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) => {
    if (jsonSchema.format) delete jsonSchema.pattern;
    if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  },
} as const;
