import { sentencesIn } from "../../search/words.js";
import { type Reader, readerOf } from "./reader.js";
import type { Setting } from "./setting.js";
import { type Slots, withoutUndefined } from "./slots.js";

/** A turn of the visitor, with what it says beside its questions. */
export interface SplitTurn {
  readonly reader: Reader;
  readonly whole: string;
  /** Those that ask. */
  readonly sentences: readonly Sentence[];
  /** What it says beside its questions, and of the visitor, holds for all of them. */
  readonly stated: Partial<Slots>;
}

/** "I run a shop, what does it cost?" has the question "what does it cost?" */
export interface Sentence {
  readonly text: string;
  readonly question: string;
}

const MAX_QUESTIONS = 5;

/** Splits a turn at question marks, and where a sentence goes on with "and how …". */
export function splitTurn(whole: string, { readers, locale, today }: Setting): SplitTurn {
  const reader = readerOf(whole, locale, readers);
  const sentences = sentencesIn(whole);
  const asking = sentences.filter((sentence) => sentence.includes("?"));
  const statements = asking.length > 0 ? sentences.filter((sentence) => !sentence.includes("?")) : [];
  const questions: Sentence[] = [];
  for (const sentence of asking.length > 0 ? asking : [whole]) {
    for (const text of sentence.split(reader.betweenQuestions)) {
      const parts = text.split(reader.afterStatement);
      questions.push({ text, question: parts.pop()! });
      statements.push(...parts);
    }
  }
  const beside = reader.read(statements.join(". "), today).slots;
  const { discounts, people, isAbroad, roles } = reader.read(whole, today).slots;
  const ofVisitor = { visitorDiscounts: beside.discounts, discounts, people, isAbroad, roles };
  const isOver = beside.period !== undefined && beside.period.to <= today; // "We came on 5 November. What's on?"
  const period = isOver ? undefined : beside.period;
  return {
    reader,
    whole,
    sentences: questions.slice(0, MAX_QUESTIONS),
    stated: { ...beside, ...withoutUndefined(ofVisitor), period, cues: new Set() },
  };
}
