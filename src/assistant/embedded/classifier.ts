import { deserialize } from "node:v8";
import type { Locale } from "../../domain/locale.js";
import { featuresOf } from "./features.js";
import { add, DIMENSIONS, scoreClasses, softmax } from "./vectors.js";

/** Made by src/build/train.ts, and serialized by node:v8 in dist/dialogue.model. Vectors are one after the other. */
export interface Model {
  readonly digest: string;
  /** Names of the classes: places of the site, and `talk:…`, `events:…`, `injection`, `out-of-scope`, `unknown`. */
  readonly classes: readonly string[];
  readonly classVectors: Float32Array;
  /** Features that were seen in training, sorted. */
  readonly keys: Uint32Array;
  readonly rarity: Float32Array;
  /** Weight of a feature that was not seen in training. */
  readonly unseen: number;
  /** In whole numbers from -127 to 127, to be multiplied by the scale. */
  readonly featureVectors: Int8Array;
  readonly scale: number;
}

export const readModel = (file: Uint8Array) => deserialize(file) as Model;

export type Classifier = ReturnType<typeof classifierFrom>;

/** Less sure than in training, so that the page and the questions before can add to what a text says. */
const CONFIDENCE = 0.6;

/** Hashed features in, probabilities of classes out. */
export function classifierFrom(model: Model) {
  const { classes, classVectors, keys, rarity, unseen, featureVectors, scale } = model;

  const encode = (text: string, locale: Locale) => {
    const vector = new Float32Array(DIMENSIONS);
    let [length, known] = [0, 0];
    const found: [number, number][] = [];
    for (const [feature, weight] of featuresOf(text, locale)) {
      const row = rowOf(keys, feature);
      const value = weight * (row < 0 ? unseen : rarity[row]!);
      length += value * value;
      if (row < 0) continue;
      known += value * value;
      found.push([row, value]);
    }
    const norm = scale / Math.sqrt(length || 1);
    for (const [row, value] of found) add(value * norm, featureVectors, row, vector, 0);
    return { vector, known: known / (length || 1) };
  };

  return {
    classes,
    /** Probabilities by the index of the class, and the share of the text's features that were seen in training. */
    read(text: string, locale: Locale) {
      const { vector, known } = encode(text, locale);
      const scores = new Float32Array(classes.length);
      scoreClasses(vector, classVectors, scores);
      return { probabilities: softmax(scores.map((score) => CONFIDENCE * score)), known };
    },
  };
}

/** The index of a number in a sorted list, or -1. */
function rowOf(keys: Uint32Array, key: number): number {
  let [low, high] = [0, keys.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (keys[middle] === key) return middle;
    if (keys[middle]! < key) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
