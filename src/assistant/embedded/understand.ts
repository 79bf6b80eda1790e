import type { Locale } from "../../text/locale.js";
import type { LocalDate } from "../../text/wall-clock.js";
import type { Turn } from "../chat-request.js";
import type { Classifier } from "./classifier.js";
import { clausesIn, type Languages, type LanguageTools, languageOf, refersBack } from "./clauses.js";
import { type Context, namesSubject, probabilitiesInContext, slotsInContext } from "./context.js";
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
const NOTHING: Slots = { cues: new Set() };
/** They bound the time that a long conversation takes. */
const [MAX_TURNS, MAX_CHARACTERS] = [4, 1000];

/** Returns the questions of the last turn. Only the visitor's turns are read. */
export function understand(
  turns: readonly Turn[],
  locale: Locale,
  page: (Topic & { readonly title: string }) | undefined,
  today: LocalDate,
  { classifier, topics, languages }: Reader,
): Question[] {
  const start: Context = {
    slots: { ...NOTHING, concept: page?.concept, city: page?.city },
    text: page?.title ?? "",
    hasQuestion: false,
    pages: new Map(page ? [[page.page, 1]] : []),
  };

  const readAlone = (text: string, background: string, isOnly: boolean, language: LanguageTools) => {
    const classify = (words: string) => classifier.classify(words, language.locale);
    const found = language.slots(text, today);
    const { probabilities, known } = classify(`${background} ${text}`);
    // The background would draw each of several questions to itself.
    const alone = isOnly ? probabilities : geometricMean(probabilities, classify(text).probabilities, 0.5);
    // "What does it cost here?" asks about the page, whatever was asked before.
    const isHere = page !== undefined && language.findHere(found.words).length > 0;
    return { text, found, classify, alone, known, isHere, isFollowUp: isHere || refersBack(found, language) };
  };

  const readInContext = (question: ReturnType<typeof readAlone>, context: Context, named: Slots): Question => {
    const { text, found, classify, alone, known, isHere, isFollowUp } = question;
    const { slots: own, contentWords } = found;
    const slots = slotsInContext(found, isFollowUp ? context : { ...context, slots: NOTHING }, named);
    const isTogether = context.text !== "" && (isFollowUp || context.hasQuestion);
    const together = isTogether ? classify(`${context.text} ${text}`).probabilities : alone;
    const mixed = geometricMean(alone, together, WITH_PREVIOUS);
    const pages = namesSubject(own) ? new Map<string, number>() : context.pages;
    const probabilities = probabilitiesInContext(mixed, slots, pages, topics);

    // "Thanks!" is not about what was asked before; "Who wrote this?" is about the page, and not about the assistant.
    const ownScope = scopeOf(alone, known, topics, found);
    const isTalk = ownScope.startsWith("talk:") && !isHere;
    const scope = isTalk ? ownScope : scopeOf(probabilities, known, topics, found);
    return { text, slots, own, contentWords, probabilities, scope };
  };

  const readTurn = (turn: string, before: Context): Question[] => {
    const language = languageOf(turn, locale, languages);
    const { background, questions } = clausesIn(turn, language);
    let named = language.slots(background, today).slots;
    let { pages } = before;
    return questions.map((text) => {
      const alone = readAlone(text, background, questions.length === 1, language);
      const question = readInContext(alone, alone.isHere ? start : { ...before, pages }, named);
      named = { ...named, ...question.own };
      pages = pageMasses(question.probabilities, topics);
      return question;
    });
  };

  let context = start;
  let questions: Question[] = [];
  for (const { content } of turns.filter(({ role }) => role === "user").slice(-MAX_TURNS)) {
    questions = readTurn(content.slice(-MAX_CHARACTERS), context);
    const { slots, text, probabilities } = questions.at(-1)!;
    context = { slots, text, hasQuestion: true, pages: pageMasses(probabilities, topics) };
  }
  return questions;
}
