/**
 * `npm run eval:sentences`: for how many phrases the right sentence of their section is found, by the first one, by
 * shared words, and by vectors that were trained without the phrase. Takes some 20 seconds.
 */
import { readFileSync } from "node:fs";
import { classifierFrom, readModel } from "../../src/assistant/embedded/classifier.js";
import { sentenceKey, sentenceScore, wordsSharedWith } from "../../src/assistant/embedded/sentences.js";
import { product } from "../../src/assistant/embedded/vectors.js";
import { randomFrom } from "../../src/build/train.js";
import { trainSentences } from "../../src/build/train-sentences.js";
import { answeredPlaces } from "../../src/build/training-examples.js";
import { readPhrases } from "../../src/content/read-content.js";
import { BASE_URL, filesWith } from "../support/library.js";

const PARTS = 5;
/** Of two sentences, half would be found by chance. */
const MIN_SENTENCES = 3;

const places = answeredPlaces(readPhrases("content"), filesWith({ baseUrl: BASE_URL }));
const classifier = classifierFrom(readModel(readFileSync("dist/dialogue.model")));
const found = { "the first": 0, "most shared words": 0, learned: 0 };
let all = 0;
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
        return sentenceScore(row === undefined ? 0 : product(question, vectors, row), words, index, weights);
      });
      all++;
      if (answer === 0) found["the first"]++;
      if (shared.indexOf(Math.max(...shared)) === answer) found["most shared words"]++;
      if (scores.indexOf(Math.max(...scores)) === answer) found.learned++;
    }
  }
}
for (const [way, right] of Object.entries(found))
  process.stdout.write(`${way}: ${((100 * right) / all).toFixed(1)} % of ${all}\n`);
