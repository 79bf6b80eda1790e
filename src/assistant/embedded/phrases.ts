import { editDistance } from "../../text/nearest.js";
import { wordsIn } from "./text.js";

/** A phrase of a list that stands in a text, by the indexes of its words, `to` excluded. */
export interface Found {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

type PhraseFinder = (words: readonly string[]) => Found[];

/** A shorter word is too often another one with a letter changed. */
const MIN_CORRECTED = 6;

/** The first letter is seldom wrong. */
const mayBe = (word: string, other: string) => word[0] === other[0] && Math.abs(word.length - other.length) <= 1;

/** Finds the phrases of lists in the words of a text, also where a long word is misspelled once. */
export function phraseFinder(lists: Readonly<Record<string, readonly string[]>>): PhraseFinder {
  const byFirst = new Map<string, { name: string; words: string[] }[]>();
  for (const [name, phrases] of Object.entries(lists)) {
    for (const words of phrases.map(wordsIn)) {
      const [first = ""] = words;
      byFirst.set(first, [...(byFirst.get(first) ?? []), { name, words }]);
    }
  }
  const long = [...byFirst.keys()].filter(({ length }) => length >= MIN_CORRECTED);
  const meant = (word: string) =>
    byFirst.has(word) || word.length < MIN_CORRECTED
      ? word
      : (long.find((other) => mayBe(word, other) && editDistance(word, other) === 1) ?? word);
  return (words) =>
    words
      .map(meant)
      .flatMap((word, from, all) =>
        (byFirst.get(word) ?? [])
          .filter((phrase) => phrase.words.every((one, at) => one === all[from + at]))
          .map(({ name, words: { length } }) => ({ name, from, to: from + length })),
      );
}
