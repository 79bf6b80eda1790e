import type { z } from "zod";

export type Read<Data> = { ok: true; data: Data } | { ok: false; details: Record<string, string[]> };

/** A thing that is wrong, as zod tells of it. */
export type Issue = Pick<z.core.$ZodIssue, "path" | "message">;

/**
 * The parameters of a query that a schema names. Names it does not know are ignored, as clients append their own; a
 * known one may be given once, and not as a list (`city[]`).
 *
 * Errors  none thrown; `details` has the translation keys for each parameter that is wrong. Its messages are such.
 */
export function readQuery<Schema extends z.ZodObject>(search: string, schema: Schema): Read<z.infer<Schema>> {
  const given: Record<string, string> = {};
  const repeated: Issue[] = [];
  for (const [key, value] of new URLSearchParams(search)) {
    const [name = ""] = key.split("[");
    if (!Object.hasOwn(schema.shape, name)) continue;
    if (name !== key || Object.hasOwn(given, name)) repeated.push({ path: [name], message: "errors:query.once" });
    else given[name] = value;
  }

  const result = schema.safeParse(given);
  if (result.success && repeated.length === 0) return { ok: true, data: result.data };
  return refused([...repeated, ...(result.error?.issues ?? [])]);
}

/** More problems than these are not reported, so that the size of an error does not grow with what was sent. */
export const MAX_PROBLEMS = 10;

/** The first problems by the path of their field (`messages.0.content`), each message once per field. */
export function refused(issues: readonly Issue[]): { ok: false; details: Record<string, string[]> } {
  const details: Record<string, string[]> = {};
  for (const { path, message } of issues.slice(0, MAX_PROBLEMS)) {
    const field = path.map(String).join(".");
    details[field] = [...new Set([...(details[field] ?? []), message])];
  }
  return { ok: false, details };
}
