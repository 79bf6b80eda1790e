import type { z } from "zod";

export interface Problem {
  /** `content/pages/home/sv.md` */
  readonly file: string;
  /** `title`, `next.to` or `## who`; empty for the whole file. */
  readonly field: string;
  readonly message: string;
}

export type ReportProblem = (field: string, message: string) => void;

export function describeIssue({ code, message, ...issue }: z.core.$ZodIssue): string {
  if (message.endsWith("received undefined")) return "is missing";
  if (code === "invalid_key" && "issues" in issue) return issue.issues[0]!.message;
  if (code === "too_small" && "minimum" in issue) return `is too short or too small: at least ${issue.minimum}`;
  if (code === "too_big" && "maximum" in issue) return `is too long or too large: at most ${issue.maximum}`;
  return message.replace("Invalid discriminator value. Expected", "must be one of");
}

export class ContentError extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(`The content has ${problems.length} problem(s):\n${problems.map(asLine).join("\n")}`);
    this.name = "ContentError";
    this.problems = problems;
  }
}

/** For commands. */
export function reportContentError(error: unknown): void {
  if (!(error instanceof ContentError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

const asLine = ({ file, field, message }: Problem) => `  ${file}${field && ` · ${field}`}: ${message}`;

export function collectProblems() {
  const problems: Problem[] = [];
  return {
    attempt<T>(open: () => T): T | undefined {
      try {
        return open();
      } catch (error) {
        if (!(error instanceof ContentError)) throw error;
        problems.push(...error.problems);
        return undefined;
      }
    },
    error: () => new ContentError(problems),
  };
}
