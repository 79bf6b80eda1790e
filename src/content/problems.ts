import type * as z from "zod";
import { countCharacters } from "../text/plain-text.js";

export interface ContentProblem {
  /** `content/pages/home/sv.md` */
  readonly file: string;
  /** `title`, `next.to` or `## who`; empty for the whole file. */
  readonly field: string;
  readonly message: string;
  /** Where a parser knows it. */
  readonly line?: number | undefined;
}

export type ReportProblem = (field: string, message: string, line?: number) => void;

export class ContentError extends Error {
  readonly problems: readonly ContentProblem[];

  constructor(problems: readonly ContentProblem[]) {
    super(`The content has ${problems.length} problem(s):\n${problems.map(asLine).join("\n")}`);
    this.name = "ContentError";
    this.problems = problems;
  }
}

const asLine = ({ file, line, field, message }: ContentProblem) =>
  `  ${file}${line ? `:${line}` : ""}${field && ` · ${field}`}: ${message}`;

export function reportContentError(error: unknown): void {
  if (!(error instanceof ContentError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

/** Undefined if a problem was reported. A value is reported once, however many rules it breaks. */
export function validate<Data>(schema: z.ZodType<Data>, input: unknown, report: ReportProblem): Data | undefined {
  const { data, error } = schema.safeParse(input, { error: inWords, reportInput: true });
  const reported = new Set<string>();
  for (const issue of error?.issues ?? []) {
    const fields = issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    for (const field of fields.map((path) => path.join("."))) {
      if (!reported.has(field)) report(field, messageOf(issue));
      reported.add(field);
    }
  }
  return data;
}

const kinds: Record<string, string> = {
  string: "a text",
  number: "a number, without quotation marks",
  boolean: "true or false",
  array: 'a list: [a, b], or lines that begin with "- "',
  object: "a group of fields",
  record: "a group: in JSON between { and }",
};

/** What editors read where a schema has no words of its own. */
export function inWords(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return "is missing";
  if (issue.input === null || issue.input === "") return "is empty";
  if (issue.code === "unrecognized_keys") return "is no field here";
  if (issue.code === "invalid_type") return `must be ${kinds[issue.expected] ?? issue.expected}`;
  if (issue.code === "invalid_value") return `must be one of ${issue.values.join(", ")}`;
  if (issue.code !== "too_small" && issue.code !== "too_big") return undefined;
  const least = "minimum" in issue && `${issue.inclusive === false ? "more than" : "at least"} ${issue.minimum}`;
  const bound = issue.code === "too_big" ? `at most ${issue.maximum}` : least;
  if (issue.origin === "string") return `must have ${bound} characters`;
  return issue.origin === "array" ? `must have ${bound} entries` : `must be ${bound}`;
}

const MAX_REPEATED = 40;

/** With the value found, unless there is none or a part of it is wrong. */
function messageOf(issue: z.core.$ZodIssue): string {
  const { input, message } = issue;
  if (issue.code === "invalid_key") return issue.issues[0]?.message ?? message;
  if (issue.code === "unrecognized_keys" || issue.code === "invalid_union") return message;
  if (input === undefined || input === null || input === "") return message;
  if (Array.isArray(input)) return `${message} (found a list of ${input.length})`;
  if (typeof input === "object") return message;
  const isLong = typeof input === "string" && input.length > MAX_REPEATED;
  return `${message} (found ${isLong ? `${countCharacters(input)} characters` : JSON.stringify(input)})`;
}

/** All texts in data, with their paths. */
export function textsIn(data: unknown, path: readonly string[] = []): { path: readonly string[]; text: string }[] {
  if (typeof data === "string") return [{ path, text: data }];
  if (typeof data !== "object" || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) => textsIn(value, [...path, key]));
}
