import type { Classifier } from "../assistant/embedded/classifier.js";
import { sentenceKey, sentenceScore, wordsSharedWith } from "../assistant/embedded/sentences.js";
import { add, DIMENSIONS, product, softmax } from "../assistant/embedded/vectors.js";
import { randomFrom } from "./train.js";
import type { AnsweredPlace } from "./training-examples.js";

export type TrainedSentences = Readonly<ReturnType<typeof trainSentences>>;

export const noSentences: TrainedSentences = {
  keys: new Uint32Array(),
  vectors: new Float32Array(),
  weights: { sharedWords: 0, isFirst: 0 },
};

const EPOCHS = 12;
const [VECTOR_RATE, WEIGHT_RATE] = [2, 0.02];

/** Softmax regression among the sentences of each place, on the vectors of the questions, by stochastic gradient descent. */
export function trainSentences(places: readonly AnsweredPlace[], { vectorOf }: Classifier) {
  const keysOf = ({ locale, place, sentences }: AnsweredPlace) =>
    sentences.map((sentence) => sentenceKey(locale, place, sentence));
  const answers = places.flatMap((place) => place.questions.map(({ answer }) => keysOf(place)[answer]!));
  const keys = Uint32Array.from(new Set(answers)).sort();
  const rowOf = new Map([...keys].map((key, row) => [key, row]));
  const vectors = new Float32Array(keys.length * DIMENSIONS);
  const weights = { sharedWords: 1, isFirst: 1 };
  const inputs = places.flatMap((place) => {
    const rows = keysOf(place).map((key) => rowOf.get(key));
    const sharedIn = wordsSharedWith(place.sentences, place.locale);
    return place.questions.map(({ text, answer }) => {
      return { question: vectorOf(text, place.locale), rows, shared: sharedIn(text), answer };
    });
  });
  const random = randomFrom(1);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (const { question, rows, shared, answer } of shuffled(inputs, random)) {
      const errors = softmax(
        rows.map((row, index) => {
          const learned = row === undefined ? 0 : product(question, vectors, row);
          return sentenceScore(learned, shared[index]!, index, weights);
        }),
      );
      errors[answer]! -= 1;
      const rate = WEIGHT_RATE / (1 + epoch);
      weights.isFirst -= rate * errors[0]!;
      errors.forEach((error, index) => {
        weights.sharedWords -= rate * error * shared[index]!;
        const row = rows[index];
        if (row !== undefined) add((-VECTOR_RATE * error) / (1 + 0.3 * epoch), question, 0, vectors, row);
      });
    }
  }
  return { keys, vectors, weights };
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => [random(), item] as const)
    .sort(([one], [other]) => one - other)
    .map(([, item]) => item);
}
