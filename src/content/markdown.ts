import MarkdownIt, { type Token } from "markdown-it";
import footnotes from "markdown-it-footnote";
import { keepWordsTogether } from "../text/non-breaking.js";

/** HTML is escaped, images are off, and links lead only to this site, `https:` or `mailto:`. */
export function safeMarkdown() {
  const markdownIt = new MarkdownIt("default", { html: false, linkify: false, typographer: false }).disable("image");
  markdownIt.validateLink = (href) => /^(?:\/(?!\/)|#|https:\/\/|mailto:)/i.test(href);
  const { rules } = markdownIt.renderer;
  const { text } = rules;
  rules.text = (...token) => keepWordsTogether(text!(...token));
  for (const list of ["bullet_list_open", "ordered_list_open"])
    rules[list] = (tokens, index, options, _environment, renderer) => {
      tokens[index]?.attrSet("role", "list"); // for Safari, where a list without markers is none
      return renderer.renderToken(tokens, index, options);
    };
  // Narrow screens show the column name in each cell; the content security policy forbids inline alignment.
  markdownIt.core.ruler.push("column-names", ({ tokens }) => {
    let names: string[] = [];
    let column = 0;
    for (const [index, token] of tokens.entries()) {
      const { type } = token;
      if (type === "th_open" || type === "td_open") token.attrs = null;
      if (type === "thead_open") names = [];
      if (type === "tr_open") column = 0;
      if (type === "th_open") names.push(plainText(tokens[index + 1]));
      if (type === "td_open") token.attrSet("data-column", names[column++] ?? "");
    }
  });
  return markdownIt;
}

export const plainText = (inline?: Token) => inline?.children?.map(({ content }) => content).join("") ?? "";

const markdownIt = safeMarkdown();

const { fence } = markdownIt.renderer.rules;
// Long commands can break between the parts of a URL or an object.
markdownIt.renderer.rules.fence = (...block) =>
  fence!(...block)
    .replaceAll(/(?<=\w)\/(?=[\w.])|,(?=&quot;)/g, "$&<wbr>")
    .replaceAll(/\?(?=\w)|&amp;/g, "<wbr>$&");

export function renderMarkdown(markdown: string): string {
  return markdownIt.render(markdown);
}

/** Safe HTML of an untrusted answer. A link to another site stays Markdown, so that visitors see where it leads. */
export function answerHtml(markdown: string, baseUrl: string): string {
  const renderer = safeMarkdown().disable(["heading", "lheading", "table", "fence", "hr", "html_block", "reference"]);
  // Browsers read `/\` as `//`, which begins the address of another site.
  renderer.validateLink = (href) => /^\/(?![/\\])/.test(href) || href.startsWith(`${baseUrl}/`);
  return renderer.render(markdown);
}

/** HTML of plain text: its web addresses are links, without the punctuation or brackets around them. */
export function linkedText(text: string): string {
  return linkifier.renderInline(text);
}

const linkifier = new MarkdownIt("zero", { linkify: true, breaks: true }).enable(["linkify", "newline"]);
linkifier.linkify.set({ fuzzyEmail: false }).add("//", null).add("ftp:", null);
// It leaves a full stop before a closing bracket in the address.
linkifier.linkify.normalize = (match) => {
  const url = match.url.replace(/[.,:;!?`|]+$/, "");
  match.lastIndex -= match.url.length - url.length;
  match.url = url;
  match.text = url;
};

export function plainTextOf(markdown: string): string {
  const blocks = markdownIt.parse(markdown, {}).filter(({ type }) => type === "inline");
  const plain = ({ type, content }: { type: string; content: string }) => (/break$/.test(type) ? " " : content);
  return blocks.map(({ children }) => children?.map(plain).join("").trim()).join("\n\n");
}

interface Block {
  /** The line that begins with `#`; empty before the first one. */
  readonly heading: string;
  readonly markdown: string;
}

export function splitAtHeadings(markdown: string): Block[] {
  const blocks = [{ heading: "", lines: [""] }];
  let fenced = false;
  for (const line of markdown.split("\n")) {
    if (/^(?:```|~~~)/.test(line)) fenced = !fenced;
    if (!fenced && line.startsWith("#")) blocks.push({ heading: line, lines: [] });
    else blocks.at(-1)?.lines.push(line);
  }
  return blocks.map(({ heading, lines }) => ({ heading, markdown: lines.join("\n").trim() }));
}

export const SECTION_HEADING =
  /^(?<level>##|###) (?:(?<time>\d\d:\d\d) )?(?:\[(?<linked>.+)\]\((?<href>.+)\)|(?<title>.+)) \{#(?<id>[a-z][a-z0-9-]*)(?: only-with=(?<service>[a-z]+))?\}$/;

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
