import { createHash } from "node:crypto";
import type { PhrasesByLocale } from "../content/dialogue.js";
import type { Library } from "../content/library.js";
import { plainTextOf } from "../content/markdown.js";
import {
  add,
  DIMENSIONS,
  type Encoded,
  Encoder,
  extractFeatures,
  type FeatureCounts,
  type Features,
  HASH_BITS,
  type Model,
  scoreClasses,
  softmax,
} from "../dialogue/site/classifier.js";
import { topicOf } from "../dialogue/site/topics.js";
import { placesIn } from "../search/places.js";
import { sentencesIn } from "../search/words.js";
import type { Files } from "../site.js";
import { monthName } from "../text/in-words.js";
import { type Locale, locales } from "../text/locale.js";

export interface Example {
  readonly text: string;
  readonly locale: Locale;
  readonly label: string;
}

const EPOCHS = 3;
const LEARNING_RATE = 0.3;
/** Other seeds change the share of right answers by up to a point. */
const SEED = 2;
/** Two thirds of the features are in fewer examples, and say little about other texts. */
const MIN_SEEN = 5;
/** Smaller errors are skipped. Most classes soon have one. */
const NEGLIGIBLE = 2e-4;

/**
 * The model of fastText (Joulin et al., 2016): a text is the weighted sum of its features' vectors, and its classes
 * are those with the nearest vectors. So words of different languages with the same meaning get similar vectors.
 * Training is stochastic gradient descent. A feature's first vector depends only on the feature, and an example's turn
 * only on the example, so that the same examples give the same model, and an edit changes it only a little.
 */
export function train(examples: readonly Example[]): Omit<Model, "digest"> {
  const features = examples.map(({ text, locale }) => extractFeatures(text, locale));
  const counts = countsOf(features);
  const encoder = new Encoder(counts);
  const inputs = features.map((each) => encoder.encode(each));
  const classes = [...new Set(examples.map(({ label }) => label))];
  const indexOf = new Map(classes.map((name, index) => [name, index]));
  const labels = examples.map(({ label }) => indexOf.get(label)!);
  const seeds = examples.map(({ text, label }) =>
    createHash("sha256").update(`${label} ${text}`).digest().readInt32LE(),
  );

  const featureVectors = startVectors(counts.keys);
  const classVectors = new Float32Array(classes.length * DIMENSIONS);
  const learn = learner(featureVectors, classVectors, classes.length);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    const places = seeds.map((seed) => randomFrom(seed + SEED + epoch)());
    const order = [...places.keys()].sort((one, other) => places[one]! - places[other]!);
    order.forEach((example, done) => {
      const rate = LEARNING_RATE * (1 - (epoch + done / order.length) / EPOCHS);
      learn(inputs[example]!, labels[example]!, rate);
    });
  }

  const scale = featureVectors.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127 || 1;
  const inBytes = new Int8Array(featureVectors.map((value) => Math.round(value / scale)));
  return { ...counts, classes, featureVectors: inBytes, scale, classVectors };
}

function startVectors(keys: Uint32Array): Float32Array {
  const vectors = new Float32Array(keys.length * DIMENSIONS);
  const width = 1 / Math.sqrt(DIMENSIONS);
  keys.forEach((key, row) => {
    const random = randomFrom(key + SEED);
    for (let k = 0; k < DIMENSIONS; k++) vectors[row * DIMENSIONS + k] = (2 * random() - 1) * width;
  });
  return vectors;
}

/** Learns from one example: changes both kinds of vectors so that the text comes nearer to its class. */
function learner(featureVectors: Float32Array, classVectors: Float32Array, classes: number) {
  const text = new Float32Array(DIMENSIONS);
  const change = new Float32Array(DIMENSIONS);
  const errors = new Float32Array(classes);
  return ({ rows, values }: Encoded, label: number, rate: number) => {
    text.fill(0);
    for (let k = 0; k < rows.length; k++) add(values[k]!, featureVectors, rows[k]!, text, 0);
    softmax(scoreClasses(text, classVectors, errors));
    errors[label]! -= 1;
    change.fill(0);
    for (let c = 0; c < errors.length; c++) {
      if (Math.abs(errors[c]!) < NEGLIGIBLE) continue;
      add(errors[c]!, classVectors, c, change, 0);
      add(-rate * errors[c]!, text, 0, classVectors, c);
    }
    for (let k = 0; k < rows.length; k++) add(-rate * values[k]!, change, 0, featureVectors, rows[k]!);
  };
}

function countsOf(texts: readonly Features[]): FeatureCounts {
  const seen = new Uint32Array(2 ** HASH_BITS);
  for (const { hashes } of texts) for (const hash of hashes) seen[hash]!++;
  const keys = Uint32Array.from([...seen.keys()].filter((feature) => seen[feature]! >= MIN_SEEN));
  const rarityOf = (count: number) => 1 + Math.log((1 + texts.length) / (1 + count));
  return { keys, rarity: Float32Array.from(keys, (key) => rarityOf(seen[key]!)), unseen: rarityOf(0) };
}

/** Returns numbers from 0 to below 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Shorter sentences say little, and longer ones are unlike questions. */
const [MIN_CHARACTERS, MAX_CHARACTERS] = [15, 200];
/** A phrase with names to fill in makes so many examples. */
const FILLED = 3;

/**
 * Examples are the phrases of every language, and the sentences of places that have phrases or whose page has none.
 * Phrases of a place that is gone are left out.
 */
export function examplesOf(phrases: PhrasesByLocale, texts: Pick<Files, "library" | "getFixedT">): Example[] {
  const { library } = texts;
  return locales.flatMap((locale) => {
    const articles = library.articles.filter((article) => article.locale === locale);
    const places = placesIn(locale, articles, texts);
    const fill = filler(locale, library);
    const pagesWithPhrases = new Set([...phrases[locale].keys()].map(pageOfPlace));
    const withoutPhrases = [...places.keys()].filter((key) => !pagesWithPhrases.has(pageOfPlace(key)));
    const classes = [...phrases[locale], ...withoutPhrases.map((key) => [key, []] as const)];
    return classes.flatMap(([label, texts]) => {
      const place = places.get(label);
      if (topicOf(label, library.cities).kind === "place" && !place) return [];
      const sentences = place ? sentencesIn(plainTextOf(place.markdown)).filter(isUsual) : [];
      const own = place ? [place.heading || place.title, ...sentences] : [];
      return [...texts.flatMap(fill), ...own].map((text) => ({ label, locale, text }));
    });
  });
}

const pageOfPlace = (place: string) => place.replace(/#.*/, "");

const isUsual = ({ length }: string) => length > MIN_CHARACTERS && length < MAX_CHARACTERS;

/** Fills in {concept}, {city}, {otherCity} and {month}, with another name each time. */
function filler(locale: Locale, { cities, dialogue }: Library) {
  const names: Record<string, readonly string[]> = {
    concept: Object.values(dialogue.words[locale].concepts).flat(),
    city: cities.map(({ names }) => names[locale]),
    otherCity: dialogue.cities,
    month: Array.from({ length: 12 }, (_, index) => monthName(index + 1, locale)),
  };
  const random = randomFrom(3);
  const pick = (options: readonly string[]) => options[Math.floor(random() * options.length)]!;
  return (text: string): string[] =>
    Array.from({ length: text.includes("{") ? FILLED : 1 }, () =>
      text.replace(/\{(\w+)\}/g, (_, name: string) => pick(names[name]!)),
    );
}
