import { sentencesIn } from "../../search/words.js";
import { geometricMean } from "./classifier.js";
import {
  type Context,
  movesOn,
  openingContext,
  probabilitiesInContext,
  slotsInContext,
  timeSpokenOf,
} from "./context.js";
import type { Conversation } from "./conversation.js";
import { type Reader, readerOf } from "./reader.js";
import { namesAny, type Slots, withoutUndefined } from "./slots.js";
import { type Scope, scopeOf } from "./topics.js";

export interface Question {
  readonly text: string;
  /** What the question itself names. */
  readonly named: Slots;
  /** What the question names, and what it takes from its turn and from what came before. */
  readonly slots: Slots;
  /** Whether it names no day itself, but is about that of the answer before. */
  readonly isOfDayBefore: boolean;
  /** The words that are neither part of a slot nor function words. */
  readonly contentWords: readonly string[];
  /** The index is that of the class. */
  readonly probabilities: Float32Array;
  readonly scope: Scope;
}

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

/** The weight of a question read together with the one before it; the question alone has the rest. */
const WITH_PREVIOUS = 0.6;
const MAX_QUESTIONS = 3;

/** Splits a turn at question marks, and where a sentence goes on with "and how …". */
export function splitTurn(whole: string, before: Slots, { readers, locale, today }: Conversation): SplitTurn {
  const reader = readerOf(whole, locale, readers);
  const sentences = sentencesIn(whole);
  const asking = sentences.filter((sentence) => sentence.includes("?"));
  const questions = asking.flatMap((sentence) => sentence.split(reader.betweenQuestions)).slice(0, MAX_QUESTIONS);
  if (questions.length === 0) return { reader, whole, questions: [whole], stated: {}, statedWords: 0 };
  const others = sentences.filter((sentence) => !sentence.includes("?"));
  const statements = reader.read(others.join(" "), today, before.period?.from);
  const { discounts, people, isAbroad, roles } = reader.read(whole, today).slots;
  const ofVisitor = { visitorDiscounts: statements.slots.discounts, discounts, people, isAbroad, roles };
  const stated = { ...statements.slots, ...withoutUndefined(ofVisitor) };
  return { reader, whole, questions, stated, statedWords: statements.contentWords.length };
}

/** Reads one question of a turn beside what came before it. */
export function readQuestion(text: string, turn: SplitTurn, context: Context, conversation: Conversation): Question {
  const { classifier, topics, today, page } = conversation;
  const { reader, whole, questions, stated } = turn;
  // "What does it cost here?" asks about the page, whatever was asked before.
  const isHere = page !== undefined && reader.isHere(text);
  const before = isHere ? openingContext(page) : context;
  const reading = reader.read(text, today, before.slots.period?.from);
  const refersBack = reader.refersBack(reading, questions.length === 1 ? turn.statedWords : 0);
  const isFollowUp =
    isHere || (refersBack && !refersToTurn(text, reading.slots, turn, before)) || refersToPage(reading.slots, before);

  const isMovingOn = movesOn(reading.slots);
  const time = isFollowUp || isMovingOn ? timeSpokenOf(reading.slots, before, stated, today) : undefined;
  const named = time ? { ...reading.slots, ...time } : reading.slots;
  const { visitorDiscounts, discounts, earlierDiscounts, isNoMember } = context.slots;
  const ofTurn = { visitorDiscounts, earlierDiscounts: discounts ?? earlierDiscounts, isNoMember, ...stated };
  // "Is there anything else that week?" asks for other events than those before.
  const earlier = reading.slots.cues.has("sameWeek") ? { ...before.slots, concept: undefined } : before.slots;
  const slots = slotsInContext(named, ofTurn, isFollowUp || isMovingOn ? earlier : undefined, conversation);

  // Statements beside a single question help to find what it is about.
  const alone = classifier.classify(questions.length === 1 ? whole : text, reader.locale);
  // What is asked of a day has little to do with the question that led to it.
  const isReadWithPrevious = !time && before.question !== undefined;
  const together = isReadWithPrevious ? classifier.classify(`${before.question} ${text}`, reader.locale) : alone;
  const mixed = geometricMean(alone.probabilities, together.probabilities, WITH_PREVIOUS);
  const probabilities = probabilitiesInContext(mixed, slots, before, conversation);
  let scope = scopeOf(probabilities, alone.known, topics, reading);
  // "I run a chain of bike shops" declines no question.
  if (scope === "out-of-scope" && whole !== text)
    scope = scopeOf(classifier.classify(text, reader.locale).probabilities, alone.known, topics, reading);
  // "I'm there from 7 to 18 December. What's on?" names a time too.
  const timeOfTurn = stated.period && stated.period.to > today ? stated.period : undefined;
  return {
    text,
    named: { ...named, period: named.period ?? timeOfTurn },
    slots,
    isOfDayBefore: time !== undefined && !isMovingOn,
    contentWords: reading.contentWords,
    probabilities,
    scope,
  };
}

/** "I'm in Stockholm in week 7. Anything on then?" refers to its own turn, and is about more than the page. */
const refersToTurn = (text: string, { city, period }: Slots, { questions, stated }: SplitTurn, before: Context) =>
  before.question === undefined &&
  ((city !== undefined && period !== undefined) || (text === questions[0] && namesAny(stated, "period")));

/** A first question about Thursday, or about what follows, is about the page. */
const refersToPage = (slots: Slots, before: Context) =>
  before.question === undefined && (movesOn(slots) || slots.period?.weekday !== undefined);
