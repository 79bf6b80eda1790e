import type { WordsByMeaning } from "../../content/dialogue-words.js";
import type { Locale } from "../../domain/locale.js";
import { stemOf } from "./stem.js";
import { type Word, wordsInText } from "./words-in-text.js";

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
  /** As it stands in the list. */
  readonly folded: readonly string[];
  readonly written: readonly string[];
  readonly keys: readonly string[];
}

/** `exact` finds words as they are written, or typed without dots and rings; else by their stems. */
export function phraseFinder(phrases: WordsByMeaning, locale: Locale, { exact = false } = {}): PhraseFinder {
  const keyOf = ({ folded }: Word) => (exact ? folded : stemOf(folded, locale));
  const byFirst = new Map<string, Entry[]>();
  const known = new Set<string>();
  for (const [name, texts] of Object.entries(phrases)) {
    for (const text of texts) {
      const words = wordsInText(text, locale);
      const keys = words.map(keyOf);
      const folded = words.map((word) => word.folded);
      const written = words.map((word) => word.written);
      const [first] = keys;
      if (first === undefined) continue;
      const entries = byFirst.get(first) ?? [];
      const entry = `${name} ${written.join(" ")}`;
      if (!known.has(entry)) entries.push({ name, keys, folded, written });
      known.add(entry);
      byFirst.set(first, entries);
    }
  }

  return (words) => {
    const keys = words.map(keyOf);
    const found: FoundPhrase[] = [];
    for (const [from, key] of keys.entries()) {
      for (const entry of byFirst.get(key) ?? none) {
        if (!entry.keys.every((part, index) => keys[from + index] === part)) continue;
        const to = from + entry.keys.length;
        const isExact = standsAs(entry, words, from);
        if (isExact || !exact) found.push({ name: entry.name, from, to, isExact });
      }
    }
    return found;
  };
}

const none: readonly Entry[] = [];

/** Whether the words are those of the entry to the letter, or without the dots and rings that it has. */
function standsAs({ keys, written, folded }: Entry, words: readonly Word[], from: number): boolean {
  return keys.every((_, index) => {
    const word = words[from + index]!;
    return word.written === written[index] || (word.written === word.folded && word.folded === folded[index]);
  });
}
