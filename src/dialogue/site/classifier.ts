import { deserialize } from "node:v8";
import type { City } from "../../addresses/cities.js";
import { stemOf, wordsIn } from "../../search/words.js";
import type { Locale } from "../../text/locale.js";
import { type Candidate, type Topic, topicOf } from "./topics.js";

/** At 60,000 features, fewer than one in a hundred shares its hash with another. */
export const HASH_BITS = 22;
/** Letter groups weigh less than words, as each word has many. */
const LETTER_GROUP_WEIGHT = 0.6;
const [MIN_LETTERS, MAX_LETTERS] = [3, 5];

/** The hashes and weights of a text's stems, pairs of words, and letter groups within words. */
export interface Features {
  readonly hashes: Int32Array;
  readonly weights: Float32Array;
}

export function extractFeatures(text: string, locale: Locale): Features {
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

/** The rows of the features that were seen, and their values. The values of all features have length 1. */
export interface Encoded {
  readonly rows: Int32Array;
  readonly values: Float32Array;
}

export class Encoder {
  readonly #counts: FeatureCounts;
  readonly #rowOf: ReadonlyMap<number, number>;

  constructor(counts: FeatureCounts) {
    this.#counts = counts;
    this.#rowOf = new Map(Array.from(counts.keys, (key, row) => [key, row]));
  }

  encode({ hashes, weights }: Features): Encoded {
    const { rarity, unseen } = this.#counts;
    const rows = hashes.map((hash) => this.#rowOf.get(hash) ?? -1);
    const values = weights.map((weight, index) => weight * (rarity[rows[index]!] ?? unseen));
    const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) || 1);
    const isSeen = (_: number, index: number) => rows[index]! >= 0;
    return { rows: rows.filter(isSeen), values: values.map((value) => value / length).filter(isSeen) };
  }
}

/** src/build/train.ts makes it. Vectors are stored one after the other. */
export interface Model extends FeatureCounts {
  readonly digest: string;
  /** Places of the site, and `talk:…`, `events:…`, `injection`, `out-of-scope`, `unknown`. */
  readonly classes: readonly string[];
  readonly classVectors: Float32Array;
  /** Whole numbers from -127 to 127; times `scale`, they are the vectors. */
  readonly featureVectors: Int8Array;
  readonly scale: number;
}

export const readModel = (file: Uint8Array) => deserialize(file) as Model;

/** The classifier is made less sure than in training, so that the page and the questions before count too. */
const CONFIDENCE = 0.6;

export class Classifier {
  readonly #topics: readonly Topic[];
  readonly #model: Model;
  readonly #encoder: Encoder;

  constructor(model: Model, cities: readonly City[]) {
    this.#topics = model.classes.map((name) => topicOf(name, cities));
    this.#model = model;
    this.#encoder = new Encoder(model);
  }

  /** Returns all topics in the order of the model, and the share of the text's features that were seen in training. */
  classify(text: string, locale: Locale): { candidates: Candidate[]; known: number } {
    const { classVectors, featureVectors, scale } = this.#model;
    const { rows, values } = this.#encoder.encode(extractFeatures(text, locale));
    const vector = new Float32Array(DIMENSIONS);
    rows.forEach((row, at) => {
      add(values[at]! * scale, featureVectors, row, vector, 0);
    });
    const scores = scoreClasses(vector, classVectors, new Float32Array(this.#topics.length));
    const probabilities = softmax(scores.map((score) => CONFIDENCE * score));
    return {
      candidates: this.#topics.map((topic, index) => ({ topic, probability: probabilities[index]! })),
      known: values.reduce((sum, value) => sum + value * value, 0),
    };
  }
}

/** Measured: 48 cost a point; 96 bring half a point, and need half as much memory again. */
export const DIMENSIONS = 64;

type Numbers = Float32Array | Int8Array;

/** Adds a vector of one list, times a factor, to a vector of another. */
export function add(factor: number, from: Numbers, index: number, to: Float32Array, target: number): void {
  const source = index * DIMENSIONS;
  const at = target * DIMENSIONS;
  for (let d = 0; d < DIMENSIONS; d++) to[at + d]! += factor * from[source + d]!;
}

/** Writes the product of the text's vector with that of each class into `scores`. */
export function scoreClasses(text: Float32Array, classVectors: Float32Array, scores: Float32Array): Float32Array {
  for (let c = 0; c < scores.length; c++) {
    let sum = 0;
    for (let d = 0; d < DIMENSIONS; d++) sum += text[d]! * classVectors[c * DIMENSIONS + d]!;
    scores[c] = sum;
  }
  return scores;
}

/** Replaces scores with probabilities. */
export function softmax(scores: Float32Array): Float32Array {
  let max = -Infinity;
  for (const score of scores) if (score > max) max = score;
  let sum = 0;
  for (let at = 0; at < scores.length; at++) sum += scores[at] = Math.exp(scores[at]! - max);
  for (let at = 0; at < scores.length; at++) scores[at]! /= sum;
  return scores;
}
