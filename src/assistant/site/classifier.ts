import type { Locale } from "../../domain/locale.js";
import { wordsInText } from "../language/words-in-text.js";

/**
 * Says which class a text is most like, having read examples of each.
 *
 * Source  complement naive Bayes, by tf-idf: Rennie and others, "Tackling the Poor Assumptions of Naive Bayes Text
 *         Classifiers", 2003. Features are kept by their hash: Weinberger and others, "Feature Hashing", 2009.
 */
export interface Classifier {
  /** How like each class a text is, in standard deviations from the mean; empty where nothing speaks for any. */
  likeness(text: string): ReadonlyMap<string, number>;
}

const HASHES = 1 << 16;
const SMOOTHING = 1;
/** Groups of so many letters, within a word and its edges. */
const [LEAST_LETTERS, MOST_LETTERS] = [3, 5];
/** So many examples are read at a time. */
const AT_A_TIME = 200;

/** Learns from the examples of each class; made in steps, between which others may run. */
export function* classifierOf(
  examples: ReadonlyMap<string, readonly string[]>,
  locale: Locale,
): Generator<void, Classifier> {
  const read: Uint16Array[][] = [];
  const texts = new Uint32Array(HASHES);
  let count = 0;
  for (const ofClass of examples.values()) {
    const features: Uint16Array[] = [];
    for (const text of ofClass) {
      const found = featuresOf(text, locale);
      for (const feature of found) texts[feature]!++;
      features.push(found);
      if (++count % AT_A_TIME === 0) yield;
    }
    read.push(features);
  }
  const idf = Float32Array.from(texts, (of) => Math.log((1 + count) / (1 + of)) + 1);

  // What each class has of each feature: three columns, a row for each that it has any of.
  const columns = { feature: [] as number[], of: [] as number[], weight: [] as number[] };
  const [all, own] = [new Float64Array(HASHES), new Float64Array(HASHES)];
  for (const [of, ofClass] of read.entries()) {
    const found: number[] = [];
    for (const features of ofClass) {
      const weights = weighed(features, idf);
      for (let at = 0; at < features.length; at++) {
        const feature = features[at]!;
        if (own[feature] === 0) found.push(feature);
        own[feature]! += weights[at]!;
      }
    }
    for (const feature of found) {
      columns.feature.push(feature);
      columns.of.push(of);
      columns.weight.push(own[feature]!);
      all[feature]! += own[feature]!;
      own[feature] = 0;
    }
    yield;
  }

  // Rows of the same feature side by side: those of feature n end where starts[n + 1] says.
  const starts = new Uint32Array(HASHES + 1);
  for (const feature of columns.feature) starts[feature + 1]!++;
  for (let feature = 0; feature < HASHES; feature++) starts[feature + 1]! += starts[feature]!;
  const next = starts.slice();
  const owners = new Uint16Array(columns.of.length);
  const gains = new Float32Array(columns.of.length);
  const sums = new Float64Array(examples.size);
  for (const [row, feature] of columns.feature.entries()) {
    const [of, weight] = [columns.of[row]!, columns.weight[row]!];
    const place = next[feature]!++;
    owners[place] = of;
    gains[place] = -Math.log(1 - weight / (all[feature]! + SMOOTHING));
    sums[of]! += weight;
  }
  const total = sums.reduce((sum, one) => sum + one, 0) + SMOOTHING * texts.filter((count) => count > 0).length;
  const rest = sums.map((sum) => Math.log(total - sum));
  const names = [...examples.keys()];

  return {
    likeness(text) {
      const features = featuresOf(text, locale).filter((feature) => texts[feature]! > 0);
      const weights = weighed(features, idf);
      const length = weights.reduce((sum, weight) => sum + weight, 0);
      const scores = rest.map((one) => one * length);
      for (const [at, feature] of features.entries())
        for (let place = starts[feature]!; place < starts[feature + 1]!; place++)
          scores[owners[place]!]! += weights[at]! * gains[place]!;
      return new Map(standardised(scores).map((score, of) => [names[of]!, score]));
    },
  };
}

/** Words, pairs of words, and groups of letters, each once. */
function featuresOf(text: string, locale: Locale): Uint16Array {
  const features = new Set<number>();
  let before = "";
  for (const { folded } of wordsInText(text, locale)) {
    features.add(hash(`=${folded}`)).add(hash(`${before}=${folded}`));
    const edged = ` ${folded} `;
    for (let from = 0; from + LEAST_LETTERS <= edged.length; from++)
      for (let to = from + LEAST_LETTERS; to <= Math.min(from + MOST_LETTERS, edged.length); to++)
        features.add(hash(edged, from, to));
    before = folded;
  }
  return Uint16Array.from(features);
}

/** FNV-1a, folded to 16 bits. */
function hash(text: string, from = 0, to = text.length): number {
  let value = 0x811c9dc5;
  for (let at = from; at < to; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return (value ^ (value >>> 16)) & (HASHES - 1);
}

/** The weights of a text's features; their squares add up to 1. */
function weighed(features: Uint16Array, idf: Float32Array): Float32Array {
  const weights = new Float32Array(features.length);
  let squares = 0;
  for (let at = 0; at < features.length; at++) {
    weights[at] = idf[features[at]!]!;
    squares += weights[at]! ** 2;
  }
  const length = Math.sqrt(squares);
  for (let at = 0; at < features.length; at++) weights[at]! /= length;
  return weights;
}

function standardised(scores: Float64Array): number[] {
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const deviation = Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length);
  return deviation > 0 ? [...scores].map((score) => (score - mean) / deviation) : [];
}
