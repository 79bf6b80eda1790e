import { safeMarkdown } from "./markdown.js";

/** Safe HTML of an untrusted answer. A link to another site stays Markdown, so that everybody sees where it leads. */
export function answerHtml(markdown: string, baseUrl: string): string {
  const markdownIt = safeMarkdown().disable(["heading", "lheading", "table", "fence", "hr", "html_block", "reference"]);
  markdownIt.validateLink = (href) => /^\/(?![/\\])/.test(href) || href.startsWith(`${baseUrl}/`);
  return markdownIt.render(markdown);
}
