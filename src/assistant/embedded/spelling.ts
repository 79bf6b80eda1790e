import type { DialogueContent } from "../../content/dialogue.js";
import type { Locale } from "../../domain/locale.js";
import { fold } from "../../text/fold.js";
import { editDistance } from "../../text/nearest.js";
import type { Place } from "./places.js";
import { stemOf } from "./text.js";

/** Shorter words have too many neighbours. */
const MIN_LETTERS = 5;
/** From this length on, two letters may be wrong. */
const LONG = 8;
/** A query with more unknown words is in another language, and each costs about 1 ms. */
const MAX_UNKNOWN = 4;

export interface Vocabulary {
  readonly stems: ReadonlySet<string>;
  /** By their folded form, with the usual spelling and how often they are used. */
  readonly words: ReadonlyMap<string, { readonly spelling: string; readonly count: number }>;
}

/** Of what the site says, and of what a question can name. */
export function vocabularyOf(
  places: ReadonlyMap<string, Place>,
  dialogue: DialogueContent,
  locale: Locale,
): Vocabulary {
  const texts = [
    ...[...places.values()].flatMap(({ title, heading, markdown, parts }) => [title, heading, markdown, parts]),
    ...dialogue.cities.others.flatMap(({ names }) => names),
    JSON.stringify(Object.values(dialogue.words[locale])),
  ];
  const words = new Map<string, { spelling: string; count: number }>();
  for (const text of texts)
    for (const [spelling] of text.toLowerCase().matchAll(/\p{L}+/gu)) {
      const word = words.get(fold(spelling)) ?? { spelling, count: 0 };
      word.count++;
      words.set(fold(spelling), word);
    }
  return { stems: new Set([...words.keys()].map((word) => stemOf(word, locale))), words };
}

/** The query with each word that is in no form in use replaced by the word that it most likely misspells. */
export function corrected(query: string, vocabulary: Vocabulary, locale: Locale): string {
  const unknown = [...query.normalize("NFC").matchAll(/(?<![\p{L}\p{N}])\p{L}+(?![\p{L}\p{N}])/gu)]
    .map(([word]) => word)
    .filter((word) => word.length >= MIN_LETTERS && !vocabulary.stems.has(stemOf(fold(word), locale)));
  const different = [...new Set(unknown)];
  if (different.length > MAX_UNKNOWN) return query;
  return different.reduce(
    (text, word) => text.replaceAll(word, nearestWord(fold(word), vocabulary) ?? word),
    query.normalize("NFC"),
  );
}

/** The commonest of the words that are as near. */
function nearestWord(word: string, { words }: Vocabulary): string | undefined {
  const maxEdits = word.length < LONG ? 1 : 2;
  const [nearest] = [...words]
    .filter(([other]) => other[0] === word[0] && Math.abs(other.length - word.length) <= maxEdits)
    .map(([other, known]) => ({ ...known, edits: editDistance(word, other) }))
    .filter(({ edits }) => edits <= maxEdits)
    .sort((a, b) => a.edits - b.edits || b.count - a.count);
  return nearest?.spelling;
}
