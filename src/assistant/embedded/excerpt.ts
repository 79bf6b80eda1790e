import type { Locale } from "../../domain/locale.js";
import { sentencesIn, stemOf, wordsIn } from "./text.js";

/** A paragraph or an item of a list, as Markdown with its links. */
interface Block {
  readonly isItem: boolean;
  readonly text: string;
}

/**
 * The part of a Markdown text that answers a question: all of it where it is short, else what has most of the
 * question's words, with the sentences after it. Tables and notes are left out; of an example, its address stays.
 */
export function excerptOf(markdown: string, question: string, locale: Locale, maxWords: number, baseUrl = ""): string {
  const blocks = blocksIn(markdown, baseUrl);
  if (countWords(blocks) <= maxWords) return joined(blocks);

  const wanted = [...keysOf(question, locale)];
  const score = (text: string) => {
    const keys = keysOf(text, locale);
    return wanted.filter((key) => keys.has(key)).length;
  };
  const best = indexOfMost(blocks, ({ text }) => score(text));
  const first = blocks[best]!;
  if (countWords([first]) > maxWords) {
    const sentences = sentencesIn(first.text);
    const from = indexOfMost(sentences, score);
    return sentences.slice(from, from + Math.max(1, fitting(sentences.slice(from), maxWords))).join(" ");
  }
  const shown = blocks.slice(best);
  const texts = shown.map(({ text }) => text);
  return joined(shown.slice(0, fitting(texts, maxWords)));
}

/** How many texts from the first on have so many words at most. */
function fitting(texts: readonly string[], maxWords: number): number {
  let words = 0;
  const end = texts.findIndex((text) => {
    words += wordsIn(text).length;
    return words > maxWords;
  });
  return end === -1 ? texts.length : end;
}

function indexOfMost<Item>(items: readonly Item[], score: (item: Item) => number): number {
  const scores = items.map(score);
  return Math.max(0, scores.indexOf(Math.max(...scores)));
}

function keysOf(text: string, locale: Locale): Set<string> {
  const words = wordsIn(plain(text)).filter((word) => word.length > 3);
  return new Set(words.map((word) => stemOf(word, locale)));
}

const plain = (markdown: string) => markdown.replace(/\]\([^)\s]*\)/g, "]");
const countWords = (blocks: readonly Block[]) => blocks.reduce((sum, { text }) => sum + wordsIn(plain(text)).length, 0);

function blocksIn(markdown: string, baseUrl: string): Block[] {
  return withAddresses(markdown, baseUrl)
    .split(/\n{2,}/)
    .filter((block) => !/^(?:\||\[\^|>)/.test(block))
    .flatMap((block) =>
      /^(?:- |\d+\. )/.test(block)
        ? block
            .split(/\n(?=- |\d+\. )/)
            .map((item) => ({ isItem: true, text: onOneLine(item.replace(/^(?:- |\d+\. )/, "")) }))
        : [{ isItem: false, text: onOneLine(block) }],
    )
    .filter(({ text }) => text !== "");
}

/** An example of a call becomes a link to its address, in the paragraph that leads to it. */
function withAddresses(markdown: string, baseUrl: string): string {
  return markdown.replace(/\n+```[a-z]*\n([\s\S]*?)```/g, (_, code: string) => {
    const url = /"(https?:\/\/[^"\s]{1,200})"/.exec(code)?.[1] ?? "";
    const path = url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : "";
    return path && !path.startsWith("/api/ai/") ? ` [${path}](${path})` : "";
  });
}

const NOTE = /\[\^[^\]\s]{1,60}\]/g;
/** A mailbox is no page of the site: its address stands as it is. */
const MAIL_LINK = /\[([^\]]{1,200})\]\(mailto:[^)\s]{1,200}\)/g;
/** A no-break space stays where it is. */
const BLANKS = /[^\S\u00a0\u202f]+/g;
const onOneLine = (text: string) => text.replace(NOTE, "").replace(MAIL_LINK, "$1").replace(BLANKS, " ").trim();

function joined(blocks: readonly Block[]): string {
  const lines = blocks.map(({ isItem, text }) => (isItem ? `- ${text}` : text));
  return lines.join("\n\n").replace(/(^- .*)\n\n(?=- )/gm, "$1\n");
}
