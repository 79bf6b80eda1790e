import type { NextStep } from "../articles/article.js";
import { escapeMarkdown } from "../text/escaping.js";
import type { Translate } from "../text/locale.js";

/** The front matter values are JSON, which YAML 1.2 can read. Links are paths if `origin` is empty. */
export function markdownDocument(
  frontMatter: Readonly<Record<string, string | readonly string[]>>,
  origin: string,
  blocks: readonly string[],
): string {
  const fields = Object.entries(frontMatter).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `${withAbsoluteLinks(joinBlocks([["---", ...fields, "---"].join("\n"), ...blocks]), origin)}\n`;
}

export const joinBlocks = (blocks: readonly string[]) => blocks.filter(Boolean).join("\n\n");

export const withAbsoluteLinks = (markdown: string, origin: string) => markdown.replaceAll("](/", `](${origin}/`);

export interface MarkdownStyle {
  readonly t: Translate;
  readonly mail: string;
  /** Within another document headings are lower; they can have the id that links lead to. */
  readonly writeHeading: (level: number, title: string, id?: string) => string;
  /** Whether a calendar has the link that opens it, which a language model cannot write. */
  readonly opensCalendars: boolean;
}

export const heading: MarkdownStyle["writeHeading"] = (level, title) => `${"#".repeat(level)} ${title}`;

export function linkLine(label: string, url: string, description: string): string {
  return `- [${escapeMarkdown(label)}](${url}): ${escapeMarkdown(description)}`;
}

export function articleBlocks(
  title: string,
  articles: readonly Readonly<Record<"title" | "description" | "path", string>>[],
  t: Translate,
): string[] {
  const lines = articles.map(({ title, description, path }) => linkLine(title, path, description));
  return [heading(2, title), lines.length > 0 ? lines.join("\n") : t("articles:list.empty")];
}

export const nextStepBlocks = ({ heading: title, text, action, href }: NextStep, write = heading): string[] => [
  write(2, title),
  text,
  `[${action}](${href})`,
];
