import { stemmer as english } from "@orama/stemmers/english";
import { stemmer as norwegian } from "@orama/stemmers/norwegian";
import { stemmer as swedish } from "@orama/stemmers/swedish";
import { api } from "../addresses/paths.js";
import type { ByLocale, Locale } from "../text/locale.js";
import { fold } from "../text/spelling.js";

const stemmers: ByLocale<(word: string) => string> = { en: english, sv: swedish, nb: norwegian };

const WORD = /[\p{L}\p{N}]+(?:[:.]\d\d(?!\d))?/gu;
const THOUSANDS = /(?<!\d)(\d{1,3})[ \u00a0\u202f,.](?=\d{3}(?!\d))/g;

/** The words of a text, folded: lower case, without accents; "1 490" and "18:15" are one word each, as is "e-mail". */
export function wordsIn(text: string): string[] {
  const joined = text
    .normalize("NFC")
    .replace(/['’](?=\p{L})/gu, "")
    .replace(THOUSANDS, "$1")
    .replace(/(?<!\p{L})(\p{L})-(?=\p{L}{3})/gu, "$1");
  return fold(joined).match(WORD) ?? [];
}

export const stemOf = (word: string, locale: Locale): string => stemmers[locale](word);

const ABBREVIATION =
  /\b(?:kl|ca|St|nr|evt|ev|adm|dir|[Vv]|[Uu]|[Ww]k|f\.eks|t\.ex|bl\.a|e\.g|excl|incl|exkl|inkl|ekskl)\./.source;
/** "3. desember" is no end, but "kl. 17. Da ses vi" has one. */
const SENTENCE_END = new RegExp(
  `(?<=[.!?…]["”»’)]?)(?<!${ABBREVIATION})(?:(?<!\\b\\d{1,2}\\.)\\s+|\\s+(?=\\p{Lu}))|\\n+`,
  "u",
);

export function sentencesIn(text: string): string[] {
  return text.split(SENTENCE_END).filter((sentence) => wordsIn(sentence).length > 0);
}

export const paragraphs = (texts: readonly (string | undefined)[]): string => texts.filter(Boolean).join("\n\n");

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
