/** Measured: 48 cost a point; 96 bring half a point, and need half as much memory again. */
export const DIMENSIONS = 64;

type Numbers = Float32Array | Int8Array;

/** Adds a vector of one list, times a factor, to a vector of another. Four at a time, as this takes most of the time. */
export function add(factor: number, from: Numbers, index: number, to: Float32Array, target: number): void {
  let source = index * DIMENSIONS;
  let at = target * DIMENSIONS;
  for (const end = source + DIMENSIONS; source < end; source += 4, at += 4) {
    to[at]! += factor * from[source]!;
    to[at + 1]! += factor * from[source + 1]!;
    to[at + 2]! += factor * from[source + 2]!;
    to[at + 3]! += factor * from[source + 3]!;
  }
}

/** Writes the product of the text's vector with that of each class into `scores`. */
export function scoreClasses(text: Float32Array, classVectors: Float32Array, scores: Float32Array): Float32Array {
  for (let c = 0, at = 0; c < scores.length; c++) {
    let p = 0;
    let q = 0;
    let r = 0;
    let s = 0;
    for (let d = 0; d < DIMENSIONS; d += 4, at += 4) {
      p += text[d]! * classVectors[at]!;
      q += text[d + 1]! * classVectors[at + 1]!;
      r += text[d + 2]! * classVectors[at + 2]!;
      s += text[d + 3]! * classVectors[at + 3]!;
    }
    scores[c] = p + q + r + s;
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

/** `share` is the weight of the other. A class stays likely only if both find it likely. */
export const geometricMean = (one: Float32Array, other: Float32Array, share: number): Float32Array =>
  normalised(one.map((p, c) => p ** (1 - share) * other[c]! ** share));

export function normalised(values: Float32Array): Float32Array {
  const sum = values.reduce((total, value) => total + value, 0) || 1;
  return values.map((value) => value / sum);
}
