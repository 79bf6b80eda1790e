import type { Locale } from "../../domain/locale.js";
import { withoutTargets } from "./excerpt.js";
import { hash } from "./features.js";
import { siteStemOf, stemOf, wordsIn } from "./text.js";

/** Learned weights of what a sentence has beside its vector: words of the question, and being the first. */
export interface SentenceWeights {
  readonly sharedWords: number;
  readonly isFirst: number;
}

/** How well a sentence answers: the product of its vector with the question's, and what it has beside. */
export const sentenceScore = (product: number, shared: number, index: number, weights: SentenceWeights): number =>
  product + weights.sharedWords * shared + (index === 0 ? weights.isFirst : 0);

/** Counts the words of a question in each sentence; one that few sentences have counts most. */
export const sharedWords = (question: string, sentences: readonly string[], locale: Locale): number[] =>
  wordsSharedWith(sentences, locale)(question);

/** The same for many questions about the same sentences. */
export function wordsSharedWith(sentences: readonly string[], locale: Locale): (question: string) => number[] {
  const found = sentences.map((sentence) => stemsIn(sentence, locale, siteStemOf));
  return (question) => {
    const weights = [...stemsIn(question, locale)].map((stem) => {
      return [stem, 1 / (1 + found.filter((stems) => stems.has(stem)).length)] as const;
    });
    return found.map((stems) => weights.reduce((sum, [stem, weight]) => sum + (stems.has(stem) ? weight : 0), 0));
  };
}

function stemsIn(text: string, locale: Locale, stem = stemOf): Set<string> {
  const words = wordsIn(withoutTargets(text)).filter((word) => word.length > 3);
  return new Set(words.map((word) => stem(word, locale)));
}

/** Without marks and the targets of links. */
export const plainSentence = (markdown: string): string =>
  withoutTargets(markdown)
    .replace(/[[\]*_`]/g, "")
    .replace(/^- /, "");

/** By what the model keeps the vector of a sentence. */
export const sentenceKey = (locale: Locale, place: string, sentence: string): number =>
  hash(`${locale} ${place} ${plainSentence(sentence)}`);
