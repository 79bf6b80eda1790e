import { wordsIn } from "../../search/words.js";
import { editDistance } from "../../text/spelling.js";

/** A shorter word with a letter changed is too often another word. */
export const MIN_CORRECTED = 6;

/**
 * Finds the phrases of lists in the words of a text, also where a long first word is misspelled once. `from` and `to`
 * are indexes of words, `to` excluded. Words for times are not corrected: "easier" is not "Easter".
 */
export function phraseFinder(lists: Readonly<Record<string, readonly string[]>>, corrects = true) {
  const byFirst = new Map<string, { name: string; words: string[] }[]>();
  for (const [name, phrases] of Object.entries(lists)) {
    for (const words of phrases.map(wordsIn)) {
      const [first = ""] = words;
      byFirst.set(first, [...(byFirst.get(first) ?? []), { name, words }]);
    }
  }
  const corrected = (word: string) =>
    !corrects || byFirst.has(word) || word.length < MIN_CORRECTED
      ? word
      : ([...byFirst.keys()].find(
          (other) =>
            other[0] === word[0] && Math.abs(other.length - word.length) <= 1 && editDistance(word, other) === 1,
        ) ?? word);
  return (words: readonly string[]) =>
    words.flatMap((word, from) =>
      (byFirst.get(corrected(word)) ?? [])
        .filter((phrase) => phrase.words.every((one, at) => at === 0 || one === words[from + at]))
        .map(({ name, words: { length } }) => ({ name, from, to: from + length })),
    );
}
