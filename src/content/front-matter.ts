import { parseDocument } from "yaml";
import type { z } from "zod";
import { describeIssue, type Refuse } from "./problems.js";

/**
 * Splits a file into its YAML front matter, between two lines of `---`, and the body after it. Every string in the
 * front matter goes through `fill` before the schema sees it.
 *
 * Errors  none thrown; `refuse` is told of every field that the schema refuses, unknown ones included when it is
 *         strict, and nothing comes back.
 * Source  YAML 1.2 core schema; a key given twice is refused.
 */
export function readFrontMatter<Data>(
  source: string,
  schema: z.ZodType<Data>,
  fill: (text: string) => string,
  refuse: Refuse,
): { data: Data; body: string } | undefined {
  const match = /^---\n(.*?)\n---\n(.*)$/s.exec(source.replaceAll("\r\n", "\n"));
  if (!match) {
    refuse("", "does not begin with front matter between two lines of ---");
    return undefined;
  }
  const document = parseDocument(match[1]!);
  if (document.errors.length > 0) {
    for (const { message } of document.errors) refuse("front matter", message);
    return undefined;
  }

  const result = schema.safeParse(filled(document.toJS(), fill));
  if (result.success) return { data: result.data, body: match[2]! };

  for (const issue of result.error.issues) {
    const hasFacts = String(document.getIn(issue.path)).includes("{{");
    refuse(issue.path.join("."), describeIssue(issue) + (hasFacts ? ", with its {{facts}} filled in" : ""));
  }
  return undefined;
}

function filled(value: unknown, fill: (text: string) => string): unknown {
  if (typeof value === "string") return fill(value);
  if (Array.isArray(value)) return value.map((item) => filled(item, fill));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filled(inner, fill)]));
}
