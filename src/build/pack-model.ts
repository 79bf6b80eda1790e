import { aligned, type ModelHeader } from "../assistant/embedded/classifier.js";
import type { Gate } from "../assistant/embedded/gate.js";
import type { Trained } from "./train.js";
import type { TrainedSentences } from "./train-sentences.js";

/** The model as a file, with the vectors of features and sentences in a byte a number. */
export function pack(model: Trained, digest: string, gate: Gate, sentences: TrainedSentences): Uint8Array {
  const { classes, keys, rarity, unseen, featureVectors, classVectors } = model;
  const [features, answers] = [inBytes(featureVectors), inBytes(sentences.vectors)];
  const header: ModelHeader = {
    ...{ digest, classes, unseen, scale: features.scale, gate, features: keys.length },
    ...{ sentences: sentences.keys.length, sentenceScale: answers.scale, sentenceWeights: sentences.weights },
  };
  const json = new TextEncoder().encode(JSON.stringify(header));
  const parts = [keys, rarity, classVectors, features.bytes, sentences.keys, answers.bytes];
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

function inBytes(vectors: Float32Array): { bytes: Int8Array; scale: number } {
  const scale = vectors.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127 || 1;
  return { bytes: new Int8Array(vectors.map((value) => Math.round(value / scale))), scale };
}
