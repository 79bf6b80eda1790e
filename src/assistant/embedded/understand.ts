import { sentencesIn, wordsIn } from "../../search/words.js";
import type { Locale } from "../../text/locale.js";
import type { LocalDate } from "../../text/wall-clock.js";
import type { Turn } from "../chat-request.js";
import type { Classifier } from "./classifier.js";
import { type Context, openingContext, probabilitiesInContext, slotsInContext } from "./context.js";
import { type Language, type Languages, languageOf, refersBack } from "./language.js";
import { type Slots, withoutUndefined } from "./slots.js";
import { pageMasses, type Scope, scopeOf, type Topic } from "./topics.js";
import { geometricMean } from "./vectors.js";

export interface Question {
  readonly text: string;
  /** What the question itself names. */
  readonly named: Slots;
  /** What the question names, and what it takes from its turn and from what came before. */
  readonly slots: Slots;
  /** The words that are neither part of a slot nor function words. */
  readonly contentWords: readonly string[];
  /** Whether its sentence asks two things. */
  readonly isDouble: boolean;
  /** The index is that of the class. */
  readonly probabilities: Float32Array;
  readonly scope: Scope;
}

export interface Reader {
  readonly classifier: Classifier;
  readonly topics: readonly Topic[];
  readonly languages: Languages;
}

/** What is known when a turn is read. */
interface Situation {
  /** From the page alone. */
  readonly opening: Context;
  /** From the page and the turns before. */
  readonly context: Context;
  readonly language: Language;
  readonly today: LocalDate;
}

/** The weight of a question read together with the one before it; the question alone has the rest. */
const WITH_PREVIOUS = 0.6;
/** The limits bound the time that a long conversation takes. */
const MAX_TURNS = 4;
const MAX_CHARACTERS = 1000;
const MAX_QUESTIONS = 3;

/** Returns the questions of the last turn. Only the visitor's turns are read. */
export function understand(
  turns: readonly Turn[],
  locale: Locale,
  page: (Topic & { readonly title: string }) | undefined,
  today: LocalDate,
  reader: Reader,
): Question[] {
  const opening = openingContext(page);
  let context = opening;
  let questions: Question[] = [];
  for (const { content } of turns.filter(({ role }) => role === "user").slice(-MAX_TURNS)) {
    const turn = content.slice(-MAX_CHARACTERS);
    const language = languageOf(turn, locale, reader.languages);
    questions = readTurn(turn, { opening, context, language, today }, reader);
    const { slots, text, probabilities } = questions.at(-1)!;
    context = { slots, text, hasQuestion: true, pages: pageMasses(probabilities, reader.topics) };
  }
  return questions;
}

/** A turn is split at question marks only. What is said in it holds for all of its questions. */
function readTurn(turn: string, situation: Situation, reader: Reader): Question[] {
  const { language, today } = situation;
  const sentences = sentencesIn(turn);
  const asking = sentences.filter((sentence) => sentence.includes("?")).slice(0, MAX_QUESTIONS);
  const statements = asking.length > 0 ? sentences.filter((sentence) => !sentence.includes("?")).join(" ") : "";
  const { audiences, people, isAbroad } = language.read(turn, today).slots;
  let inTurn = { ...language.read(statements, today).slots, ...withoutUndefined({ audiences, people, isAbroad }) };
  const questions: Question[] = [];
  for (const text of asking.length > 0 ? asking : [turn]) {
    // Statements beside a single question help to find what it is about.
    const question = readQuestion({ text, like: asking.length > 1 ? text : turn }, inTurn, situation, reader);
    questions.push(question);
    inTurn = { ...inTurn, ...question.named };
  }
  return questions;
}

/** `inTurn` is what the turn says beside the question. */
function readQuestion(
  { text, like }: { readonly text: string; readonly like: string },
  inTurn: Partial<Slots>,
  { opening, context, language, today }: Situation,
  { classifier, topics }: Reader,
): Question {
  // "What does it cost here?" asks about the page, whatever was asked before.
  const isHere = opening.text !== "" && language.findHere(wordsIn(text)).length > 0;
  const before = isHere ? opening : context;
  const reading = language.read(text, today, before.slots.period?.from);
  const isFollowUp = isHere || refersBack(reading, language);
  const slots = slotsInContext(reading.slots, inTurn, before, isFollowUp);

  const alone = classifier.classify(like, language.locale);
  const isTogether = before.text !== "" && (isFollowUp || before.hasQuestion);
  const together = isTogether ? classifier.classify(`${before.text} ${text}`, language.locale) : alone;
  const mixed = geometricMean(alone.probabilities, together.probabilities, WITH_PREVIOUS);
  const probabilities = probabilitiesInContext(mixed, slots, before.pages, topics);

  // "Thanks!" is not about what was asked before.
  const ownScope = scopeOf(alone.probabilities, alone.known, topics, reading);
  const scope = ownScope.startsWith("talk:") ? ownScope : scopeOf(probabilities, alone.known, topics, reading);
  const isDouble = language.twoQuestions.test(text);
  const { contentWords, slots: named } = reading;
  return { text, slots, named, isDouble, contentWords, probabilities, scope };
}
