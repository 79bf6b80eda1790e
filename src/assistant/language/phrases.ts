import type { WordsByMeaning } from "../../content/dialogue-words.js";
import type { Locale } from "../../domain/locale.js";
import { stemOf } from "./stem.js";
import { fold, type Word, wordsInText } from "./words-in-text.js";

/** What stands in a text: which of the names, from which word to before which other. */
export interface FoundPhrase {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** Whether it stands there as in the list, and not only in another inflection. */
  readonly isExact: boolean;
}

/** Finds words and phrases in a text by what their inflections have in common, or to the letter. */
export type PhraseFinder = (words: readonly Word[]) => FoundPhrase[];

interface Entry {
  readonly name: string;
  /** What its words are found by, with a blank after each. */
  readonly keys: string;
  /** As it stands in the list. */
  readonly written: string;
  /** How many words it has. */
  readonly length: number;
}

/** `exact` finds words as they are written, or typed without dots and rings; else by their stems. */
export function phraseFinder(phrases: WordsByMeaning, locale: Locale, { exact = false } = {}): PhraseFinder {
  const keyOf = ({ folded }: Word) => `${exact ? folded : stemOf(folded, locale)} `;
  const byFirst = new Map<string, Entry[]>();
  const known = new Set<string>();
  for (const [name, texts] of Object.entries(phrases)) {
    for (const text of texts) {
      const words = wordsInText(text, locale);
      const [first] = words;
      if (first === undefined) continue;
      const written = words.map((word) => word.written).join(" ");
      const entries = byFirst.get(keyOf(first)) ?? [];
      const entry = `${name} ${written}`;
      if (!known.has(entry)) entries.push({ name, keys: words.map(keyOf).join(""), written, length: words.length });
      known.add(entry);
      byFirst.set(keyOf(first), entries);
    }
  }

  return (words) => {
    const keys = words.map(keyOf);
    const all = keys.join("");
    const found: FoundPhrase[] = [];
    let at = 0;
    for (const [from, key] of keys.entries()) {
      for (const { name, keys, written, length } of byFirst.get(key) ?? none) {
        if (!all.startsWith(keys, at)) continue;
        const to = from + length;
        const isExact = standAs(written, words.slice(from, to), locale);
        if (isExact || !exact) found.push({ name, from, to, isExact });
      }
      at += key.length;
    }
    return found;
  };
}

const none: readonly Entry[] = [];

/** Whether words are those of an entry to the letter, or without the dots and rings that it has. */
function standAs(entry: string, words: readonly Word[], locale: Locale): boolean {
  const expected = entry.split(" ");
  return words.every(
    ({ written, folded }, at) =>
      written === expected[at] || (written === folded && folded === fold(expected[at]!, locale)),
  );
}
