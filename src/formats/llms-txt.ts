/** A heading, and below it a list of links or whole texts, as Markdown blocks. */
export interface LlmsPart {
  readonly heading: string;
  readonly blocks: readonly string[];
}

/**
 * The site for language models: what it is, in a sentence and a few paragraphs of Markdown, then its parts, without
 * those that are empty. What a reader may skip comes last, under "Optional".
 *
 * Source  llmstxt.org.
 */
export function llmsTxt(about: {
  readonly name: string;
  readonly summary: string;
  readonly paragraphs: readonly string[];
  readonly parts: readonly LlmsPart[];
}): string {
  const { name, summary, paragraphs, parts } = about;
  const blocks = parts
    .filter(({ blocks }) => blocks.some(Boolean))
    .flatMap(({ heading, blocks }) => [`## ${heading}`, ...blocks]);
  return `${[`# ${name}`, `> ${summary}`, ...paragraphs, ...blocks].filter(Boolean).join("\n\n")}\n`;
}

/** Blocks with every heading among them so many levels lower. */
export function lowered(blocks: readonly string[], levels: number): string[] {
  return blocks.map((block) => block.replace(/^(?=#+ )/, "#".repeat(levels)));
}
