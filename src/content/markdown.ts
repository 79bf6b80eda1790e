import MarkdownIt, { type Token } from "markdown-it";
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

export interface Block {
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
