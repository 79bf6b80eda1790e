import type { Env, Token } from "markdown-it";
import footnotes from "markdown-it-footnote";
import type { Heading } from "../domain/article.js";
import { safeMarkdown } from "./markdown.js";
import type { Refuse } from "./problems.js";

/** What stands beside an article's footnotes, in its language. */
export interface NoteWords {
  readonly heading: string;
  /** What the link at a note's end is called. */
  readonly back: string;
}

const markdownIt = safeMarkdown().use(footnotes);
const { rules } = markdownIt.renderer;
const { escapeHtml } = markdownIt.utils;

/** What ends a heading and names it: `## Title {#id}`. */
const headingId = / \{#([a-z][a-z0-9-]*)\}[ \t]*$/;

/** The id leaves the title and becomes the heading's. */
markdownIt.core.ruler.after("block", "heading-ids", ({ tokens }) => {
  for (const [index, token] of tokens.entries()) {
    const text = tokens[index + 1];
    const id = token.type === "heading_open" && headingId.exec(text!.content);
    if (!id) continue;
    token.attrSet("id", id[1]!);
    text!.content = text!.content.slice(0, id.index);
  }
});

/**
 * Each cell names its column, for screens too narrow to set columns side by side. Alignment is dropped, as the content
 * security policy forbids styles in HTML.
 */
markdownIt.core.ruler.push("column-names", ({ tokens }) => {
  let names: string[] = [];
  let column = 0;
  for (const [index, token] of tokens.entries()) {
    const { type } = token;
    if (type === "th_open" || type === "td_open") token.attrs = null;
    if (type === "thead_open") names = [];
    if (type === "tr_open") column = 0;
    if (type === "th_open") names.push(plainText(tokens[index + 1]!));
    if (type === "td_open") token.attrSet("data-column", names[column++] ?? "");
  }
});

const plainText = ({ children }: Token) => children!.map(({ content }) => content).join("");
const noteOf = (token: Token | undefined) => token!.meta as { id: number; subId: number };
const noteWordsIn = (environment: unknown) => environment as NoteWords;

rules.footnote_block_open = (_tokens, _index, _options, environment) =>
  `<section class="notes" aria-labelledby="notes">\n<h2 id="notes">${escapeHtml(noteWordsIn(environment).heading)}</h2>\n<ol>\n`;
rules.footnote_caption = (tokens, index) => `${noteOf(tokens[index]).id + 1}`;
rules.footnote_anchor = (tokens, index, _options, environment) => {
  const { id, subId } = noteOf(tokens[index]);
  const reference = subId > 0 ? `${id + 1}:${subId}` : `${id + 1}`;
  const label = `${escapeHtml(noteWordsIn(environment).back)} ${reference}`;
  return ` <a class="note-back" href="#fnref${reference}" aria-label="${label}">↩\uFE0E</a>`;
};

/**
 * An article's text as HTML, safe to print, with tables and footnotes, and its sections.
 *
 * Errors  none thrown; what is wrong is told to `refuse`: a heading that is not `## Title {#id}` or `### Title {#id}`,
 *         an id given twice, an image, a link to where no reader may be sent, a note that is missing or unused.
 */
export function renderArticle(markdown: string, words: NoteWords, refuse: Refuse) {
  const environment: Env & NoteWords = { ...words };
  const tokens = markdownIt.parse(markdown, environment);
  for (const token of tokens) if (token.type === "inline") refuseUnreadable(token, refuse);
  // by ":name"; -1 when unused
  const { refs = {} } = (environment.footnotes ?? {}) as { refs?: Record<string, number> };
  for (const [name, id] of Object.entries(refs))
    if (id === -1) refuse(`[^${name.slice(1)}]`, "is a note that nothing refers to");

  return {
    contents: contentsOf(tokens, refuse),
    html: markdownIt.renderer.render(tokens, markdownIt.options, environment),
  };
}

/** The article's Markdown without the ids of its headings, which other readers of Markdown do not know. */
export function withoutHeadingIds(markdown: string): string {
  return markdown.replace(/^#{2,3} .*$/gm, (heading) => heading.replace(headingId, ""));
}

function contentsOf(tokens: readonly Token[], refuse: Refuse): Heading[] {
  const contents: Heading[] = [];
  const seen = new Set<string>();
  for (const [index, token] of tokens.entries()) {
    if (token.type !== "heading_open") continue;
    const title = plainText(tokens[index + 1]!);
    const id = token.attrGet("id") as string | null;
    if (id === null || !["h2", "h3"].includes(token.tag)) {
      refuse(title.slice(0, 40), "is not a heading like `## Title {#id}` or `### Title {#id}`");
      continue;
    }
    if (seen.has(id)) refuse(`{#${id}}`, "stands twice in the article");
    seen.add(id);
    if (token.tag === "h2") contents.push({ id, title });
  }
  return contents;
}

/** Refuses what was meant as a link, image or note and became plain text, as its target is forbidden or unknown. */
function refuseUnreadable({ children, content }: Token, refuse: Refuse): void {
  /** The text alone; `sign` stands where something else begins or ends. */
  const textWith = (sign: (type: string) => string) =>
    children!.map(({ type, content }) => (type === "text" ? content : sign(type))).join("");
  const text = textWith(() => "\n");

  if (/!\[/.test(textWith((type) => (type === "link_open" ? "[" : "\n"))))
    refuse(content.slice(0, 40), "has an image, and articles have none");
  if (/\]\(|\]\[|\]: |<[a-z]+:/i.test(text)) refuse(content.slice(0, 40), "has a link to where no reader may be sent");
  for (const [note] of text.matchAll(/\[\^[^\]]*\]/g)) refuse(note, "has no note");
}
