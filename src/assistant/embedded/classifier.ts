import { deserialize } from "node:v8";
import type { Locale } from "../../text/locale.js";
import { encoder, extractFeatures, type FeatureCounts } from "./features.js";
import { add, DIMENSIONS, scoreClasses, softmax } from "./vectors.js";

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

export type Classifier = ReturnType<typeof classifierFrom>;

/** The classifier is made less sure than in training, so that the page and the questions before count too. */
const CONFIDENCE = 0.6;

export function classifierFrom(model: Model) {
  const { classes, classVectors, featureVectors, scale } = model;
  const encode = encoder(model);
  return {
    classes,
    /** Returns probabilities by the index of the class, and the share of the features that were seen in training. */
    classify(text: string, locale: Locale) {
      const { rows, values } = encode(extractFeatures(text, locale));
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
