import type { DialogueWords } from "../../content/dialogue-words.js";
import type { Locale } from "../../domain/locale.js";
import { dateCompounds } from "./date-compounds.js";
import { longest, type Meaning, meaningOf } from "./meaning.js";
import { type FoundPhrase, phraseFinder } from "./phrases.js";
import { correctionOf, spellingsOf } from "./spelling.js";
import { stemOf } from "./stem.js";
import { type Vocabulary, vocabularyOf, type WordKind } from "./vocabulary.js";
import { type Word, wordsInText } from "./words-in-text.js";

/** A word as this language understands it. */
export interface Term {
  readonly word: Word;
  readonly kind: WordKind;
  readonly stem: string;
  /** Stems of the parts of a compound. */
  readonly parts: readonly string[];
  readonly meaning: Meaning;
  /** The names of what it means. */
  readonly notions: readonly string[];
  /** Whether the site, or what is known of how people speak of it, has the word. */
  readonly isKnown: boolean;
  /** Whether it was taken for a slip of the pen. */
  readonly isCorrected: boolean;
}

export interface Lexicon extends Omit<Vocabulary, "meant" | "factsOf"> {
  readonly locale: Locale;
  /**
   * The terms of a text. What is misspelt is put right where it can be told which words are of another language.
   */
  read(text: string, isForeign?: (written: string) => boolean): Term[];
  /** A text with its compounds of a date and a thing in two words: majkvällen is "maj kvällen". */
  apart(text: string): string;
  /** Whether a sentence goes on with what the one before it says: "They have …", "Därför …". */
  isMidThought(sentence: string): boolean;
}

/** A misspelt word is looked for only so many times in one text: each takes a while. */
const MOST_CORRECTED = 12;

const none: readonly FoundPhrase[] = [];

/** What the words of a language mean here: from what is known of how people speak, and the words of the site itself. */
export function* lexiconOf(
  known: DialogueWords,
  site: { readonly texts: Iterable<string>; readonly names: Iterable<string> },
  locale: Locale,
): Generator<void, Lexicon> {
  const vocabulary = yield* vocabularyOf(known, site, locale);
  yield;
  const findNotions = phraseFinder(known.notions, locale);
  yield;
  const spellings = spellingsOf(vocabulary.meant);
  const findMidThought = phraseFinder({ midThought: known.midThought }, locale, { exact: true });

  const correctedWords = (words: readonly Word[], isForeign: (written: string) => boolean) => {
    let left = MOST_CORRECTED;
    return words.map((word) => {
      const isRight = vocabulary.factsOf(word).isKnown || vocabulary.isOfElsewhere(word) || isForeign(word.written);
      if (left === 0 || isRight) return word;
      left--;
      const correction = correctionOf(word.folded, spellings);
      return correction === undefined ? word : { written: correction, folded: correction };
    });
  };

  return {
    ...vocabulary,
    locale,
    apart: dateCompounds(known, vocabulary.meant, locale),
    isMidThought: (sentence) =>
      findMidThought(wordsInText(sentence.slice(0, 80), locale)).some(({ from }) => from === 0),
    read(text, isForeign) {
      const typed = wordsInText(text, locale);
      const words = isForeign ? correctedWords(typed, isForeign) : typed;
      const phrasesAt = new Map<number, FoundPhrase[]>();
      for (const phrase of longest(findNotions(words)))
        for (let at = phrase.from; at < phrase.to; at++) phrasesAt.set(at, [...(phrasesAt.get(at) ?? none), phrase]);

      return words.map((word, index) => {
        const { kind, stem, parts, isKnown } = vocabulary.factsOf(word);
        const ofParts = parts.length > 0 ? findNotions(parts.map((part) => ({ written: part, folded: part }))) : none;
        const meaning = meaningOf(kind, phrasesAt.get(index) ?? none, parts, ofParts);
        return {
          word,
          kind,
          stem,
          parts: parts.length > 0 ? parts.map((part) => stemOf(part, locale)) : parts,
          meaning,
          notions: [...meaning.keys()],
          isKnown,
          isCorrected: word !== typed[index],
        };
      });
    },
  };
}
