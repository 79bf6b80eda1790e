import type { Token } from "markdown-it";
import footnotes from "markdown-it-footnote";
import { safeMarkdown } from "./markdown.js";

const FACT = /(?<!\{)\{\{\s*[\w.-]+\s*\}\}(?!\})/g;
/** Their targets are checked where they are resolved. */
const LINK = /\]\((?:page:|guide:|perspective:|mail:|\{\{)[^)\s]*\)/g;
const HEADING_ID = /(?<=^##.*) \{#[^{}]*\}[ \t]*$/gm;

type Mistake = readonly [pattern: RegExp, problem: string];

/** Visitors would read these as they are written. */
const mistakes: readonly Mistake[] = [
  [/\{+[^{}]*\}*|\}+/, "is not filled in: a fact is written {{name}}, with two braces on both sides"],
  [/\$[a-z][\w.-]*/i, "is not filled in: a fact is written {{name}}"],
  [/<[a-z/!?][^<>]*>?/i, "is shown as text: HTML does not work"],
  [/&(?:#\w+|[a-z]\w*);/i, "is shown as text: write the character itself"],
  [/\t/, "is a tab: write spaces"],
];
const markdownMistakes: readonly Mistake[] = [
  ...mistakes,
  [/\]\s+\((?:page|guide|perspective|mail):[^)]*\)?/, "is shown as text: no space stands between ] and ("],
  [/\[\^[^\]]*\]?/, "refers to a note that is missing"],
  [
    /\](?:\([^)\s]*\)?|\[[^\]]*\]?|: \S*)/,
    "is shown as text: a link is written [text](page:<name>) or [text](https://…)",
  ],
  [/\*\*.*/, "is shown as text: bold is **written so**, without spaces inside"],
];
const plainMistakes: readonly Mistake[] = [
  ...mistakes,
  [/\](?:\(|\s+\((?:page|guide|perspective|mail):)[^)]*\)?|\*\*|`/, "is shown as text: Markdown does not work here"],
];

function firstProblem(text: string, patterns: readonly Mistake[]): string | undefined {
  for (const [pattern, problem] of patterns) {
    const found = pattern.exec(text);
    if (found) return `${JSON.stringify(found[0].slice(0, 40))} ${problem}`;
  }
  return undefined;
}

/** The problem of a text in which Markdown may work. */
export const typedProblem = (text: string) => firstProblem(text, mistakes);

/** The problem of a text in which neither facts nor Markdown work. */
export const plainProblem = (text: string) => firstProblem(text, plainMistakes);

/** The problem of a text in which facts work, and Markdown does not. */
export const filledProblem = (text: string) => plainProblem(text.replace(FACT, ""));

/** Escapes and entities stay tokens of their own, so that a text token is what visitors read. */
const parser = safeMarkdown().use(footnotes).enable("image").disable("text_join");

/** The problems of Markdown in which facts work, with their lines from 0. */
export function markdownProblems(markdown: string): { problem: string; line: number }[] {
  const problems: { problem: string; line: number }[] = [];
  let line = 0;
  const source = markdown.replace(HEADING_ID, "").replace(LINK, "](#)").replace(FACT, "x");
  for (const block of parser.parse(source, {})) {
    line = block.map?.[0] ?? line;
    for (const token of block.children ?? [block]) {
      if (token.type === "softbreak" || token.type === "hardbreak") line++;
      const problem = problemOfToken(token);
      if (problem) problems.push({ problem, line });
    }
  }
  return problems;
}

function problemOfToken({ type, info, markup, content }: Token): string | undefined {
  if (type === "text") return firstProblem(content, markdownMistakes);
  if (info === "entity") return firstProblem(markup, mistakes);
  if (type === "image") return "has an image, and texts cannot have images";
  if (type === "code_block") return "begins too far right, and is shown as code";
  return undefined;
}
