import { parseDocument } from "yaml";
import type { z } from "zod";
import { type Facts, factFiller } from "./facts.js";
import { describeIssue, type ReportProblem } from "./problems.js";

/** YAML 1.2 core schema; undefined if a problem was reported. */
export function readFrontMatter<Data>(
  source: string,
  schema: z.ZodType<Data>,
  facts: Facts | undefined,
  report: ReportProblem,
) {
  const fill = factFiller(facts, report);
  const match = /^---\n(.*?)\n---\n(.*)$/s.exec(source.replaceAll("\r\n", "\n"));
  if (!match) {
    report("", "does not begin with front matter between two lines of ---");
    return undefined;
  }
  const document = parseDocument(match[1]!);
  if (document.errors.length > 0) {
    for (const { message } of document.errors) report("front matter", message);
    return undefined;
  }

  const result = schema.safeParse(mapStrings(document.toJS(), fill));
  if (result.success) return { data: result.data, body: match[2]!, fill };

  for (const issue of result.error.issues) {
    const hasFacts = String(document.getIn(issue.path)).includes("{{");
    report(issue.path.join("."), describeIssue(issue) + (hasFacts ? ", with its {{facts}} filled in" : ""));
  }
  return undefined;
}

function mapStrings(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === "string") return map(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, map));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapStrings(inner, map)]));
}
