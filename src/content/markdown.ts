import MarkdownIt from "markdown-it";

/** No raw HTML, and links only to where a reader may be sent: within the site, to a secure address, to a mailbox. */
const markdownIt = new MarkdownIt("default", { html: false, linkify: false, typographer: false });
markdownIt.validateLink = (href) => /^(?:\/(?!\/)|#|https:\/\/|mailto:)/i.test(href);

/**
 * HTML of a Markdown text, safe to print: HTML in the text is shown as text, and a link to anywhere else than this
 * site, `https:` or `mailto:` is left standing as it was written.
 *
 * Source  CommonMark, with tables and strikethrough.
 */
export function htmlOf(markdown: string): string {
  return markdownIt.render(markdown);
}
