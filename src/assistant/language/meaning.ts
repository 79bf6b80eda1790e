import type { FoundPhrase } from "./phrases.js";
import type { WordKind } from "./vocabulary.js";

/** What a word means here, by itself or as part of a saying, and how sure that is. */
export type Meaning = ReadonlyMap<string, number>;

/** How sure a meaning is that several words make together; and when only the stem is the word's, or only part of it. */
export const OF_A_PHRASE = 1.01;
const OF_THE_WORD = 1;
const OF_A_STEM = 0.8;
const OF_A_PART = 0.6;
/** The part of a compound that is shorter than this means something only as it is written. */
const SURE_LENGTH = 6;
/** From so many words on, a phrase is a saying of its own. */
const SAYING = 3;

const nothing: Meaning = new Map();

/** What a word means, from the phrases it stands in and, where it is a compound, those of its parts. */
export function meaningOf(
  kind: WordKind,
  phrases: readonly FoundPhrase[],
  parts: readonly string[],
  ofParts: readonly FoundPhrase[],
): Meaning {
  if (phrases.length === 0 && ofParts.length === 0) return nothing;
  const meaning = new Map<string, number>();
  const partsSure = ofParts.filter(({ from, isExact }) => isExact || parts[from]!.length >= SURE_LENGTH);
  for (const { name } of surest(partsSure)) meaning.set(name, OF_A_PART);
  const own = phrases.filter((phrase) => kind === "content" || phrase.isExact || !isOneWord(phrase));
  for (const phrase of surest(own)) {
    const sure = isOneWord(phrase) ? (phrase.isExact ? OF_THE_WORD : OF_A_STEM) : OF_A_PHRASE;
    meaning.set(phrase.name, Math.max(sure, meaning.get(phrase.name) ?? 0));
  }
  return meaning;
}

/** A saying of several words does not mean what some of them mean elsewhere: to pick up the bill is not to pick up. */
export function longest(found: readonly FoundPhrase[]): readonly FoundPhrase[] {
  const sayings = found.filter(({ from, to }) => to - from >= SAYING);
  const isWithin = (one: FoundPhrase) =>
    sayings.some(({ from, to }) => from <= one.from && one.to <= to && to - from > one.to - one.from);
  return sayings.length === 0 ? found : found.filter((one) => !isWithin(one));
}

/** A word that stands in the list as it is written means that, and not what another with the same stem means. */
function surest(found: readonly FoundPhrase[]): readonly FoundPhrase[] {
  const isSure = found.some((phrase) => isOneWord(phrase) && phrase.isExact);
  return isSure ? found.filter((phrase) => phrase.isExact || !isOneWord(phrase)) : found;
}

const isOneWord = ({ from, to }: FoundPhrase) => to - from === 1;
