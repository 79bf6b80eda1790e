import type { Token } from "markdown-it";
import footnotes from "markdown-it-footnote";
import type { Heading } from "../domain/article.js";
import { safeMarkdown } from "./markdown.js";

/** What stands beside an article's footnotes, in its language. */
export interface NoteWords {
  readonly heading: string;
  /** What the link at a note's end is called. */
  readonly back: string;
}

const markdownIt = safeMarkdown().use(footnotes);
const { rules } = markdownIt.renderer;
const { escapeHtml } = markdownIt.utils;

/** `## Title {#id}`: the id leaves the title and becomes the heading's. */
markdownIt.core.ruler.after("block", "heading-ids", ({ tokens }) => {
  for (const [index, token] of tokens.entries()) {
    const text = tokens[index + 1];
    const id = token.type === "heading_open" && / \{#([a-z][a-z0-9-]*)\}$/.exec(text!.content);
    if (!id) continue;
    token.attrSet("id", id[1]!);
    text!.content = text!.content.slice(0, id.index);
  }
});

/** Each cell says what column it is in, for screens too narrow to set columns side by side. */
markdownIt.core.ruler.push("column-names", ({ tokens }) => {
  let names: string[] = [];
  let column = 0;
  for (const [index, { type }] of tokens.entries()) {
    if (type === "thead_open") names = [];
    if (type === "tr_open") column = 0;
    if (type === "th_open") names.push(tokens[index + 1]!.children!.map(({ content }) => content).join(""));
    if (type === "td_open") tokens[index]!.attrSet("data-column", names[column++] ?? "");
  }
});

const noteOf = (token: Token | undefined) => token!.meta as { id: number; subId: number };
const wordsOf = (environment: unknown) => environment as NoteWords;

rules.footnote_block_open = (_tokens, _index, _options, environment) =>
  `<section class="notes" aria-labelledby="notes">\n<h2 id="notes">${escapeHtml(wordsOf(environment).heading)}</h2>\n<ol>\n`;
rules.footnote_caption = (tokens, index) => `${noteOf(tokens[index]).id + 1}`;
rules.footnote_anchor = (tokens, index, _options, environment) => {
  const { id, subId } = noteOf(tokens[index]);
  const reference = subId > 0 ? `${id + 1}:${subId}` : `${id + 1}`;
  const label = `${escapeHtml(wordsOf(environment).back)} ${id + 1}`;
  return ` <a class="note-back" href="#fnref${reference}" aria-label="${label}">↩\uFE0E</a>`;
};

/**
 * An article's text as HTML, safe to print, with tables and footnotes, and its sections.
 *
 * Errors  none thrown; what is wrong is told to `refuse`: a heading that is not `## Title {#id}` or `### Title {#id}`,
 *         an id given twice, an image, a link to where no reader may be sent, a note that is missing.
 */
export function renderArticle(markdown: string, words: NoteWords, refuse: (field: string, message: string) => void) {
  const environment = { ...words };
  const tokens = markdownIt.parse(markdown, environment);
  const contents: Heading[] = [];
  const seen = new Set<string>();

  for (const [index, token] of tokens.entries()) {
    if (token.type !== "heading_open") continue;
    const title = tokens[index + 1]!.children!.map(({ content }) => content).join("");
    const id = token.attrGet("id") as string | null;
    if (id === null || !["h2", "h3"].includes(token.tag)) {
      refuse(title.slice(0, 40), "is not a heading like `## Title {#id}` or `### Title {#id}`");
      continue;
    }
    if (seen.has(id)) refuse(`{#${id}}`, "stands twice in the article");
    seen.add(id);
    if (token.tag === "h2") contents.push({ id, title });
  }

  const html = markdownIt.renderer.render(tokens, markdownIt.options, environment);
  const shown = html.replace(/<code[^>]*>.*?<\/code>/gs, "");
  for (const [picture] of shown.matchAll(/!<a [^>]*>|!\[[^\]]*\]\(/g))
    refuse(picture, "is an image, and articles have none");
  if (/\]\(/.test(shown)) refuse("link", "leads to where no reader may be sent");
  for (const [note] of shown.matchAll(/\[\^[^\]]*\]/g)) refuse(note, "has no note");
  return { html, contents };
}
