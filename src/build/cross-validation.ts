import { classifierFrom } from "../assistant/embedded/classifier.js";
import { type Gate, gateFeatures, gateScore } from "../assistant/embedded/gate.js";
import { topicOf } from "../assistant/embedded/places.js";
import type { Slots } from "../assistant/embedded/slots.js";
import { wordsIn } from "../assistant/embedded/text.js";
import { pack } from "./pack-model.js";
import { type Example, randomFrom, type Trained } from "./train.js";
import { noSentences } from "./train-sentences.js";

const PARTS = 5;
/** Phrases that share this much of their groups of four letters are too alike to be learned from and tested on. */
const ALIKE = 0.4;
/** How many of the site's own questions may be declined, and how many may get links instead of an answer. */
const [MAX_DECLINED, MAX_UNSURE] = [0.025, 0.05];

/** A phrase that the model has not seen, and what it makes of it. */
export type Unseen = ReturnType<typeof classifyUnseen>[number];

/** Four fifths of the phrases to train on, and the rest. */
export function splitForValidation(examples: readonly Example[]): Readonly<Record<"seen" | "unseen", Example[]>> {
  const part = partsOf(examples);
  return {
    seen: examples.filter((_, index) => part[index] !== 0),
    unseen: examples.filter((_, index) => part[index] === 0),
  };
}

/** What a model makes of phrases that it was not trained on. */
export function classifyUnseen(unseen: readonly Example[], model: Trained, slotsOf: (example: Example) => Slots) {
  const ungated: Gate = { weights: [], decline: Infinity, unsure: Infinity };
  const classifier = classifierFrom(pack(model, "", ungated, noSentences));
  const topics = classifier.classes.map((name) => topicOf(name, []));
  return unseen.map((example) => {
    const { probabilities, known } = classifier.read(example.text, example.locale);
    const found = classifier.classes[probabilities.indexOf(Math.max(...probabilities))]!;
    const isOurs = topicOf(example.label, []).isPlace || /^(?:events:|unknown)/.test(example.label);
    return { example, found, isOurs, features: gateFeatures(probabilities, known, topics, slotsOf(example)) };
  });
}

/** The weights of the gate by logistic regression, and its thresholds by how many own questions they stop. */
export function gateFrom(unseen: readonly Unseen[]): Gate {
  const cases = unseen.filter(({ isOurs, example }) => isOurs || example.label === "out-of-scope");
  const weights = cases[0]!.features.map((_, index) => (index === 0 ? 1 : 0));
  for (let epoch = 1; epoch <= 10; epoch++) {
    for (const { features, isOurs } of cases) {
      const wrong = 1 / (1 + Math.exp(-gateScore(features, weights))) - (isOurs ? 0 : 1);
      features.forEach((value, index) => {
        weights[index]! -= (0.02 / epoch) * wrong * value;
      });
    }
  }
  const ours = cases.filter(({ isOurs }) => isOurs).map(({ features }) => gateScore(features, weights));
  ours.sort((a, b) => b - a);
  const stopping = (share: number) => ours[Math.floor(share * ours.length)]!;
  return { weights, decline: stopping(MAX_DECLINED), unsure: stopping(MAX_UNSURE) };
}

/** In which part each example is; those of a page that are alike, in whatever language, are in the same. */
function partsOf(examples: readonly Example[]): number[] {
  const parent = examples.map((_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parent[root] !== root) root = parent[root] = parent[parent[root]!]!;
    return root;
  };
  const groups = examples.map(({ text }) => groupsOf(` ${wordsIn(text).join(" ")} `));
  const known = new Map<string, number[]>();
  for (const [index, { label }] of examples.entries()) {
    const shared = new Map<number, number>();
    for (const group of groups[index]!) {
      const key = `${label.split("#")[0]} ${group}`;
      const others = known.get(key) ?? [];
      for (const other of others) shared.set(other, (shared.get(other) ?? 0) + 1);
      if (others.push(index) === 1) known.set(key, others);
    }
    const size = groups[index]!.size;
    for (const [other, count] of shared)
      if (count / (size + groups[other]!.size - count) >= ALIKE) parent[rootOf(index)] = rootOf(other);
  }
  const random = randomFrom(7);
  const parts = parent.map(() => Math.floor(random() * PARTS));
  return examples.map((_, index) => parts[rootOf(index)]!);
}

const groupsOf = (text: string) => new Set(Array.from({ length: text.length - 3 }, (_, at) => text.slice(at, at + 4)));
