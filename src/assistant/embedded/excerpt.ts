import { api } from "../../site/paths.js";
import { sentencesIn, wordsIn } from "./text.js";

/** How well each of the sentences of a text answers. */
type Scorer = (sentences: readonly string[]) => readonly number[];

interface Limits {
  /** A text of so many words at most is quoted whole. */
  readonly whole: number;
  /** Words of a part of a longer text. */
  readonly part: number;
}

interface Sentence {
  readonly text: string;
  /** Index of the paragraph or item of a list that it stands in. */
  readonly block: number;
  readonly isItem: boolean;
}

/** The part of a Markdown text that begins with the sentence that answers best; an item of a list with what introduces it. */
export function excerptOf(markdown: string, score: Scorer, { whole, part }: Limits, baseUrl = ""): string {
  const sentences = blocksIn(markdown, baseUrl).flatMap((block, index) =>
    sentencesIn(block).map((text): Sentence => ({ text, block: index, isItem: block.startsWith("- ") })),
  );
  if (countWords(sentences) <= whole) return joined(sentences);
  const scores = score(sentences.map(({ text }) => text));
  const best = Math.max(0, scores.indexOf(Math.max(...scores)));
  const from = sentences[best]?.isItem ? sentences.findIndex(({ block }) => block === sentences[best]!.block) : best;
  const lead = sentences.slice(0, from).findLast(({ isItem }) => !isItem);
  const taken = sentences[from]?.isItem && lead?.text.endsWith(":") ? [lead] : [];
  const least = taken.length + (sentences[from]?.text.endsWith(":") ? 2 : 1); // what introduces a list says nothing alone
  for (const sentence of sentences.slice(from)) {
    if (taken.length >= least && countWords([...taken, sentence]) > part) break;
    taken.push(sentence);
  }
  if (taken.length > 1 && taken.at(-1)!.text.endsWith(":")) taken.pop();
  return joined(taken);
}

function joined(sentences: readonly Sentence[]): string {
  return sentences
    .map(({ text, block, isItem }, index) => {
      const before = sentences[index - 1];
      if (!before) return text;
      return `${before.block === block ? " " : isItem && before.isItem ? "\n" : "\n\n"}${text}`;
    })
    .join("");
}

const countWords = (sentences: readonly Sentence[]) =>
  sentences.reduce((sum, { text }) => sum + wordsIn(withoutTargets(text)).length, 0);

export const withoutTargets = (markdown: string) => markdown.replace(/\]\([^)\s]*\)/g, "]");

/** Paragraphs and items of lists. Tables and notes are left out; of an example, its address stays. */
export function blocksIn(markdown: string, baseUrl: string): string[] {
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
    return path && !path.startsWith(api.assistant) ? ` [${path}](${path})` : "";
  });
}

const NOTE = /\[\^[^\]\s]{1,60}\]/g;
/** A mailbox is no page of the site: its address stands as it is. */
const MAIL_LINK = /\[([^\]]{1,200})\]\(mailto:[^)\s]{1,200}\)/g;
/** A no-break space stays where it is. */
const BLANKS = /[^\S\u00a0\u202f]+/g;
const onOneLine = (text: string) => text.replace(NOTE, "").replace(MAIL_LINK, "$1").replace(BLANKS, " ").trim();
