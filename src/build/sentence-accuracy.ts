import type { Classifier } from "../assistant/embedded/classifier.js";
import { sentenceKey, sentenceScore, wordsSharedWith } from "../assistant/embedded/sentences.js";
import { product } from "../assistant/embedded/vectors.js";
import { randomFrom } from "./train.js";
import { type AnsweredPlace, trainSentences } from "./train-sentences.js";

const PARTS = 5;
/** Of two sentences, half would be found by chance. */
const MIN_SENTENCES = 3;

/** Counts the questions for which each way of choosing finds the right sentence, by models trained without them. */
export function sentenceAccuracy(places: readonly AnsweredPlace[], classifier: Classifier) {
  const found = { first: 0, sharedWords: 0, learned: 0, all: 0 };
  for (let part = 0; part < PARTS; part++) {
    const random = randomFrom(1);
    const split = places.map((place) => {
      const isKept = place.questions.map(() => Math.floor(random() * PARTS) === part);
      const questions = (kept: boolean) => place.questions.filter((_, index) => isKept[index] === kept);
      return { trained: { ...place, questions: questions(false) }, kept: questions(true) };
    });
    const { keys, vectors, weights } = trainSentences(
      split.map(({ trained }) => trained),
      classifier,
    );
    const rowOf = new Map([...keys].map((key, row) => [key, row]));
    for (const { trained, kept } of split) {
      const { locale, place, sentences } = trained;
      if (sentences.length < MIN_SENTENCES) continue;
      const rows = sentences.map((sentence) => rowOf.get(sentenceKey(locale, place, sentence)));
      const sharedIn = wordsSharedWith(sentences, locale);
      for (const { text, answer } of kept) {
        const shared = sharedIn(text);
        const question = classifier.vectorOf(text, locale);
        const scores = shared.map((words, index) => {
          const row = rows[index];
          const learned = row === undefined ? 0 : product(question, vectors, row);
          return sentenceScore(learned, words, index, weights);
        });
        found.all++;
        if (answer === 0) found.first++;
        if (shared.indexOf(Math.max(...shared)) === answer) found.sharedWords++;
        if (scores.indexOf(Math.max(...scores)) === answer) found.learned++;
      }
    }
  }
  return found;
}
