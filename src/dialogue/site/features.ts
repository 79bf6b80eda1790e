import { stemOf, wordsIn } from "../../search/words.js";
import type { Locale } from "../../text/locale.js";

/** At 60,000 features, fewer than one in a hundred shares its hash with another. */
export const HASH_BITS = 22;
/** Letter groups weigh less than words, as each word has many. */
const LETTER_GROUP_WEIGHT = 0.6;
const [MIN_LETTERS, MAX_LETTERS] = [3, 5];

export type Features = ReturnType<typeof extractFeatures>;

/** Returns the hashes and weights of a text's stems, pairs of words, and letter groups within words. */
export function extractFeatures(text: string, locale: Locale) {
  const features = new Map<number, number>();
  let previous = "";
  for (const word of wordsIn(text)) {
    features.set(featureOf(`w${stemOf(word, locale)}`), 1);
    features.set(featureOf(`b${previous}_${word}`), 1);
    const edged = ` ${word} `;
    for (let length = MIN_LETTERS; length <= MAX_LETTERS; length++) {
      for (let at = 0; at + length <= edged.length; at++)
        features.set(featureOf(edged.slice(at, at + length)), LETTER_GROUP_WEIGHT);
    }
    previous = word;
  }
  return { hashes: Int32Array.from(features.keys()), weights: Float32Array.from(features.values()) };
}

/** FNV-1a with a final mix, cut to HASH_BITS. */
function featureOf(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 13)) & (2 ** HASH_BITS - 1);
}

export interface FeatureCounts {
  /** The features that training has seen, sorted. */
  readonly keys: Uint32Array;
  readonly rarity: Float32Array;
  /** The weight of a feature that training has not seen. */
  readonly unseen: number;
}

/** Returns the rows of the features that were seen, and their values. The values of all features have length 1. */
export function encoder({ keys, rarity, unseen }: FeatureCounts) {
  const rowOf = new Map(Array.from(keys, (key, row) => [key, row]));
  return ({ hashes, weights }: Features) => {
    const rows = hashes.map((hash) => rowOf.get(hash) ?? -1);
    const values = weights.map((weight, index) => weight * (rarity[rows[index]!] ?? unseen));
    const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) || 1);
    const isSeen = (_: number, index: number) => rows[index]! >= 0;
    return { rows: rows.filter(isSeen), values: values.map((value) => value / length).filter(isSeen) };
  };
}
