import MarkdownIt from "markdown-it";

/**
 * CommonMark with tables and strikethrough, safe to print: HTML in the text is shown as text, and a link to anywhere
 * else than this site, `https:` or `mailto:` is left standing as it was written. There are no images: they would be
 * loaded from elsewhere.
 */
export function safeMarkdown() {
  const markdownIt = new MarkdownIt("default", { html: false, linkify: false, typographer: false }).disable("image");
  markdownIt.validateLink = (href) => /^(?:\/(?!\/)|#|https:\/\/|mailto:)/i.test(href);
  return markdownIt;
}

const markdownIt = safeMarkdown();

const { fence } = markdownIt.renderer.rules;
/** Where a line has no room, a command is broken between the parts of an address or an object, not within a word. */
markdownIt.renderer.rules.fence = (...block) =>
  fence!(...block)
    .replaceAll(/(?<=\w)\/(?=[\w.])|,(?=&quot;)/g, "$&<wbr>")
    .replaceAll(/\?(?=\w)|&amp;/g, "<wbr>$&");

/** HTML of a Markdown text, safe to print. */
export function htmlOf(markdown: string): string {
  return markdownIt.render(markdown);
}

/** A Markdown text without its signs, for readers who see plain text only; an empty line between its blocks. */
export function textOf(markdown: string): string {
  const blocks = markdownIt.parse(markdown, {}).filter(({ type }) => type === "inline");
  const plain = ({ type, content }: { type: string; content: string }) => (/break$/.test(type) ? " " : content);
  return blocks.map(({ children }) => children!.map(plain).join("").trim()).join("\n\n");
}

export interface Block {
  /** The line that begins with `#`; empty for what stands before the first. */
  readonly heading: string;
  readonly markdown: string;
}

/** A Markdown text cut at its headings. A line that begins with `#` inside a code fence is none. */
export function blocksOf(markdown: string): Block[] {
  const blocks: { heading: string; lines: string[] }[] = [{ heading: "", lines: [] }];
  let fenced = false;
  for (const line of markdown.split("\n")) {
    if (/^(?:```|~~~)/.test(line)) fenced = !fenced;
    if (!fenced && line.startsWith("#")) blocks.push({ heading: line, lines: [] });
    else blocks.at(-1)!.lines.push(line);
  }
  return blocks.map(({ heading, lines }) => ({ heading, markdown: lines.join("\n").trim() }));
}
