import { parseDocument } from "yaml";
import type { z } from "zod";
import { type Problem, saidPlainly } from "./problems.js";

export type FrontMatter<Data> = { ok: true; data: Data; body: string } | { ok: false; problems: Problem[] };

/**
 * Splits a file into its YAML front matter, between two lines of `---`, and the body after it. Every string in the
 * front matter goes through `fill` before the schema sees it.
 *
 * Errors  none thrown; every field that the schema refuses, unknown ones included when it is strict, is a problem.
 * Source  YAML 1.2 core schema; a key given twice is refused.
 */
export function readFrontMatter<Data>(
  file: string,
  source: string,
  schema: z.ZodType<Data>,
  fill: (text: string) => string,
): FrontMatter<Data> {
  const refused = (field: string, message: string): Problem => ({ file, field, message });
  const match = /^---\n(.*?)\n---\n(.*)$/s.exec(source.replaceAll("\r\n", "\n"));
  if (!match)
    return { ok: false, problems: [refused("", "does not begin with front matter between two lines of ---")] };

  const document = parseDocument(match[1]!);
  if (document.errors.length > 0) {
    return { ok: false, problems: document.errors.map((error) => refused("front matter", error.message)) };
  }

  const result = schema.safeParse(filled(document.toJS(), fill));
  if (result.success) return { ok: true, data: result.data, body: match[2]! };

  const problems = result.error.issues.map((issue) => {
    const hasFacts = String(document.getIn(issue.path)).includes("{{");
    return refused(issue.path.join("."), saidPlainly(issue) + (hasFacts ? ", with its {{facts}} filled in" : ""));
  });
  return { ok: false, problems };
}

function filled(value: unknown, fill: (text: string) => string): unknown {
  if (typeof value === "string") return fill(value);
  if (Array.isArray(value)) return value.map((item) => filled(item, fill));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filled(inner, fill)]));
}
