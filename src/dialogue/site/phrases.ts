import { wordsIn } from "../../search/words.js";
import { editDistance } from "../../text/spelling.js";

/** Indexes of words, `to` excluded. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface NamedSpan extends Span {
  readonly name: string;
}

/** A shorter word with a letter changed is too often another word. */
const MIN_CORRECTED = 6;

/** Whether the word is a long name with one letter wrong, but not the first. */
export const isMisspelled = (word: string, name: string): boolean =>
  word.length >= MIN_CORRECTED &&
  word[0] === name[0] &&
  Math.abs(word.length - name.length) <= 1 &&
  (word[1] === name[1] || word.slice(-2) === name.slice(-2)) && // always so, and the distance takes long
  editDistance(word, name) === 1;

/** Finds the phrases of lists in the words of a text. */
export class PhraseFinder {
  readonly #byFirstWord = new Map<string, { name: string; words: string[] }[]>();
  readonly #allowsTypo: boolean;

  /** With `allowsTypo`, a letter of a phrase's first word may be wrong: "boardrom", but "easier" is not "Easter". */
  constructor(lists: Readonly<Record<string, readonly string[]>>, { allowsTypo = false } = {}) {
    this.#allowsTypo = allowsTypo;
    for (const [name, phrases] of Object.entries(lists)) {
      for (const phrase of phrases) {
        const words = wordsIn(phrase);
        const first = words[0] ?? "";
        this.#byFirstWord.set(first, [...(this.#byFirstWord.get(first) ?? []), { name, words }]);
      }
    }
  }

  find(words: readonly string[]): NamedSpan[] {
    const found: NamedSpan[] = [];
    for (const [from, word] of words.entries()) {
      for (const phrase of this.#byFirstWord.get(this.#meant(word)) ?? []) {
        const { length } = phrase.words;
        const isWhole = phrase.words.slice(1).every((next, at) => next === words[from + 1 + at]);
        if (isWhole) found.push({ name: phrase.name, from, to: from + length });
      }
    }
    return found;
  }

  /** Returns the first word of a phrase for which a word stands, else the word. */
  #meant(word: string): string {
    if (!this.#allowsTypo || this.#byFirstWord.has(word)) return word;
    return [...this.#byFirstWord.keys()].find((first) => isMisspelled(word, first)) ?? word;
  }
}

/** Replaces the words that are part of a span with nothing. */
export function masked(words: readonly string[], spans: readonly (Span | undefined)[]): string[] {
  const isTaken = (at: number) => spans.some((span) => span !== undefined && at >= span.from && at < span.to);
  return words.map((word, at) => (isTaken(at) ? "" : word));
}
