import type { DialogueWords } from "../../content/dialogue-words.js";
import type { Locale } from "../../domain/locale.js";
import { partsOf } from "./compounds.js";
import { stemOf } from "./stem.js";
import { fold, type Word, wordsInText } from "./words-in-text.js";

/** Words that only hold a sentence together, those that say too little to be looked for, and all others. */
export type WordKind = "function" | "common" | "content";

/** What can be told of a word by itself. */
interface WordFacts {
  readonly kind: WordKind;
  readonly stem: string;
  /** The parts of a compound, as they are written. */
  readonly parts: readonly string[];
  /** Whether the language is known to have it, as far as anything is known of it here. */
  readonly isKnown: boolean;
}

export type Vocabulary = ReturnType<typeof vocabularyOf> extends Generator<void, infer Made> ? Made : never;

/** So many characters are read in a step. */
const AT_A_TIME = 10_000;

/** A site has so many words; visitors may type any. */
const MOST_KEPT = 30_000;

/** The words of a language that are known: of its grammar, of what is said about the site, and of the site's own texts. */
export function* vocabularyOf(
  known: DialogueWords,
  { texts, names }: { readonly texts: Iterable<string>; readonly names: Iterable<string> },
  locale: Locale,
) {
  const functionWords = wordSet(known.function, locale);
  const commonWords = wordSet(known.common, locale);
  const foreign = ["elsewhere", "trade", "detail"].flatMap((name) => known.refused[name]!);
  const elsewhere = wordSet(wordsOf([...foreign, ...known.cities], locale), locale).folded;
  const subjectsElsewhere = wordSet(
    foreign.filter((text) => !text.includes(" ")),
    locale,
  ).folded;
  const contentWords = new Set<string>();
  const stems = new Set<string>();
  /** The words that a misspelt one may be taken for. */
  const meant = new Set<string>([...functionWords.folded, ...commonWords.folded]);

  const learn = (text: string, also?: Set<string>) => {
    for (const { written, folded } of wordsInText(text, locale)) {
      if (folded.length < 2 || functionWords.written.has(written)) continue;
      also?.add(folded);
      if (contentWords.has(folded)) continue;
      contentWords.add(folded);
      stems.add(stemOf(folded, locale));
    }
  };
  let learnt = 0;
  for (const text of texts) {
    learn(text);
    learnt += text.length;
    if (learnt < AT_A_TIME) continue;
    learnt = 0;
    yield;
  }
  for (const words of [known.notions, known.when, known.feasts].map(Object.values).flat(2)) learn(words, meant);
  for (const name of names) learn(name, meant);

  const isIn = ({ written, folded }: WordSet, word: Word) =>
    written.has(word.written) || (folded.has(word.folded) && !contentWords.has(word.written));
  const kindOf = (word: Word): WordKind => {
    if (isIn(functionWords, word)) return "function";
    return isIn(commonWords, word) ? "common" : "content";
  };
  const isPart = (part: string) =>
    !functionWords.folded.has(part) && (contentWords.has(part) || stems.has(part) || commonWords.folded.has(part));

  const kept = new Map<string, WordFacts>();
  const factsOf = (word: Word): WordFacts => {
    const made = kept.get(word.written);
    if (made) return made;

    const kind = kindOf(word);
    const stem = stemOf(word.folded, locale);
    const parts = kind === "content" && locale !== "en" ? partsOf(word.folded, isPart) : [];
    const isNumber = /^\d/.test(word.folded);
    const isKnown =
      kind !== "content" || isNumber || parts.length > 0 || contentWords.has(word.folded) || stems.has(stem);
    const facts = { kind, stem, parts, isKnown };
    if (kept.size < MOST_KEPT) kept.set(word.written, facts);
    return facts;
  };

  return {
    factsOf,
    meant,

    /** Whether a word stands in the language just so. */
    has(written: string): boolean {
      const word = { written, folded: fold(written, locale) };
      return contentWords.has(word.folded) || kindOf(word) !== "content";
    },

    /** Whether a word is known from subjects that are not the site's. */
    isOfElsewhere: ({ folded }: Word): boolean => elsewhere.has(folded),

    /** Whether a compound begins with a word of such a subject: pythonfunktion. */
    beginsElsewhere: ({ folded }: Word): boolean =>
      LENGTHS_OF_A_START.some((length) => length < folded.length && subjectsElsewhere.has(folded.slice(0, length))),

    /** How much of a text is of this language, from 0 to 1; small words tell more than others. */
    share(words: readonly Word[]): number {
      const ours = words.filter(({ written }) => functionWords.written.has(written)).length;
      const spoken = words.filter((word) => factsOf(word).isKnown).length;
      return words.length === 0 ? 0 : (ours * 2 + spoken) / (words.length * 3);
    },
  };
}

const LENGTHS_OF_A_START = [5, 6, 7, 8, 9, 10, 11, 12];

interface WordSet {
  readonly written: ReadonlySet<string>;
  readonly folded: ReadonlySet<string>;
}

function wordSet(words: readonly string[], locale: Locale): WordSet {
  const written = words.map((word) => word.normalize("NFC").toLowerCase());
  return { written: new Set(written), folded: new Set(written.map((word) => fold(word, locale))) };
}

const wordsOf = (texts: readonly string[], locale: Locale) =>
  texts.flatMap((text) => wordsInText(text, locale).map(({ written }) => written));
