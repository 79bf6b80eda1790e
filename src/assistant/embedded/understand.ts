import type { Turn } from "../../domain/conversation.js";
import type { Locale } from "../../domain/locale.js";
import type { LocalDate } from "../../domain/wall-clock.js";
import type { Classifier, Reading } from "./classifier.js";
import {
  clausesIn,
  type Languages,
  type LanguageTools,
  languageOf,
  refersBack,
  shortened,
  slotsInClause,
} from "./clauses.js";
import { type Context, contextAfter, inherited, merged, mixed, onPages, onSubject, onThisPage } from "./context.js";
import { massesOf } from "./gate.js";
import type { Topic } from "./places.js";
import { readSentences } from "./read-sentences.js";
import { type Scope, scopeOf } from "./scope.js";
import type { Slots, SlotsFound } from "./slots.js";

export interface Request {
  readonly text: string;
  readonly slots: Slots;
  /** By the index of the class. */
  readonly probabilities: Float32Array;
  readonly scope: Scope;
  /** How many words are neither part of a slot nor function words. */
  readonly contentWords: number;
  /** Whether it names something itself, and does not only take it from the questions before. */
  readonly isNaming: boolean;
  /** "What about Varberg?", as the first question. */
  readonly isOnlyNames: boolean;
}

export interface Reader {
  readonly classifier: Classifier;
  readonly topics: readonly Topic[];
  readonly languages: Languages;
}

/** Weight of a question read together with the one before it, compared with the question alone. */
const WITH_PREVIOUS = 0.6;
/** How likely a question must be out of scope when read alone. */
const OUT_OF_SCOPE = 0.5;
/** More questions in a turn are not read: reading each takes a millisecond. */
const MAX_CLAUSES = 4;
/** Bounds the time that a long conversation takes, as the length of a turn does. */
const MAX_TURNS = 4;

/** The questions of the last turn. Only the visitor's turns are read. */
export function understand(
  turns: readonly Turn[],
  locale: Locale,
  page: Topic | undefined,
  today: LocalDate,
  reader: Reader,
): Request[] {
  let context: Context = {
    slots: {},
    text: "",
    page,
    pages: new Map(page ? [[page.page, 1]] : []),
  };
  let requests: Request[] = [];
  for (const { content } of turns.filter(({ role }) => role === "user").slice(-MAX_TURNS)) {
    requests = readTurn(shortened(content), locale, context, today, reader);
    const last = requests.findLast(({ scope }) => scope === "site" || scope === "unsure");
    // "I am a student" counts too.
    if (last) context = contextAfter(last, context, reader.topics);
    else if (requests[0]) context = { ...context, slots: requests[0].slots };
  }
  return requests;
}

function readTurn(text: string, locale: Locale, context: Context, today: LocalDate, reader: Reader): Request[] {
  const language = languageOf(text, locale, reader.languages);
  // A price is asked for in one clause alone.
  const whole = {
    ...language.slots(text, today).slots,
    isPriceAsked: undefined,
    isDateAsked: undefined,
    skip: undefined,
    unknownCity: undefined,
  };
  const requests: Request[] = [];
  const clauses = clausesIn(text, language).slice(0, MAX_CLAUSES);
  for (const clause of clauses) {
    const own = slotsInClause(clause, clauses.length, language.slots, today);
    const isFollowUp = refersBack(own, language);
    const [previous] = requests.slice(-1);
    // "…, and in Varberg?" refers to the clause before it.
    const after = previous && contextAfter(previous, context, reader.topics);
    const before = after && own.contentWords > 0 ? { ...context, pages: after.pages } : (after ?? context);
    const request = readClause(clause, own, isFollowUp, merged(whole, own.slots), before, language, reader);
    const probabilities = onSubject(request.probabilities, request.slots, reader.topics);
    requests.push({ ...request, probabilities });
  }
  const questions = requests.filter(({ scope }) => !scope.startsWith("talk:"));
  if (questions.some(({ scope }) => scope === "injection"))
    return questions.filter(({ scope }) => scope === "injection");
  if (questions.length === 0) return requests;
  // Three links for each of several questions would be too many.
  const isOne = questions.length === 1;
  return questions.map((request) => (request.scope === "unsure" && !isOne ? { ...request, scope: "site" } : request));
}

function readClause(
  text: string,
  { slots: own, contentWords }: SlotsFound,
  isFollowUp: boolean,
  ofTurn: Slots,
  context: Context,
  { locale }: LanguageTools,
  reader: Reader,
): Request {
  const { classifier, topics } = reader;
  // What one clause leaves out, the others of the turn may say.
  const before = inherited(context, isFollowUp, own);
  const slots = merged(before, own.concept === undefined ? ofTurn : own);
  const alone = readSentences(text, locale, reader);
  const isTogether = context.text !== "" && !own.isHere && (isFollowUp || own.concept === undefined);
  const read = isTogether
    ? mixed(alone.probabilities, classifier.read(`${context.text} ${text}`, locale).probabilities, WITH_PREVIOUS)
    : alone.probabilities;
  const isNewSubject = (own.concept ?? own.city ?? own.unknownCity ?? own.audiences) !== undefined;
  const { page } = context;
  const isHere = (own.isHere ?? ofTurn.isHere) && page !== undefined && page.page !== "home" && !isNewSubject;
  const near = isHere ? onThisPage(read, page, topics) : isNewSubject ? read : onPages(read, context.pages, topics);
  const isNaming = Object.values(own).some((value) => value !== undefined);
  const isOnlyNames = contentWords === 0 && isNaming;
  return {
    text,
    slots,
    probabilities: near,
    scope: isOnlyNames ? "site" : scopeWithContext(near, alone, own, isFollowUp, reader),
    contentWords,
    isNaming,
    isOnlyNames: isOnlyNames && context.text === "",
  };
}

/** "Thanks!", and what has nothing to do with the site, are not about what was asked before. */
function scopeWithContext(near: Float32Array, alone: Reading, own: Slots, isFollowUp: boolean, reader: Reader): Scope {
  const scope = scopeOf(alone, own, reader);
  const isOutOfScope = scope === "out-of-scope" && massesOf(alone.probabilities, reader.topics).out > OUT_OF_SCOPE;
  if (scope.startsWith("talk:") || (isOutOfScope && !isFollowUp)) return scope;
  return scopeOf({ probabilities: near, known: alone.known }, own, reader);
}
