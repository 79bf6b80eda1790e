import { escapeMarkdown } from "../domain/escape-markdown.js";

/** Something to read, at the address of its Markdown. */
export interface LlmsLink {
  readonly label: string;
  readonly url: string;
  readonly description: string;
}

interface LlmsSection {
  readonly heading: string;
  readonly links: readonly LlmsLink[];
}

/**
 * A short guide to the site for programs that read: what it is, in a sentence and a few paragraphs of Markdown, and
 * lists of links to Markdown. What may be left out comes last, under "Optional".
 *
 * Source  llmstxt.org.
 */
export function llmsTxt(about: {
  readonly name: string;
  readonly summary: string;
  readonly paragraphs: readonly string[];
  readonly sections: readonly LlmsSection[];
}): string {
  const { name, summary, paragraphs, sections } = about;
  const blocks = sections
    .filter(({ links }) => links.length > 0)
    .flatMap(({ heading, links }) => [`## ${heading}`, links.map(linkLine).join("\n")]);
  return `${[`# ${name}`, `> ${summary}`, ...paragraphs, ...blocks].join("\n\n")}\n`;
}

/** The same beginning, then whole texts: Markdown blocks, whose headings go below that of their part. */
export function llmsFullTxt(about: {
  readonly name: string;
  readonly summary: string;
  readonly paragraphs: readonly string[];
  readonly parts: readonly { readonly heading: string; readonly blocks: readonly string[] }[];
}): string {
  const { name, summary, paragraphs, parts } = about;
  const blocks = parts.flatMap(({ heading, blocks }) => [`## ${heading}`, ...blocks.map(lowered)]);
  return `${[`# ${name}`, `> ${summary}`, ...paragraphs, ...blocks].filter(Boolean).join("\n\n")}\n`;
}

export function linkLine({ label, url, description }: LlmsLink): string {
  return `- [${escapeMarkdown(label)}](${url}): ${escapeMarkdown(description)}`;
}

/** A block whose heading, where it is one, stands a level lower. */
export function lowered(block: string): string {
  return block.replace(/^(?=#{1,5} )/, "#");
}
