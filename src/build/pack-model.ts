import type { Model } from "../assistant/embedded/classifier.js";
import type { Gate } from "../assistant/embedded/gate.js";
import type { Trained } from "./train.js";
import type { TrainedSentences } from "./train-sentences.js";

/** The model with the vectors of features and sentences in a byte a number. */
export function pack(trained: Trained, digest: string, gate: Gate, sentences: TrainedSentences): Model {
  const features = inBytes(trained.featureVectors);
  const answers = inBytes(sentences.vectors);
  return {
    ...trained,
    digest,
    gate,
    featureVectors: features.bytes,
    scale: features.scale,
    sentenceKeys: sentences.keys,
    sentenceVectors: answers.bytes,
    sentenceScale: answers.scale,
    sentenceWeights: sentences.weights,
  };
}

function inBytes(vectors: Float32Array): { bytes: Int8Array; scale: number } {
  const scale = vectors.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127 || 1;
  return { bytes: new Int8Array(vectors.map((value) => Math.round(value / scale))), scale };
}
