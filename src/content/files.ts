import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type * as z from "zod";
import { isSlug } from "../text/slug.js";
import { type Facts, fillFacts } from "./facts.js";
import { filesBelow } from "./files-below.js";
import { filledProblem, markdownProblems, plainProblem } from "./markup.js";
import { parseFrontMatter, parseJson } from "./parse.js";
import { ContentError, type ContentProblem, type ReportProblem, textsIn, validate } from "./problems.js";

const NAMES =
  "is not read: texts are named pages/<page>/en.md, sv.md or nb.md, answers/<language>.md, and events, guides or perspectives/<slug>/<language>.md; an event is events/<slug>/event.json. Slugs are lower-case letters and digits, with hyphens between. A new page needs a developer";

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
