import type * as z from "zod";
import { countCharacters } from "../text/plain-text.js";

/** Undefined if a problem was reported. */
export function validate<Data>(
  schema: z.ZodType<Data>,
  input: unknown,
  report: (path: readonly PropertyKey[], message: string) => void,
): Data | undefined {
  const { data, error } = schema.safeParse(input, { reportInput: true });
  for (const issue of error?.issues ?? [])
    report(issue.code === "unrecognized_keys" ? [...issue.path, issue.keys[0]!] : issue.path, messageOf(issue));
  return data;
}

function messageOf(issue: z.core.$ZodIssue): string {
  const { code, input, message } = issue;
  if (code === "unrecognized_keys" || code === "invalid_union") return message;
  if (code === "invalid_key") return issue.issues[0]!.message;
  return input === undefined ? "is missing" : `${message} (found ${described(input)})`;
}

const MAX_REPEATED = 40;

function described(input: unknown): string {
  if (typeof input === "string" && input.length > MAX_REPEATED) return `${countCharacters(input)} characters`;
  if (Array.isArray(input)) return `a list of ${input.length}`;
  return typeof input === "object" && input !== null ? "an object" : JSON.stringify(input);
}
