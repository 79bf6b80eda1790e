import { aligned, type ModelHeader } from "../assistant/embedded/classifier.js";
import type { Gate } from "../assistant/embedded/gate.js";
import type { Trained } from "./train.js";

/** The model as a file, with the features' vectors in a byte a number. */
export function pack(model: Trained, digest: string, gate: Gate): Uint8Array {
  const { classes, keys, rarity, unseen, featureVectors, classVectors } = model;
  const scale = featureVectors.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127;
  const header: ModelHeader = { digest, classes, unseen, scale, gate, features: keys.length };
  const json = new TextEncoder().encode(JSON.stringify(header));
  const parts = [keys, rarity, classVectors, Int8Array.from(featureVectors, (value) => Math.round(value / scale))];
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
