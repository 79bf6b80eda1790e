import type * as z from "zod";
import type { ContentFolder } from "./content-folder.js";
import { type Facts, factFiller } from "./facts.js";
import { parseWithLines } from "./lines.js";
import { filledProblem, markdownProblems, textsIn } from "./markup.js";
import { validate } from "./validate.js";

/** YAML would silently read it as a comment. */
const HEADING = /^#{2,} /;

/** YAML 1.2 core schema; undefined if a problem was reported. */
export function readFrontMatter<Data>(files: ContentFolder, name: string, schema: z.ZodType<Data>, facts: Facts) {
  const source = files.text(name);
  if (source === undefined) return undefined;
  const report = files.reporterFor(name);
  const fill = factFiller(facts, report);
  const [, matter, body] = /^---\n(.*?)\n---\n(.*)$/s.exec(source) ?? [];
  if (matter === undefined || body === undefined) {
    const first = source.split("\n")[0]!.slice(0, 40);
    const found = first === "---" ? "there is no second ---" : `the first line is "${first}"`;
    report("", `must begin with front matter between two lines of ---, but ${found}`, 1);
    return undefined;
  }
  const heading = matter.split("\n").findIndex((line) => HEADING.test(line));
  if (heading >= 0) report("front matter", "has a heading, which belongs below the second ---", heading + 2);
  const { document, error, lineOf } = parseWithLines(matter);
  if (error) {
    const hint = "a text that has a colon and a space, or begins with {{, *, & or !, needs quotes";
    report("front matter", `${error.message} (${hint})`, error.line + 1); // after the line of ---
    return undefined;
  }

  for (const { path, text } of textsIn(document.toJS())) {
    const problem = filledProblem(text);
    if (problem) report(path.join("."), problem, lineOf(path) + 1);
  }
  const bodyLine = matter.split("\n").length + 3;
  for (const { problem, line } of markdownProblems(body)) report("", problem, bodyLine + line);

  const filled = document.toJS({ reviver: (_, value) => (typeof value === "string" ? fill(value) : value) });
  const data = validate(schema, filled, (path, message) => {
    const hasFacts = String(document.getIn(path)).includes("{{");
    const hint = hasFacts ? ", with its {{facts}} filled in" : "";
    report(path.join("."), message + hint, lineOf(path) + 1);
  });
  return data && { data, body, fill, report };
}
