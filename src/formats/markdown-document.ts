import { escapeMarkdown } from "../domain/escape-markdown.js";
import type { NextStep } from "../domain/page.js";

/** The front matter values are JSON, which YAML 1.2 can read. */
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

export function linkLine(label: string, url: string, description: string): string {
  return `- [${escapeMarkdown(label)}](${url}): ${escapeMarkdown(description)}`;
}

export function nextStepBlocks({ heading, text, action, href }: NextStep): string[] {
  return [`## ${heading}`, text, `[${action}](${href})`];
}
