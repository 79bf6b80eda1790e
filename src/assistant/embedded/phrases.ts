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
      : (long.find((other) => isOneSlipAway(word, other)) ?? word);
  return (words) =>
    words
      .map(meant)
      .flatMap((word, from, all) =>
        (byFirst.get(word) ?? [])
          .filter((phrase) => phrase.words.every((one, at) => one === all[from + at]))
          .map(({ name, words: { length } }) => ({ name, from, to: from + length })),
      );
}

/** Whether one letter was left out, added or changed, or two were swapped. */
function isOneSlipAway(word: string, other: string): boolean {
  if (Math.abs(word.length - other.length) > 1) return false;
  let start = 0;
  while (start < word.length && word[start] === other[start]) start++;
  const [rest, otherRest] = [word.slice(start), other.slice(start)];
  return (
    rest.slice(1) === otherRest.slice(1) ||
    rest.slice(1) === otherRest ||
    rest === otherRest.slice(1) ||
    (rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2))
  );
}
