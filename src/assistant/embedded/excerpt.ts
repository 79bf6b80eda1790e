import type { Locale } from "../../domain/locale.js";
import { sentencesIn, stemOf, wordsIn } from "./text.js";

/**
 * The part of a Markdown text that answers a question: all of it where it is short, else the paragraphs around the one
 * with most of the question's rarer words, as long as they fit. Tables and notes are left out; of an example, its address stays.
 */
export function excerptOf(markdown: string, question: string, locale: Locale, maxWords: number, baseUrl = ""): string {
  const blocks = blocksIn(markdown, baseUrl);
  const score = scorer(blocks.flatMap(sentencesIn), question, locale);
  const best = around(blocks, (block) => Math.max(0, ...sentencesIn(block).map(score)), maxWords);
  const [only = "", ...others] = best;
  if (others.length > 0 || countWords(only) <= maxWords) return joined(best);
  return around(sentencesIn(only), score, maxWords).join(" ");
}

/** Counts the words of a question in a sentence; one that few sentences have counts most. */
function scorer(sentences: readonly string[], question: string, locale: Locale) {
  const found = sentences.map((sentence) => keysOf(sentence, locale));
  const weights = [...keysOf(question, locale)].map((key) => {
    return [key, 1 / (1 + found.filter((keys) => keys.has(key)).length)] as const;
  });
  return (text: string): number => {
    const keys = keysOf(text, locale);
    return weights.reduce((sum, [key, weight]) => sum + (keys.has(key) ? weight : 0), 0);
  };
}

/** The texts around the best one that have so many words at most, those after it first. */
function around(texts: readonly string[], score: (text: string) => number, maxWords: number): readonly string[] {
  const scores = texts.map(score);
  const best = Math.max(0, scores.indexOf(Math.max(...scores)));
  const fits = (from: number, to: number) =>
    texts.slice(from, to).reduce((sum, text) => sum + countWords(text), 0) <= maxWords;
  let [from, to] = [best, best + 1];
  while (to < texts.length && fits(from, to + 1)) to++;
  // The last paragraph alone says little.
  if (to === best + 1) while (from > 0 && fits(from - 1, to)) from--;
  // An item of a list means what the sentence before the list says it means.
  while (from > 0 && texts[from]!.startsWith("- ") && (texts[from - 1]!.endsWith(":") || fits(from - 1, to))) from--;
  while (to > best + 1 && texts[to - 1]!.endsWith(":")) to--;
  // Nor does that sentence answer without its list.
  if (texts[to - 1]!.endsWith(":")) while (to < texts.length && texts[to]!.startsWith("- ")) to++;
  return texts.slice(from, to);
}

function keysOf(text: string, locale: Locale): Set<string> {
  const words = wordsIn(plain(text)).filter((word) => word.length > 3);
  return new Set(words.map((word) => stemOf(word, locale)));
}

const plain = (markdown: string) => markdown.replace(/\]\([^)\s]*\)/g, "]");
const countWords = (text: string) => wordsIn(plain(text)).length;

function blocksIn(markdown: string, baseUrl: string): string[] {
  return withAddresses(markdown, baseUrl)
    .split(/\n{2,}/)
    .filter((block) => !/^(?:\||\[\^|>)/.test(block))
    .flatMap((block) =>
      ITEM.test(block) ? block.split(/\n(?=- |\d+\. )/).map((item) => item.replace(ITEM, "- ")) : [block],
    )
    .map(onOneLine)
    .filter((block) => block !== "");
}

const ITEM = /^(?:- |\d+\. )/;

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

const joined = (blocks: readonly string[]) => blocks.join("\n\n").replace(/(^- .*)\n\n(?=- )/gm, "$1\n");
