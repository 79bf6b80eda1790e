import { createHash } from "node:crypto";
import { softmax } from "../assistant/embedded/classifier.js";
import { featuresOf, HASH_BITS } from "../assistant/embedded/features.js";
import type { Locale } from "../domain/locale.js";

/** A text and the class it belongs to. */
export interface Example {
  readonly text: string;
  readonly locale: Locale;
  readonly label: string;
}

const EPOCHS = 4;
const LEARNING_RATE = 5;
const DROPOUT = 0.3;
/** A feature of one example alone says nothing about others. */
const MIN_SEEN = 2;
/** Differences from the right answer that change nothing; most classes are soon out of the question. */
const NEGLIGIBLE = 2e-4;

/** A trained model before it is packed. */
export interface Trained {
  readonly classes: readonly string[];
  readonly keys: Uint32Array;
  readonly rarity: Float32Array;
  readonly unseen: number;
  /** A row of one weight a class for each feature. */
  readonly weights: Float32Array;
}

/** Softmax regression by stochastic gradient descent; the same examples always give the same model. */
export function train(examples: readonly Example[], epochs = EPOCHS): Trained {
  const random = randomFrom(1);
  const classes = [...new Set(examples.map(({ label }) => label))];
  const indexOf = new Map(classes.map((name, index) => [name, index]));
  const features = examples.map(({ text, locale }) => featuresOf(text, locale));

  const seen = new Uint32Array(2 ** HASH_BITS);
  for (const found of features) for (const feature of found.keys()) seen[feature]!++;
  const keys = Uint32Array.from([...seen.keys()].filter((feature) => seen[feature]! >= MIN_SEEN));
  const rowOf = new Int32Array(2 ** HASH_BITS).fill(-1);
  keys.forEach((key, row) => {
    rowOf[key] = row;
  });
  const rarity = Float32Array.from(keys, (key) => 1 + Math.log((1 + examples.length) / (1 + seen[key]!)));
  const unseen = 1 + Math.log(1 + examples.length);

  const vectors = features.map((found) => {
    const [rows, values]: [number[], number[]] = [[], []];
    let length = 0;
    for (const [feature, weight] of found) {
      const row = rowOf[feature]!;
      const value = weight * (row < 0 ? unseen : rarity[row]!);
      length += value * value;
      if (row < 0) continue;
      rows.push(row);
      values.push(value);
    }
    const norm = Math.sqrt(length || 1);
    // The last one weighs nothing and fills up groups of four.
    return { rows: Int32Array.from([...rows, 0]), values: Float32Array.from([...values, 0], (value) => value / norm) };
  });
  const labels = examples.map(({ label }) => indexOf.get(label)!);

  const count = classes.length;
  const weights = new Float32Array(keys.length * count);
  const order = Uint32Array.from(examples.keys());
  const [wrong, kept, scores] = [new Int32Array(count), new Int32Array(10_000), new Float32Array(count)];
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random);
    const step = LEARNING_RATE * (1 - epoch / epochs);
    for (const example of order) {
      const { rows, values } = vectors[example]!;
      let size = 0;
      const last = rows.length - 1;
      for (let at = 0; at < last; at++) if (random() >= DROPOUT) kept[size++] = at;
      while (size % 4 !== 0) kept[size++] = last;
      scores.fill(0);
      for (let k = 0; k < size; k += 4) {
        const [p, q, r, s] = [kept[k]!, kept[k + 1]!, kept[k + 2]!, kept[k + 3]!];
        const [i, j, l, m] = [rows[p]! * count, rows[q]! * count, rows[r]! * count, rows[s]! * count];
        const [v, w, x, y] = [values[p]!, values[q]!, values[r]!, values[s]!];
        // Four at a time, as most of the time goes into reading and writing the scores.
        for (let c = 0; c < count; c++)
          scores[c]! += v * weights[i + c]! + w * weights[j + c]! + x * weights[l + c]! + y * weights[m + c]!;
      }
      for (let c = 0; c < count; c++) scores[c]! /= 1 - DROPOUT;
      softmax(scores);
      scores[labels[example]!]! -= 1;
      let wrongs = 0;
      for (let c = 0; c < count; c++) if (Math.abs(scores[c]!) > NEGLIGIBLE) wrong[wrongs++] = c;
      for (let k = 0; k < size; k++) {
        const first = rows[kept[k]!]! * count;
        const change = (step * values[kept[k]!]!) / (1 - DROPOUT);
        for (let w = 0; w < wrongs; w++) weights[first + wrong[w]!]! -= change * scores[wrong[w]!]!;
      }
    }
  }
  return { classes, keys, rarity, unseen, weights };
}

/** Changes with the examples and with how they are learned from. */
export function digestOf(examples: readonly Example[], program: string): string {
  return createHash("sha256").update(program).update(JSON.stringify(examples)).digest("hex");
}

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffle(order: Uint32Array, random: () => number): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
}
