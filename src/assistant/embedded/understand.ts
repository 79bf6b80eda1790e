import { sentencesIn, wordsIn } from "../../search/words.js";
import type { Locale } from "../../text/locale.js";
import type { LocalDate } from "../../text/wall-clock.js";
import type { Turn } from "../chat-request.js";
import type { Classifier } from "./classifier.js";
import { type Context, namesSubject, probabilitiesInContext, slotsInContext } from "./context.js";
import { type Language, type Languages, languageOf, refersBack } from "./language.js";
import type { Slots } from "./slots.js";
import { pageMasses, type Scope, scopeOf, type Topic } from "./topics.js";
import { geometricMean } from "./vectors.js";

export interface Question {
  readonly text: string;
  /** What the question names, and what it takes from what came before. */
  readonly slots: Slots;
  /** What the question itself names. */
  readonly own: Slots;
  /** The number of words that are neither part of a slot nor function words. */
  readonly contentWords: number;
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

/** The weight of a question read together with the one before it; the question alone has the rest. */
const WITH_PREVIOUS = 0.6;
/** The weight of the whole turn for one of its questions. */
const WITH_TURN = 0.5;
const NOTHING: Slots = { cues: new Set() };
/** They bound the time that a long conversation takes. */
const [MAX_TURNS, MAX_CHARACTERS, MAX_QUESTIONS] = [4, 1000, 3];

/** Returns the questions of the last turn. Only the visitor's turns are read. */
export function understand(
  turns: readonly Turn[],
  locale: Locale,
  page: (Topic & { readonly title: string }) | undefined,
  today: LocalDate,
  reader: Reader,
): Question[] {
  const start: Context = {
    slots: { ...NOTHING, concept: page?.concept, city: page?.city },
    text: page?.title ?? "",
    hasQuestion: false,
    pages: new Map(page ? [[page.page, 1]] : []),
  };
  let context = start;
  let questions: Question[] = [];
  for (const { content } of turns.filter(({ role }) => role === "user").slice(-MAX_TURNS)) {
    const turn = content.slice(-MAX_CHARACTERS);
    questions = readTurn(turn, context, start, languageOf(turn, locale, reader.languages), today, reader);
    const last = questions.at(-1)!;
    context = {
      slots: last.slots,
      text: last.text,
      hasQuestion: true,
      pages: pageMasses(last.probabilities, reader.topics),
    };
  }
  return questions;
}

/** A turn is split at question marks only. What is said in it holds for all of it. */
function readTurn(
  turn: string,
  context: Context,
  start: Context,
  language: Language,
  today: LocalDate,
  reader: Reader,
): Question[] {
  const sentences = sentencesIn(turn);
  const asked = sentences.filter((sentence) => sentence.includes("?")).slice(0, MAX_QUESTIONS);
  const texts = asked.length > 0 ? asked : [turn];
  const statements = asked.length > 0 ? sentences.filter((sentence) => !sentence.includes("?")).join(" ") : "";
  const { audiences, people, isAbroad } = language.slots(turn, today).slots;
  let named: Partial<Slots> = language.slots(statements, today).slots;
  if (audiences) named = { ...named, audiences };
  if (people) named = { ...named, people };
  if (isAbroad) named = { ...named, isAbroad };
  let { pages } = context;
  const questions: Question[] = [];
  for (const text of texts) {
    const isHere = start.text !== "" && language.findHere(wordsIn(text)).length > 0;
    // "What does it cost here?" asks about the page, whatever was asked before.
    const before = isHere ? start : { ...context, pages };
    const question = readQuestion(text, turn, texts.length === 1, named, before, isHere, language, today, reader);
    questions.push(question);
    named = { ...named, ...question.own };
    pages = pageMasses(question.probabilities, reader.topics);
  }
  return questions;
}

function readQuestion(
  text: string,
  turn: string,
  isOnly: boolean,
  named: Partial<Slots>,
  context: Context,
  isHere: boolean,
  language: Language,
  today: LocalDate,
  { classifier, topics }: Reader,
): Question {
  const classify = (words: string) => classifier.classify(words, language.locale);
  const found = language.slots(text, today);
  const { probabilities: ofTurn, known } = classify(turn);
  const alone = isOnly ? ofTurn : geometricMean(classify(text).probabilities, ofTurn, WITH_TURN);
  const isFollowUp = isHere || refersBack(found, language);
  const slots = slotsInContext(found, isFollowUp ? context : { ...context, slots: NOTHING }, named);
  const isTogether = context.text !== "" && (isFollowUp || context.hasQuestion);
  const together = isTogether ? classify(`${context.text} ${text}`).probabilities : alone;
  const mixed = geometricMean(alone, together, WITH_PREVIOUS);
  const pages = namesSubject(found.slots) ? new Map<string, number>() : context.pages;
  const probabilities = probabilitiesInContext(mixed, slots, pages, topics);

  // "Thanks!" is not about what was asked before; "Who wrote this?" is about the page, and not about the assistant.
  const ownScope = scopeOf(alone, known, topics, found);
  const isTalk = ownScope.startsWith("talk:") && !isHere;
  const scope = isTalk ? ownScope : scopeOf(probabilities, known, topics, found);
  // "I live in Umeå. Is there anything for me?" asks about Umeå, but "What does it cost?" does not.
  const isElsewhere = named.unknownCity !== undefined && !found.slots.city && !found.slots.cues.has("price");
  const own = isElsewhere ? { unknownCity: named.unknownCity, ...found.slots } : found.slots;
  const isDouble = language.twoQuestions.test(text);
  return { text, slots, own, isDouble, contentWords: found.contentWords, probabilities, scope };
}
