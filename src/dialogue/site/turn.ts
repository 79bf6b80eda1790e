import { sentencesIn } from "../../search/words.js";
import type { Conversation } from "./conversation.js";
import { type Reader, readerOf } from "./reader.js";
import { type Slots, withoutUndefined } from "./slots.js";

/** A turn of the visitor, with what it says beside its questions. */
export interface SplitTurn {
  readonly reader: Reader;
  readonly whole: string;
  readonly questions: readonly string[];
  /** What it says beside its questions, and of the visitor, holds for all of them. */
  readonly stated: Partial<Slots>;
  /** The number of content words beside its questions. */
  readonly statedWords: number;
}

const MAX_QUESTIONS = 3;

/** Splits a turn at question marks, and where a sentence goes on with "and how …". */
export function splitTurn(whole: string, { readers, locale, today }: Conversation): SplitTurn {
  const reader = readerOf(whole, locale, readers);
  const sentences = sentencesIn(whole);
  const asking = sentences.filter((sentence) => sentence.includes("?"));
  const questions = asking.flatMap((sentence) => sentence.split(reader.betweenQuestions)).slice(0, MAX_QUESTIONS);
  if (questions.length === 0) return { reader, whole, questions: [whole], stated: {}, statedWords: 0 };
  const others = sentences.filter((sentence) => !sentence.includes("?"));
  const statements = reader.read(others.join(" "), today);
  const { discounts, people, isAbroad, roles } = reader.read(whole, today).slots;
  const ofVisitor = { visitorDiscounts: statements.slots.discounts, discounts, people, isAbroad, roles };
  const stated: Partial<Slots> = { ...statements.slots, ...withoutUndefined(ofVisitor) };
  const isOver = stated.period !== undefined && stated.period.to <= today; // "We came on 5 November. What's on?"
  return {
    reader,
    whole,
    questions,
    stated: isOver ? { ...stated, period: undefined } : stated,
    statedWords: statements.contentWords.length,
  };
}
