import type { NextStep } from "../domain/article.js";
import type { Page } from "../site/page.js";
import { escapeMarkdown } from "../text/escaping.js";
import type { Translate } from "../text/translate.js";

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

/** For a language model, whose links are paths; it can write none with `webcal:`. */
export const withPaths = (markdown: string, baseUrl: string) =>
  markdown.replace(/, \[[^\]]*\]\(webcal:[^)]*\)/g, "").replaceAll(`](${baseUrl}/`, "](/");

export function linkLine(label: string, url: string, description: string): string {
  return `- [${escapeMarkdown(label)}](${url}): ${escapeMarkdown(description)}`;
}

export const factLine = ({ term, value, note }: Page["keyFacts"][number]) =>
  `- ${term}: ${value}${note === null ? "" : ` (${note})`}`;

export function articleBlocks(
  heading: string,
  articles: readonly Readonly<Record<"title" | "description" | "path", string>>[],
  t: Translate,
): string[] {
  const lines = articles.map(({ title, description, path }) => linkLine(title, path, description));
  return [`## ${heading}`, lines.length > 0 ? lines.join("\n") : t("articles:list.empty")];
}

export function nextStepBlocks({ heading, text, action, href }: NextStep): string[] {
  return [`## ${heading}`, text, `[${action}](${href})`];
}
