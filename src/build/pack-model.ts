import { aligned, type ModelHeader } from "../assistant/embedded/classifier.js";
import type { Gate } from "../assistant/embedded/gate.js";
import type { Trained } from "./train.js";

/** What is kept of 25 million weights; measured: half as many cost a point, twice as many bring nothing. */
const MAX_WEIGHTS = 800_000;

/** The model as a file: the largest weights in a byte each, with their class in two. */
export function pack({ classes, keys, rarity, unseen, weights }: Trained, digest: string, gate: Gate): Uint8Array {
  const count = classes.length;
  const largest = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
  const scale = largest / 127;
  const least = Math.max(leastOfLargest(weights, largest), scale / 2);
  const starts = new Uint32Array(keys.length + 1);
  const [classOf, packed]: [number[], number[]] = [[], []];
  for (let row = 0; row < keys.length; row++) {
    for (let c = 0; c < count; c++) {
      const weight = weights[row * count + c]!;
      if (Math.abs(weight) < least) continue;
      classOf.push(c);
      packed.push(Math.round(weight / scale));
    }
    starts[row + 1] = packed.length;
  }
  const header: ModelHeader = {
    ...{ digest, classes, unseen, scale, gate },
    ...{ features: keys.length, weights: packed.length },
  };
  const json = new TextEncoder().encode(JSON.stringify(header));
  const parts = [keys, rarity, starts, Uint16Array.from(classOf), Int8Array.from(packed)];
  const start = aligned(4 + json.length);
  const file = new Uint8Array(start + parts.reduce((sum, { byteLength }) => sum + aligned(byteLength), 0));
  new DataView(file.buffer).setUint32(0, json.length, true);
  file.set(json, 4);
  let at = start;
  for (const part of parts) {
    file.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += aligned(part.byteLength);
  }
  return file;
}

/** The size from which on no more weights than are kept are as large; by counting, as sorting takes seconds. */
function leastOfLargest(weights: Float32Array, largest: number): number {
  const counts = new Uint32Array(2 ** 16);
  const width = largest / (counts.length - 1);
  for (const weight of weights) counts[Math.floor(Math.abs(weight) / width)]!++;
  let [bucket, kept] = [counts.length - 1, 0];
  while (bucket >= 0 && kept + counts[bucket]! <= MAX_WEIGHTS) kept += counts[bucket--]!;
  return (bucket + 1) * width;
}
