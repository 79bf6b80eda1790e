import type { Locale } from "../../domain/locale.js";
import type { Classifier, Reading } from "./classifier.js";
import { normalised } from "./context.js";
import type { Topic } from "./places.js";
import { sentencesIn } from "./text.js";

/** Weight of the whole text, compared with 1 for its sentences together, which bring long questions up to 9 points. */
const WHOLE_TEXT = 2;
/** Weight of a sentence that asks, beside one that tells the background. */
const QUESTION = 3;
/** Reading a sentence takes a millisecond. */
const MAX_SENTENCES = 10;

/** The mean of the sentences, and the whole: a question counts more than where it is read with its background as one. */
export function readSentences(
  text: string,
  locale: Locale,
  { classifier, topics }: { readonly classifier: Classifier; readonly topics: readonly Topic[] },
): Reading {
  const whole = classifier.read(text, locale);
  const texts = sentencesIn(text).slice(-MAX_SENTENCES);
  if (texts.length < 2) return whole;
  const weights = texts.map((sentence) => (sentence.includes("?") ? QUESTION : 1));
  const weight = weights.reduce((total, one) => total + one, 0);
  const sentences = texts.map((sentence) => classifier.read(sentence, locale).probabilities);
  const probabilities = whole.probabilities.map((p, c) => {
    const isInjection = topics[c]!.page === "injection";
    const sum = sentences.reduce(
      (total, sentence, at) => total + (isInjection ? QUESTION : weights[at]!) * sentence[c]!,
      0,
    );
    // An order to the assistant counts in full, whatever stands beside it.
    return WHOLE_TEXT * p + (isInjection ? sum : sum / weight);
  });
  return { probabilities: normalised(probabilities), known: whole.known };
}
