import { safeMarkdown } from "./markdown.js";

/**
 * HTML of an answer, safe to print whoever has written it: paragraphs, lists, emphasis, code, and links to this site
 * alone. A link to anywhere else stays as it was written, so that everybody sees where it leads.
 */
export function answerHtml(markdown: string, baseUrl: string): string {
  const markdownIt = safeMarkdown().disable(["heading", "lheading", "table", "fence", "hr", "html_block", "reference"]);
  markdownIt.validateLink = (href) => /^\/(?![/\\])/.test(href) || href.startsWith(`${baseUrl}/`);
  return markdownIt.render(markdown);
}
