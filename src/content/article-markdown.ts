import type { Env, Token } from "markdown-it";
import footnotes from "markdown-it-footnote";
import type { Heading } from "./article.js";
import type { References } from "./links.js";
import { plainText, safeMarkdown } from "./markdown.js";
import type { ReportProblem } from "./problems.js";

const markdownIt = safeMarkdown().use(footnotes);
const { rules } = markdownIt.renderer;
const { escapeHtml } = markdownIt.utils;

const headingId = / \{#([a-z][a-z0-9-]*)\}[ \t]*$/;

markdownIt.core.ruler.after("block", "heading-ids", ({ tokens }) => {
  for (const [index, token] of tokens.entries()) {
    const text = tokens[index + 1];
    const [written = "", id] = headingId.exec(text?.content ?? "") ?? [];
    if (token.type !== "heading_open" || !text || !id) continue;
    token.attrSet("id", id);
    text.content = text.content.slice(0, -written.length);
  }
});

const noteOf = (token: Token | undefined) => token?.meta as { id: number; subId: number };
const labelsIn = (environment: unknown) => environment as References["footnotes"];

rules.footnote_block_open = (_tokens, _index, _options, environment) =>
  `<section class="notes" aria-labelledby="notes">\n<h2 id="notes">${escapeHtml(labelsIn(environment).heading)}</h2>\n<ol role="list">\n`;
rules.footnote_caption = (tokens, index) => `${noteOf(tokens[index]).id + 1}`;
rules.footnote_anchor = (tokens, index, _options, environment) => {
  const { id, subId } = noteOf(tokens[index]);
  const reference = subId > 0 ? `${id + 1}:${subId}` : `${id + 1}`;
  const label = `${escapeHtml(labelsIn(environment).back)} ${reference}`;
  return ` <a class="note-back" href="#fnref${reference}" aria-label="${label}">↩\uFE0E</a>`;
};

export function renderArticle(markdown: string, labels: References["footnotes"], report: ReportProblem) {
  const environment: Env & References["footnotes"] = { ...labels };
  const tokens = markdownIt.parse(markdown, environment);
  // The keys are ":name"; the value is -1 if the footnote is unused.
  const { refs = {} } = (environment.footnotes ?? {}) as { refs?: Record<string, number> };
  for (const [name, id] of Object.entries(refs))
    if (id === -1) report(`[^${name.slice(1)}]`, "is a note without a reference");

  return {
    contents: contentsOf(tokens, report),
    html: markdownIt.renderer.render(tokens, markdownIt.options, environment),
  };
}

export function withoutHeadingIds(markdown: string): string {
  return markdown.replace(/^#{2,3} .*$/gm, (heading) => heading.replace(headingId, ""));
}

function contentsOf(tokens: readonly Token[], report: ReportProblem): Heading[] {
  const contents: Heading[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.type !== "heading_open") continue;
    const title = plainText(tokens[index + 1]);
    const id = token.attrGet("id") as string | null;
    if (id === null || !["h2", "h3"].includes(token.tag)) {
      report(title.slice(0, 40), "is not a heading like `## Title {#id}` or `### Title {#id}`");
      continue;
    }
    if (token.tag === "h2") contents.push({ id, title });
  }
  return contents;
}
