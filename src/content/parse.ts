import * as yaml from "yaml";
import type { ReportProblem } from "./problems.js";

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

/**
 * Undefined if a problem was reported. JSON is a part of YAML, whose parser finds equal keys and knows the line of a
 * mistake. What it accepts beyond that, such as a line with a comment, changes no value.
 */
export function parseJson(text: string, report: ReportProblem): unknown {
  const { document, mistake } = parse(text, "json");
  if (!mistake) return document.toJS();
  const near = text.slice(mistake.start).trimStart().split("\n", 1).join().slice(0, 40);
  const code = mistake.code === "UNEXPECTED_TOKEN" && /^[,}\]]/.test(near) ? "TOO_MANY" : mistake.code;
  report("", `${jsonMistakes[code] ?? `is not JSON: ${mistake.message}, at`} ${near || "the end"}`, mistake.line);
  return undefined;
}

/** Undefined if a problem was reported. The text begins in the second line of its file. */
export function parseFrontMatter(text: string, report: ReportProblem): yaml.Document | undefined {
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
