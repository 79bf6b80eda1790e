import { escapeMarkdown } from "../domain/escape-markdown.js";
import type { NextStep } from "../domain/page.js";

/**
 * A Markdown document for readers who are programs: a short YAML front matter, then its blocks with an empty line
 * between them. Links within the site become absolute. Front matter is written as JSON, which YAML 1.2 reads.
 */
export function markdownDocument(
  frontMatter: Readonly<Record<string, string | readonly string[]>>,
  baseUrl: string,
  blocks: readonly string[],
): string {
  const fields = Object.entries(frontMatter).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const text = [["---", ...fields, "---"].join("\n"), ...blocks].filter((block) => block !== "").join("\n\n");
  return `${withAbsoluteLinks(text, baseUrl)}\n`;
}

export const withAbsoluteLinks = (markdown: string, baseUrl: string) => markdown.replaceAll("](/", `](${baseUrl}/`);

/** Something to read on, as an item of a list. */
export function linkLine(label: string, url: string, description: string): string {
  return `- [${escapeMarkdown(label)}](${url}): ${escapeMarkdown(description)}`;
}

/** The one next step, at the end of a page or an article. */
export function nextStepBlocks({ heading, text, action, href }: NextStep): string[] {
  return [`## ${heading}`, text, `[${action}](${href})`];
}
