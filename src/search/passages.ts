import { api } from "../addresses/paths.js";
import { wordsIn } from "./words.js";

/** The paragraph with most of the words that `isWanted` finds, else the first; with the list that it announces. */
export function fittingParagraph(markdown: string, baseUrl: string, isWanted: (word: string) => boolean): string {
  const blocks = blocksIn(markdown, baseUrl);
  const counts = blocks.map((block) => new Set(wordsIn(block).filter(isWanted)).size);
  const best = counts.indexOf(Math.max(...counts));
  const isList = blocks[best]?.startsWith("- ") && blocks[best - 1]?.endsWith(":");
  const begin = isList ? best - 1 : best;
  const end = blocks[begin]?.endsWith(":") ? begin + 2 : begin + 1;
  return blocks.slice(begin, end).join("\n\n");
}

export const countMarkdownWords = (markdown: string): number => wordsIn(withoutTargets(markdown)).length;

const withoutTargets = (markdown: string) => markdown.replace(/\]\([^)\s]*\)/g, "]");

/** Paragraphs and lists; a table becomes a list. Notes and quotations are left out; of an example, its address stays. */
export function blocksIn(markdown: string, baseUrl: string): string[] {
  return withAddresses(markdown, baseUrl)
    .split(/\n{2,}/)
    .filter((block) => !/^(?:\[\^|>)/.test(block))
    .map((block) => (block.startsWith("|") ? listOfRows(block) : joinedLines(block)))
    .filter((block) => block !== "");
}

/** Each line of a list begins with its mark. */
const joinedLines = (block: string) =>
  block
    .split(/\n(?=- |\d+\. )/)
    .map((line) => onOneLine(line).replace(/^\d+\. /, "- "))
    .join("\n");

/** Rows of a table after its head, the first cell of each as its name. */
function listOfRows(table: string): string {
  const [, , ...rows] = table.split("\n");
  return rows
    .map((row) => row.split("|").slice(1, -1).map(onOneLine).filter(Boolean))
    .map(([name, ...cells]) => `- ${name}: ${cells.join(" · ")}`)
    .join("\n");
}

/** An example of a call becomes a link to its address, in the paragraph that leads to it. */
function withAddresses(markdown: string, baseUrl: string): string {
  return markdown.replace(/\n+```[a-z]*\n([\s\S]*?)```/g, (_, code: string) => {
    const url = /"(https?:\/\/[^"\s]{1,200})"/.exec(code)?.[1] ?? "";
    const path = url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : "";
    return path && !path.startsWith(api.assistant) ? ` [${path}](${path})` : "";
  });
}

const NOTE = /\[\^[^\]\s]{1,60}\]/g;
/** A mailbox is no page of the site: its address stands as it is. */
const MAIL_LINK = /\[([^\]]{1,200})\]\(mailto:[^)\s]{1,200}\)/g;
/** A no-break space stays where it is. */
const BLANKS = /[^\S\u00a0\u202f]+/g;
const onOneLine = (text: string) => text.replace(NOTE, "").replace(MAIL_LINK, "$1").replace(BLANKS, " ").trim();
