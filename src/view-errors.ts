import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** Its message begins with the view that has the mistake, and its line and column. */
class ViewError extends Error {}

/** Nunjucks begins its messages with a line for each view that shows the one that failed. */
const SHOWN_BY = /^(?:\s*\(.*\).*\n\s*)+/;

export function syntaxError(view: string, { message }: Error): Error {
  const [, line, column] = /\[Line (\d+), Column (\d+)\]/.exec(message) ?? [];
  const place = line === undefined ? "" : `:${line}:${column}`;
  return new ViewError(`views/${view}${place}: ${message.replace(SHOWN_BY, "")}`);
}

/** The view that failed is the first on the stack. Its code has lines and columns of the view. */
export function renderingError(
  thrown: unknown,
  folder: string,
  compiledViews: Readonly<Record<string, string>>,
): Error {
  let error = thrown as Error;
  while (error.name === "Template render error" && error.cause) error = error.cause as Error;
  const frames = /\n\s+at [\s\S]*/.exec(error.stack ?? "")?.[0] ?? "";
  const [, view, line, column] = /\bviews\/([\w/.-]+\.njk):(\d+):(\d+)/.exec(frames) ?? [];
  if (error instanceof ViewError) return error;
  if (view === undefined) return thrown as Error;

  const file = path.join(folder, view);
  const source = existsSync(file) ? readFileSync(file, "utf8") : "";
  const code = compiledViews[view]?.split("\n")[Number(line) - 1] ?? "";
  const place = positionInCode(code, Number(column)) ?? positionOfName(source, error.message);
  const where = place ? `views/${view}:${place.line + 1}:${place.column + 1}` : `views/${view}`;
  const tag = place && tagAt(source, place);
  const reason = error.message.replace(SHOWN_BY, "");
  const failure = reason.startsWith("attempted to output null") ? " has no value" : `: ${reason}`;
  const named = new ViewError(`${where}${tag ? `: ${tag}` : ""}${failure}`);
  named.stack = `Error: ${named.message}${frames.replace(/(\bviews\/[\w/.-]+):\d+:\d+/g, "$1")}`;
  return named;
}

interface Position {
  readonly line: number;
  readonly column: number;
}

/** Of the call that failed, else of what the line of code prints. */
function positionInCode(code: string, column: number): Position | undefined {
  const calls = [...code.slice(0, column).matchAll(/lineno = (\d+), colno = (\d+)/g)];
  const match = calls.at(-1) ?? /,(\d+),(\d+)\), env\.opts/.exec(code);
  return match ? { line: Number(match[1]), column: Number(match[2]) } : undefined;
}

/** Conditions, loops and includes have no place in the code, but a name that does not exist is wrong wherever it is. */
function positionOfName(source: string, message: string): Position | undefined {
  const [, name] = /(?:not found: |cannot import ')([\w/.-]+)/.exec(message) ?? [];
  const index = source.search(new RegExp(`(?<=([|"',]|\\b(is|import)\\b)\\s*)${name}\\b`));
  const lines = source.slice(0, index).split("\n");
  return name && index >= 0
    ? { line: lines.length - 1, column: index - source.lastIndexOf("\n", index - 1) - 1 }
    : undefined;
}

function tagAt(source: string, { line, column }: Position): string | undefined {
  const offset = [...source.split("\n").slice(0, line), ""].join("\n").length + column;
  const tags = [...source.matchAll(/\{[{%].*?[%}]\}/gs)].filter(({ index }) => index <= offset);
  return tags.at(-1)?.[0].replace(/\s+/g, " ");
}
