export interface LlmsPart {
  readonly heading: string;
  readonly blocks: readonly string[];
}

/** Source: llmstxt.org, where a part "Optional" comes last. */
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

export function lowerHeadings(blocks: readonly string[], levels: number): string[] {
  return blocks.map((block) => block.replace(/^(?=#+ )/, "#".repeat(levels)));
}
