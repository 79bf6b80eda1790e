export interface ContentProblem {
  /** `content/pages/home/sv.md` */
  readonly file: string;
  /** `title`, `next.to` or `## who`; empty for the whole file. */
  readonly field: string;
  readonly message: string;
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

export function reportContentError(error: unknown): void {
  if (!(error instanceof ContentError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

const asLine = ({ file, line, field, message }: ContentProblem) =>
  `  ${file}${line ? `:${line}` : ""}${field && ` · ${field}`}: ${message}`;

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
