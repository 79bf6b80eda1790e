import type * as z from "zod";
import { nearestTo } from "../text/nearest.js";
import { countCharacters } from "../text/plain-text.js";

/** Undefined if a problem was reported. */
export function validate<Data>(
  schema: z.ZodType<Data>,
  input: unknown,
  report: (path: readonly PropertyKey[], message: string, isUnknownField: boolean) => void,
): Data | undefined {
  const { data, error } = schema.safeParse(input, { reportInput: true, error: unknownKeys });
  for (const issue of error?.issues ?? []) {
    const isUnknownField = issue.code === "unrecognized_keys";
    report(isUnknownField ? [...issue.path, issue.keys[0]!] : issue.path, messageOf(issue), isUnknownField);
  }
  return data;
}

function unknownKeys(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== "unrecognized_keys") return undefined;
  const { shape = {} } = (issue.inst as z.ZodObject).def;
  const describe = (key: string) => {
    const nearest = nearestTo(key, Object.keys(shape));
    return `there is no field "${key}"${nearest ? `; did you mean "${nearest}"?` : ""}`;
  };
  return issue.keys.map(describe).join("; ");
}

function messageOf(issue: z.core.$ZodIssue): string {
  const { code, input, message } = issue;
  if (input === undefined && code !== "unrecognized_keys" && code !== "invalid_key") return "is missing";
  if (code === "too_small") return `${amountOf(input)}, at least ${issue.minimum}`;
  if (code === "too_big") return `${amountOf(input)}, at most ${issue.maximum}`;
  if (code === "unrecognized_keys") return message;
  if (code === "invalid_key") return issue.issues[0]!.message;
  if (code === "invalid_union" && "options" in issue) {
    const found = (input as Record<PropertyKey, unknown>)[issue.path.at(-1)!];
    return `must be ${issue.options.filter(Boolean).join(" or ")} (found ${described(found)})`;
  }
  if (code === "invalid_type") return `must be ${kinds[issue.expected] ?? issue.expected} (found ${described(input)})`;
  if (code === "invalid_value") return `must be ${issue.values.join(" or ")} (found ${described(input)})`;
  return `${message} (found ${described(input)})`;
}

const kinds: Readonly<Record<string, string>> = { string: "a text", number: "a number", array: "a list" };

function amountOf(input: unknown): string {
  if (typeof input === "string") return counted(countCharacters(input), "character");
  return Array.isArray(input) ? counted(input.length, "item") : `is ${input}`;
}

const counted = (count: number, unit: string) => `has ${count} ${unit}${count === 1 ? "" : "s"}`;

/** Lists and objects are too long to repeat. */
function described(input: unknown): string {
  if (Array.isArray(input)) return "a list";
  return typeof input === "object" && input !== null ? "an object" : JSON.stringify(input);
}
