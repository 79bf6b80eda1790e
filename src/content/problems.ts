import type { z } from "zod";

/** One thing wrong in the files under content/ or locales/, said so that its author finds it. */
export interface Problem {
  /** From the project's folder: `content/pages/home/sv.md`. */
  readonly file: string;
  /** The field or place in the file: `title`, `next.to`, `## who`; empty when it is the whole file. */
  readonly field: string;
  readonly message: string;
}

/** Tells of something wrong in the file at hand. */
export type Refuse = (field: string, message: string) => void;

/** What a schema has against a value, as an author would say it. */
export function describeIssue({ code, message, ...issue }: z.core.$ZodIssue): string {
  if (message.endsWith("received undefined")) return "is missing";
  if (code === "invalid_key" && "issues" in issue) return issue.issues[0]!.message;
  if (code === "too_small" && "minimum" in issue) return `is too short or too small: at least ${issue.minimum}`;
  if (code === "too_big" && "maximum" in issue) return `is too long or too large: at most ${issue.maximum}`;
  return message.replace("Invalid discriminator value. Expected", "must be one of");
}

/** Thrown once, at start, with everything that is wrong, so that an author mends all of it in one round. */
export class ContentError extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(`The content has ${problems.length} problem(s):\n${problems.map(inWords).join("\n")}`);
    this.name = "ContentError";
    this.problems = problems;
  }
}

const inWords = ({ file, field, message }: Problem) => `  ${file}${field && ` · ${field}`}: ${message}`;

/**
 * Opens one thing after the other and gathers what is wrong with each, so that an author mends all of it in one round.
 */
export function problemGatherer() {
  const problems: Problem[] = [];
  return {
    /** What `open` returns, or undefined when it throws a ContentError. */
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
