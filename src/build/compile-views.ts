import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import nunjucks from "nunjucks";

/** A view that prints a value which the model does not have throws an error. */
const options = { throwOnUndefined: true, trimBlocks: true, lstripBlocks: true };

/** The code of each view. The message of a syntax error names its view, line and column. */
export function compileViews(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".njk"));
  const views = files.map((file) => file.replaceAll(path.sep, "/")).sort();
  return Object.fromEntries(views.map((view) => [view, compileView(folder, view)]));
}

function compileView(folder: string, view: string): string {
  const source = readFileSync(path.join(folder, view), "utf8");
  const env = new nunjucks.Environment(null, options);
  const wrapper = (compiled: unknown) => (compiled as [{ template: string }])[0].template; // its types are wrong
  try {
    const code = nunjucks.precompileString(source, { name: view, env, wrapper });
    return code.replace(/.+/g, (line) => withPlace(line, view, source));
  } catch (error) {
    const { message } = error as Error;
    const [, line, column, reason] = /\[Line (\d+), Column (\d+)\]\s+(.*)/s.exec(message) ?? [];
    throw new Error(line ? `views/${view}:${line}:${column}: ${reason}` : `views/${view}: ${message}`);
  }
}

/** Ends a line of code with the tag of the view that it is made from, and its place. Errors begin with both (views.ts). */
function withPlace(code: string, view: string, source: string): string {
  const offset = offsetOf(code, source);
  if (offset === undefined) return code;
  const before = source.slice(0, offset);
  const line = before.split("\n").length;
  const column = offset - before.lastIndexOf("\n");
  const start = Math.max(source.lastIndexOf("{{", offset), source.lastIndexOf("{%", offset));
  const [tag = ""] = /^.*?[%}]\}/s.exec(source.slice(start)) ?? [];
  return `${code} // views/${view}:${line}:${column}: ${tag.replace(/\s+/g, " ")}`;
}

/** Where the source has what a line of its code prints, calls or names; undefined if it names what stands there twice. */
function offsetOf(code: string, source: string): number | undefined {
  const printed = /,(\d+),(\d+)\), env\.opts/.exec(code) ?? /lineno = (\d+), colno = (\d+)/.exec(code);
  if (printed) {
    const [, line, column] = printed.map(Number);
    return [...source.split("\n").slice(0, line), ""].join("\n").length + (column ?? 0);
  }
  const [, name] = /(?:getFilter\(|getTemplate\(|cannot import )["']([\w./-]+)/.exec(code) ?? [];
  if (name === undefined || source.indexOf(name) !== source.lastIndexOf(name)) return undefined;
  return source.indexOf(name);
}
