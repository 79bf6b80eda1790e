import { safeMarkdown } from "./markdown.js";

/** Safe HTML of an untrusted answer. A link to another site stays Markdown, so that visitors see where it leads. */
export function answerHtml(markdown: string, baseUrl: string): string {
  const markdownIt = safeMarkdown().disable(["heading", "lheading", "table", "fence", "hr", "html_block", "reference"]);
  // Browsers read `/\` as `//`, which begins the address of another site.
  markdownIt.validateLink = (href) => /^\/(?![/\\])/.test(href) || href.startsWith(`${baseUrl}/`);
  return markdownIt.render(markdown);
}
