import type { Turn } from "../../contracts/chat-request.js";
import type { Locale } from "../../domain/locale.js";
import type { LocalDate } from "../../domain/wall-clock.js";
import type { Classifier } from "./classifier.js";
import { clausesIn, type Languages, type LanguageTools, languageOf, refersBack, shortened } from "./clauses.js";
import { type Context, inheritedSlots, mixed, onPages, onSubject } from "./context.js";
import type { Slots, SlotsFound } from "./slots.js";
import { pageMasses, type Scope, scopeOf, type Topic } from "./topics.js";

/** One question of a turn. */
export interface Request {
  readonly text: string;
  readonly slots: Slots;
  /** By the index of the class. */
  readonly probabilities: Float32Array;
  readonly scope: Scope;
  /** How many words are neither part of a slot nor function words. */
  readonly contentWords: number;
  /** What it names itself, and does not only take from the questions before. */
  readonly own: Slots;
}

export interface Reader {
  readonly classifier: Classifier;
  readonly topics: readonly Topic[];
  readonly languages: Languages;
}

/** Weight of a question read together with the one before it, compared with the question alone. */
const WITH_PREVIOUS = 0.6;
/** How much more the page counts where a question names it: "here", "this text". */
const HERE = 4;
/** More questions of a turn are named, and not answered. */
const MAX_QUESTIONS = 4;
/** They bound the time that a long conversation takes; the last turn is the one to answer. */
const MAX_TURNS = 4;
const MAX_CHARACTERS = { earlier: 300, last: 1000 };

/** The questions of the last turn. Only the visitor's turns are read. */
export function understand(
  turns: readonly Turn[],
  locale: Locale,
  page: (Topic & { readonly title: string }) | undefined,
  today: LocalDate,
  reader: Reader,
): Request[] {
  const visitorTurns = turns.filter(({ role }) => role === "user").slice(-MAX_TURNS);
  const start: Context = {
    slots: { cues: new Set(), concept: page?.concept, city: page?.city },
    text: page?.title ?? "",
    isAsked: false,
    pages: new Map(page ? [[page.page, 1]] : []),
  };
  let context = start;
  let requests: Request[] = [];
  for (const turn of visitorTurns) {
    const text = shortened(turn.content, turn === visitorTurns.at(-1) ? MAX_CHARACTERS.last : MAX_CHARACTERS.earlier);
    const language = languageOf(text, locale, reader.languages);
    const { background, questions: all } = clausesIn(text, language);
    const [questions, unread] = [all.slice(0, MAX_QUESTIONS), all.slice(MAX_QUESTIONS)];
    const before = context;
    requests = [];
    for (const [nth, question] of questions.entries()) {
      const earlier = language.slots([background, ...questions.slice(0, nth)].join(" "), today).slots;
      const found = language.slots(question, today);
      // Several questions of a turn stand side by side, unless one says nothing by itself.
      const isBeside = nth > 0 && found.contentWords > 0;
      // "What does it cost here?" asks about the page, whatever was asked before.
      const isAboutPage = page !== undefined && language.findHere(found.words).length > 0;
      const here = { ...start, pages: new Map([[page?.page ?? "", HERE]]) };
      const known = isAboutPage ? here : isBeside ? { ...before, pages: context.pages } : context;
      const part = { question, background, isOneOfSeveral: questions.length > 1, earlier, found, isAboutPage };
      const request = readQuestion(part, known, language, reader);
      requests.push(request);
      const pages = pageMasses(request.probabilities, reader.topics);
      context = { slots: { ...request.slots, unknownCity: undefined }, text: question, isAsked: true, pages };
    }
    if (unread.length > 0) requests.push({ ...requests[0]!, text: unread.join(" "), scope: "unread" });
  }
  return withoutSmallTalk(requests);
}

/** Without thanks beside a question; an order to the assistant stands for all. */
function withoutSmallTalk(requests: readonly Request[]): Request[] {
  const order = requests.find(({ scope }) => scope === "injection");
  if (order) return [order];
  const questions = requests.filter(({ scope }) => !/^talk:(?:greeting|thanks|goodbye|acknowledgement)/.test(scope));
  return questions.length > 0 ? questions : [...requests];
}

interface Part {
  readonly question: string;
  /** What the turn says beside its questions. */
  readonly background: string;
  readonly isOneOfSeveral: boolean;
  /** What the turn names before the question. */
  readonly earlier: Slots;
  readonly found: SlotsFound;
  readonly isAboutPage: boolean;
}

function readQuestion(
  { question, background, isOneOfSeveral, earlier, found, isAboutPage }: Part,
  context: Context,
  language: LanguageTools,
  { classifier, topics }: Reader,
): Request {
  const { contentWords } = found;
  const { audiences, cues } = found.slots;
  // Only the membership has discounts.
  const concept = audiences && cues.has("price") ? "COMMONS" : undefined;
  const own: Slots = concept ? { concept, ...found.slots } : found.slots;
  const isFollowUp = refersBack(found, language);
  const slots = inheritedSlots(context, isFollowUp, earlier, own);
  const read = (text: string) => classifier.read(text, language.locale);
  const { probabilities: whole, known } = read(`${background} ${question}`);
  // The background would draw each of several questions to itself.
  const alone = isOneOfSeveral && background ? mixed(whole, read(question).probabilities, 0.5) : whole;
  const isTogether = context.text !== "" && (isFollowUp || context.isAsked);
  const together = isTogether ? mixed(alone, read(`${context.text} ${question}`).probabilities, WITH_PREVIOUS) : alone;
  const isNewSubject = (own.concept ?? own.city ?? own.unknownCity ?? own.audiences) !== undefined;
  const near = isNewSubject ? together : onPages(together, context.pages, topics, isFollowUp);
  /** "Thanks!" is not about what was asked before; "Who wrote this?" is about the page, and not about the assistant. */
  const scope = scopeOf(alone, known, topics, own);
  const isTalk = scope.startsWith("talk:") && !isAboutPage;
  const isOnlyNames = isNaming(own) && contentWords <= (audiences?.length ?? 0);
  return {
    text: question,
    slots,
    probabilities: onSubject(near, slots, topics),
    scope: isOnlyNames ? "site" : isTalk ? scope : scopeOf(near, known, topics, own),
    contentWords,
    own,
  };
}

/** Whether anything is named, or asked for by a cue. */
export const isNaming = (own: Slots): boolean => own.cues.size > 0 || Object.keys(own).length > 1;
