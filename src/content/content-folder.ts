import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type * as z from "zod";
import { isSlug } from "../text/slug.js";
import { filesBelow } from "./files-below.js";
import { parseWithLines } from "./lines.js";
import { filledProblem, markdownProblems, plainProblem, textsIn } from "./markup.js";
import { ContentError, type ContentProblem, parseJson, type ReportProblem } from "./problems.js";
import { validate } from "./validate.js";

/** Files that cannot be read or do not match their schema are reported and undefined. */
export class ContentFolder {
  readonly problems: ContentProblem[] = [];
  readonly #folder: string;
  readonly #read = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  report(name: string, field: string, message: string, line?: number): void {
    this.problems.push({ file: `content/${name}`, field, message, line });
  }

  reporterFor(name: string): ReportProblem {
    return (...problem) => this.report(name, ...problem);
  }

  rejectProblems(): void {
    if (this.problems.length > 0) throw new ContentError(this.problems);
  }

  hasNoErrors(name: string): boolean {
    return !this.problems.some(({ file }) => file === `content/${name}`);
  }

  json<Data>(name: string, schema: z.ZodType<Data>): Data | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const json = parseJson(text, this.reporterFor(name));
    if (json === undefined) return undefined;
    const { error, lineOf } = parseWithLines(text); // JSON.parse silently takes the last of equal keys
    if (error) {
      this.report(name, "", error.message, error.line);
      return undefined;
    }
    for (const { path, text } of textsIn(json)) {
      const problem = markupIn(path, text);
      if (problem) this.report(name, path.join("."), problem, lineOf(path));
    }
    return validate(schema, json, (path, message) => this.report(name, path.join("."), message, lineOf(path)));
  }

  text(name: string): string | undefined {
    this.#read.add(name);
    try {
      const bytes = readFileSync(path.join(this.#folder, name));
      return new TextDecoder("utf-8", { fatal: true }).decode(bytes).replaceAll("\r\n", "\n");
    } catch (error) {
      const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
      this.report(name, "", missing ? "is missing" : (error as Error).message);
      return undefined;
    }
  }

  has(name: string): boolean {
    return existsSync(path.join(this.#folder, name));
  }

  slugsIn(name: string): string[] {
    const files = this.has(name) ? filesBelow(path.join(this.#folder, name)) : [];
    return [...new Set(files.map((file) => file.split("/")[0]!))].filter(isSlug);
  }

  /** A misspelt name would otherwise be a text that nobody sees. */
  reportUnread(): void {
    const message =
      "is not read: names are pages/<a page of src/addresses/paths.ts>/<locale>.md, answers/<locale>.md, events/<slug>/event.json, and events, guides or perspectives/<slug>/<locale>.md";
    for (const name of filesBelow(this.#folder)) if (!this.#read.has(name)) this.report(name, "", message);
  }
}

/** Discounts have two fields in which facts work: `who`, and `text`, which is Markdown. */
function markupIn(path: readonly string[], text: string): string | undefined {
  const field = path.at(-2);
  if (field === "who") return filledProblem(text);
  return field === "text" ? markdownProblems(text)[0]?.problem : plainProblem(text);
}
