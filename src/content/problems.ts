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

/** Undefined if a problem was reported, with the line that V8's error names; versions of Node word it differently. */
export function parseJson(text: string, report: ReportProblem): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    const position = /position (\d+)/.exec(message)?.[1];
    const before = text.slice(0, position === undefined ? undefined : Number(position));
    report("", `is not JSON: ${message}`, before.split("\n").length);
    return undefined;
  }
}

/** Undefined if a problem was reported. */
export function validate<Data>(schema: z.ZodType<Data>, input: unknown, report: ReportProblem): Data | undefined {
  const { data, error } = schema.safeParse(input, { reportInput: true });
  for (const issue of error?.issues ?? []) {
    const keys = issue.code === "unrecognized_keys" ? [issue.keys[0]!] : [];
    report([...issue.path, ...keys].join("."), messageOf(issue));
  }
  return data;
}

function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "unrecognized_keys" || issue.code === "invalid_union") return issue.message;
  if (issue.code === "invalid_key") return issue.issues[0]!.message;
  return issue.input === undefined ? "is missing" : `${issue.message} (found ${described(issue.input)})`;
}

const MAX_REPEATED = 40;

function described(input: unknown): string {
  if (typeof input === "string" && input.length > MAX_REPEATED) return `${countCharacters(input)} characters`;
  if (Array.isArray(input)) return `a list of ${input.length}`;
  return typeof input === "object" && input !== null ? "an object" : JSON.stringify(input);
}
