import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import * as yaml from "yaml";
import type * as z from "zod";
import { isSlug } from "../text/slug.js";
import { filesBelow } from "./assets.js";
import { filledProblem, markdownProblems, plainProblem } from "./markdown.js";
import { ContentError, type ContentProblem, type ReportProblem, textsIn, validate } from "./problems.js";
import { type Facts, fillFacts } from "./references.js";

const NAMES =
  "is not read: texts are named pages/<page>/en.md, sv.md or nb.md, answers/<language>.md, and events, guides or perspectives/<slug>/<language>.md; an event is events/<slug>/event.json. Slugs are lower-case letters and digits, with hyphens between. A new page needs a developer";

type Code = yaml.ErrorCode | "COMMENT" | "PLAIN_KEY" | "TOO_MANY";

/** What editors read in place of the parser's words; what stands at the mistake follows. */
const jsonMistakes: Partial<Record<Code, string>> = {
  MISSING_CHAR: "is not JSON: a comma, colon, quotation mark or bracket is missing before",
  UNEXPECTED_TOKEN: "is not JSON: a text has quotation marks inside (write “ and ”), or a comma is missing, at",
  TOO_MANY: "is not JSON: there is a comma or bracket too many, at",
  TAG_RESOLVE_FAILED: "is not JSON: a value or straight quotation marks are missing before",
  MULTILINE_IMPLICIT_KEY: 'is not JSON: a text stands between " and ", on one line and without tabs, unlike',
  PLAIN_KEY: "is not JSON: a number is written with a point, such as 0.5, and a field in quotation marks, unlike",
  BAD_INDENT: "is not JSON: a bracket is missing before",
  COMMENT: "is not JSON: there is a comment after",
  DUPLICATE_KEY: "has a field that stands above too:",
};
const frontMatterMistakes: typeof jsonMistakes = {
  BLOCK_AS_IMPLICIT_KEY:
    "has a text with a colon, which needs quotation marks around it, or a line that begins too far right",
  MULTILINE_IMPLICIT_KEY: "has a field without a space after its colon, or a text that needs quotation marks around it",
  DUPLICATE_KEY: "has a field that stands above too",
  UNEXPECTED_TOKEN:
    "has a text with quotation marks inside, or that begins with {{, *, & or !: put all of it in straight quotation marks, and write “ and ” inside",
  MISSING_CHAR: "has a quotation mark or bracket that is not closed, here or above",
  BAD_ALIAS: "has a text that begins with *, & or !, which needs quotation marks around it",
  TAG_RESOLVE_FAILED: "has a text that begins with *, & or !, which needs quotation marks around it",
  BAD_INDENT: "has a line that begins too far right or left",
  TAB_AS_INDENT: "has a tab: write spaces",
  COMMENT: 'has " #", after which nothing is read: put the text in quotation marks',
};

/** The files below content/, or below locales/. What is wrong with them is collected, so that an editor sees all of it at once. */
export class ContentFiles {
  readonly problems: ContentProblem[] = [];
  readonly #folder: string;
  readonly #name: string;
  readonly #known = new Set<string>();

  constructor(folder: string, name = "content") {
    this.#folder = folder;
    this.#name = name;
  }

  report(name: string, field: string, message: string, line?: number): void {
    this.problems.push({ file: `${this.#name}/${name}`, field, message, line });
  }

  reporterFor(name: string): ReportProblem {
    return (field, message, line) => this.report(name, field, message, line);
  }

  rejectProblems(): void {
    if (this.problems.length > 0) throw new ContentError(this.problems);
  }

  hasNoErrors(name: string): boolean {
    return !this.problems.some(({ file }) => file === `${this.#name}/${name}`);
  }

  has(name: string): boolean {
    this.#known.add(name);
    return existsSync(path.join(this.#folder, name));
  }

  slugsIn(name: string): string[] {
    const files = this.has(name) ? filesBelow(path.join(this.#folder, name)) : [];
    return [...new Set(files.map((file) => file.replace(/\/.*/, "")))].filter(isSlug);
  }

  /** Undefined, as what the methods below return, if a problem was reported. */
  text(name: string): string | undefined {
    this.#known.add(name);
    try {
      const bytes = readFileSync(path.join(this.#folder, name));
      return new TextDecoder("utf-8", { fatal: true }).decode(bytes).replaceAll("\r\n", "\n");
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
      this.report(name, "", isMissing ? "is missing" : (error as Error).message);
      return undefined;
    }
  }

  parsedJson(name: string): unknown {
    const text = this.text(name);
    return text === undefined ? undefined : parseJson(text, this.reporterFor(name));
  }

  json<Data>(name: string, schema: z.ZodType<Data>): Data | undefined {
    const report = this.reporterFor(name);
    const json = this.parsedJson(name);
    if (json === undefined) return undefined;
    for (const { path, text } of textsIn(json)) {
      const problem = problemInJson(text, path.at(-2));
      if (problem) report(path.join("."), problem);
    }
    return validate(schema, json, report);
  }

  /** YAML 1.2 between two lines of `---`, in which `{{facts}}` are filled in, and the text below as it is. */
  frontMatter<Data>(name: string, schema: z.ZodType<Data>, facts: Facts): { data: Data; body: string } | undefined {
    const source = this.text(name);
    if (source === undefined) return undefined;
    const report = this.reporterFor(name);
    const [, matter, body] = /^---\n(.*?)\n---\n(.*)$/s.exec(source) ?? [];
    if (matter === undefined || body === undefined) {
      const [first = ""] = source.split("\n");
      const found = first === "---" ? "there is no second ---" : `the first line is "${first.slice(0, 40)}"`;
      report("", `must begin with front matter between two lines of ---, but ${found}`, 1);
      return undefined;
    }
    const lines = matter.split("\n");
    const heading = lines.findIndex((line) => /^#{2,} /.test(line)); // a comment in YAML
    if (heading >= 0) report("front matter", "has a heading, which belongs below the second ---", heading + 2);
    const document = parseFrontMatter(matter, report);
    if (!document) return undefined;

    for (const { path, text } of textsIn(document.toJS())) {
      const problem = filledProblem(text);
      if (problem) report(path.join("."), problem);
    }
    for (const { problem, line } of markdownProblems(body)) report("", problem, lines.length + 3 + line);
    const filled = document.toJS({
      reviver: (_, value) => (typeof value === "string" ? fillFacts(value, facts, report) : value),
    });
    const data = validate(schema, filled, report);
    return data && { data, body };
  }

  /** A misspelt name would otherwise be a text that nobody sees. */
  reportUnread(): void {
    for (const name of filesBelow(this.#folder)) if (!this.#known.has(name)) this.report(name, "", NAMES);
  }
}

/** Discounts have two fields in which facts work: `who`, and `text`, which is Markdown. */
function problemInJson(text: string, field: string | undefined): string | undefined {
  if (field === "who") return filledProblem(text);
  return field === "text" ? markdownProblems(text)[0]?.problem : plainProblem(text);
}

/**
 * Undefined if a problem was reported. JSON is a part of YAML, whose parser finds equal keys and knows the line of a
 * mistake. What it accepts beyond that, such as a line with a comment, changes no value.
 */
function parseJson(text: string, report: ReportProblem): unknown {
  const { document, mistake } = parse(text, "json");
  if (!mistake) return document.toJS();
  const near = text.slice(mistake.start).trimStart().split("\n", 1).join().slice(0, 40);
  const code = mistake.code === "UNEXPECTED_TOKEN" && /^[,}\]]/.test(near) ? "TOO_MANY" : mistake.code;
  report("", `${jsonMistakes[code] ?? `is not JSON: ${mistake.message}, at`} ${near || "the end"}`, mistake.line);
  return undefined;
}

/** Undefined if a problem was reported. The text begins in the second line of its file. */
function parseFrontMatter(text: string, report: ReportProblem): yaml.Document | undefined {
  const { document, mistake } = parse(text, "core");
  if (!mistake) return document;
  report("front matter", frontMatterMistakes[mistake.code] ?? `is not valid: ${mistake.message}`, mistake.line + 1);
  return undefined;
}

function parse(text: string, schema: "core" | "json") {
  const lineCounter = new yaml.LineCounter();
  const document = yaml.parseDocument(text.trimEnd(), { schema, lineCounter, prettyErrors: false, logLevel: "error" });
  const mistakes: { code: Code; message: string; start: number }[] = [];
  yaml.visit(document, (key, node) => {
    if (!yaml.isNode(node) || !node.range) return;
    const [start, end] = node.range;
    const add = (code: Code, at = start) => void mistakes.push({ code, message: "", start: at });
    // YAML reads `*text*` as a reference, and leaves out `&text` and `!text`. No content needs them.
    if (yaml.isAlias(node) || node.anchor) add("BAD_ALIAS");
    if (yaml.isScalar(node) && node.comment) add("COMMENT");
    if (schema !== "json") return;
    const source = text.slice(start, end);
    if (yaml.isScalar(node) && /^'|[\n\t]/.test(source)) add("MULTILINE_IMPLICIT_KEY");
    if (yaml.isScalar(node) && key === "key" && typeof node.value !== "string") add("PLAIN_KEY");
    if (yaml.isCollection(node) && /,\s*[}\]]$/.test(source)) add("TOO_MANY", start + source.lastIndexOf(","));
  });
  for (const { code, message, pos } of [...document.errors, ...document.warnings])
    mistakes.push({ code, message, start: pos[0] });
  const [first] = mistakes;
  return { document, mistake: first && { ...first, line: lineCounter.linePos(first.start).line } };
}
