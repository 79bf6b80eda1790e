import { plainTextOf } from "../content/markdown.js";
import { countWords } from "./passages.js";
import { wordsIn } from "./words.js";

/** Cut where words of the query begin and end. */
export type Excerpt = readonly { readonly text: string; readonly isMatch: boolean }[];

const MAX_WORDS = 45;

/** Plain text from the sentence with most words of the query on. */
export function excerptOf(sentences: readonly string[], isMatch: (word: string) => boolean): Excerpt {
  const counts = sentences.map((sentence) => new Set(wordsIn(sentence).filter(isMatch)).size);
  const best = counts.indexOf(Math.max(...counts));
  const taken: string[] = [];
  for (const sentence of sentences.slice(Math.max(0, best))) {
    if (taken.length > 0 && countWords([...taken, sentence].join(" ")) > MAX_WORDS) break;
    taken.push(taken.length > 0 ? sentence.replace(/^- /, "· ") : sentence.replace(/^- /, ""));
  }
  return cutAtMatches(plainTextOf(taken.join(" ")).replace(/\n+/g, " "), isMatch);
}

function cutAtMatches(text: string, isMatch: (word: string) => boolean): Excerpt {
  const pieces: { text: string; isMatch: boolean }[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    if (!isMatch(word)) continue;
    pieces.push({ text: text.slice(end, index), isMatch: false }, { text: word, isMatch: true });
    end = index + word.length;
  }
  pieces.push({ text: text.slice(end), isMatch: false });
  return pieces.filter((piece) => piece.text !== "");
}
