const FACT = /(?<!\{)\{\{\s*[\w.-]+\s*\}\}(?!\})/g;
const CODE = /^(```|~~~).*?^\1|(`+)[^`]+\2/gms;
const AUTOLINK = /<(?:https:\/\/|mailto:|[\w.+-]+@)[^\s<>]+>/g;
const ESCAPED = /\\[^\w\s]/g;
const BOLD = /(?<!\\)\*\*(?!\s)((?:[^*\n]|\*(?!\*)|\n(?!\s*(?:\n|[-*>#|]|\d)))+?)(?<!\s)\*\*/g;
const HEADING_ID = /(?<=^##.*) \{#[^{}]*\}\s*$/;

/** Visitors would read these as they are written. */
const mistakes: readonly (readonly [pattern: RegExp, problem: string])[] = [
  [/\{+[^{}]*\}*|\}+/, "is not filled in: a fact is written {{name}}, with two braces on both sides"],
  [/\$[a-z][\w.-]*/i, "is not filled in: a fact is written {{name}}"],
  [/<[a-z/!?][^<>]*>?/i, "is shown as text: HTML does not work"],
  [/&(?:#\w+|[a-z]\w*);/i, "is shown as text: write the character itself"],
  [/\t/, "is a tab: write spaces"],
  [/\]\s+\((?:page|guide|perspective|mail):[^)]*\)?/, "is shown as text: no space stands between ] and ("],
];
const openBold: (typeof mistakes)[0] = [/\*\*.*/, "is shown as text: bold is **written so**, without spaces inside"];
const marks: typeof mistakes = [[/\]\([^)]*\)?|\*\*|`/, "is shown as text: Markdown does not work here"]];

function firstProblem(text: string, patterns: typeof mistakes): string | undefined {
  for (const [pattern, problem] of patterns) {
    const [found] = pattern.exec(text) ?? [];
    if (found !== undefined) return `${JSON.stringify(found.slice(0, 40))} ${problem}`;
  }
  return undefined;
}

/** The problem of a text in which neither facts nor Markdown work. */
export const plainProblem = (text: string) => firstProblem(text, [...mistakes, ...marks]);

/** The problem of a text in which facts work, and Markdown does not. */
export const filledProblem = (text: string) => plainProblem(text.replace(FACT, ""));

/** The problems of Markdown in which facts work, with their lines from 0. Code shows what it has. */
export function markdownProblems(markdown: string): { problem: string; line: number }[] {
  const withoutCode = markdown.replace(CODE, (code) => code.replace(/[^\n]+/g, "")).replace(BOLD, "$1");
  return withoutCode.split("\n").flatMap((written, line) => {
    const text = written.replace(HEADING_ID, "").replace(FACT, "").replace(AUTOLINK, "").replace(ESCAPED, "");
    const problem = firstProblem(text, [...mistakes, openBold]);
    return problem ? [{ problem, line }] : [];
  });
}

/** All texts in data, with their paths. */
export function textsIn(data: unknown, path: readonly string[] = []): { path: readonly string[]; text: string }[] {
  if (typeof data === "string") return [{ path, text: data }];
  if (typeof data !== "object" || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) => textsIn(value, [...path, key]));
}
