import { deserialize } from "node:v8";
import type { Locale } from "../../domain/locale.js";
import { encoder, type FeatureCounts, featuresOf } from "./features.js";
import { add, DIMENSIONS, scoreClasses, softmax } from "./vectors.js";

/** Made by src/build/train.ts, and serialized by node:v8 in dist/dialogue.model. Vectors are one after the other. */
export interface Model extends FeatureCounts {
  readonly digest: string;
  /** Names of the classes: places of the site, and `talk:…`, `events:…`, `injection`, `out-of-scope`, `unknown`. */
  readonly classes: readonly string[];
  readonly classVectors: Float32Array;
  /** In whole numbers from -127 to 127, to be multiplied by the scale. */
  readonly featureVectors: Int8Array;
  readonly scale: number;
}

export const readModel = (file: Uint8Array) => deserialize(file) as Model;

export type Classifier = ReturnType<typeof classifierFrom>;

/** Less sure than in training, so that the page and the questions before can add to what a text says. */
const CONFIDENCE = 0.6;

export function classifierFrom(model: Model) {
  const { classes, classVectors, featureVectors, scale } = model;
  const encode = encoder(model);
  return {
    classes,
    /** Probabilities by the index of the class, and the share of the text's features that were seen in training. */
    read(text: string, locale: Locale) {
      const { rows, values } = encode(featuresOf(text, locale));
      const vector = new Float32Array(DIMENSIONS);
      rows.forEach((row, at) => {
        add(values[at]! * scale, featureVectors, row, vector, 0);
      });
      const scores = scoreClasses(vector, classVectors, new Float32Array(classes.length));
      const known = values.reduce((sum, value) => sum + value * value, 0);
      return { probabilities: softmax(scores.map((score) => CONFIDENCE * score)), known };
    },
  };
}
