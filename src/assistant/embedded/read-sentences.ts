import type { Locale } from "../../domain/locale.js";
import type { Classifier, Reading } from "./classifier.js";
import { normalised } from "./context.js";
import type { Topic } from "./places.js";
import { sentencesIn } from "./text.js";

/** Reading a sentence takes a millisecond. */
const MAX_SENTENCES = 10;

/** The mean of the sentences, and the whole: a question beside its background counts more than read as one with it. */
export function readSentences(
  text: string,
  locale: Locale,
  { classifier, topics }: { readonly classifier: Classifier; readonly topics: readonly Topic[] },
): Reading {
  const whole = classifier.read(text, locale);
  const texts = sentencesIn(text).slice(-MAX_SENTENCES);
  if (texts.length < 2) return whole;
  const sentences = texts.map((sentence) => classifier.read(sentence, locale).probabilities);
  const probabilities = whole.probabilities.map((p, c) => {
    const isInjection = topics[c]!.page === "injection";
    const sum = sentences.reduce((total, sentence) => total + sentence[c]!, 0);
    // An order to the assistant counts in full, whatever stands beside it.
    return p + (isInjection ? sum : sum / texts.length);
  });
  return { probabilities: normalised(probabilities), known: whole.known };
}
