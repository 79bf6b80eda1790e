import type { Turn } from "../../contracts/chat-request.js";
import type { Locale } from "../../domain/locale.js";
import type { LocalDate } from "../../domain/wall-clock.js";
import type { Classifier } from "./classifier.js";
import { clausesIn, type Languages, type LanguageTools, languageOf, refersBack, shortened } from "./clauses.js";
import { type Context, contextAfter, inherited, mean, mixed, onPages, onSubject } from "./context.js";
import { type Scope, scopeOf } from "./gate.js";
import type { Topic } from "./places.js";
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
}

export interface Reader {
  readonly classifier: Classifier;
  readonly topics: readonly Topic[];
  readonly languages: Languages;
}

/** Weight of a question read together with the one before it, compared with the question alone. */
const WITH_PREVIOUS = 0.6;
/** Places of the page that the conversation is about become so many times likelier, where no new subject is named. */
const SAME_PAGE = 4;
/** How much more the page counts for a question about what is "here". */
const HERE = 5;
/** They bound the time that a long conversation takes; the last turn is the one to answer. */
const MAX_TURNS = 4;
const MAX_CHARACTERS = { earlier: 300, last: 1000 };

/** The questions of the last turn. Only the visitor's turns are read. */
export function understand(
  turns: readonly Turn[],
  locale: Locale,
  page: Topic | undefined,
  today: LocalDate,
  reader: Reader,
): Request[] {
  const start: Context = {
    slots: { cues: new Set(), concept: page?.concept, city: page?.city },
    text: "",
    pages: new Map(page ? [[page.page, 1]] : []),
  };
  const here: Context = { ...start, pages: new Map(page ? [[page.page, HERE]] : []) };
  let context = start;
  let requests: Request[] = [];
  for (const turn of turns.filter(({ role }) => role === "user").slice(-MAX_TURNS)) {
    const text = shortened(turn.content, turn === turns.at(-1) ? MAX_CHARACTERS.last : MAX_CHARACTERS.earlier);
    const language = languageOf(text, locale, reader.languages);
    const { background, questions } = clausesIn(text, language);
    const before = context;
    requests = [];
    for (const [nth, question] of questions.entries()) {
      const earlier = language.slots([background, ...questions.slice(0, nth)].join(" "), today).slots;
      const read = language.slots(question, today);
      const { skip, ...slots } = read.slots;
      // "The next evening and the one after that" asks for both.
      const found = context.text === "" && background === "" ? { ...read, slots } : read;
      // "What does it cost here?" asks about the page, whatever was asked before.
      const isHere = found.slots.cues.has("here") && page;
      const after = requests.length > 0 && found.contentWords > 0 ? { ...before, pages: context.pages } : context;
      const request = readQuestion(question, found, { background, earlier }, isHere ? here : after, language, reader);
      requests.push(request);
      const isOurs = request.scope === "site" || request.scope === "unsure";
      // "I am a student" counts too.
      context = isOurs ? contextAfter(request, context, reader.topics) : { ...context, slots: request.slots };
    }
  }
  return answered(requests);
}

/** Without thanks beside a question; an order to the assistant stands for all. */
function answered(requests: readonly Request[]): Request[] {
  const questions = requests.filter(({ scope }) => !scope.startsWith("talk:"));
  const orders = questions.filter(({ scope }) => scope === "injection");
  if (orders.length > 0) return orders;
  if (questions.length === 0) return [...requests];
  // Three links for each of several questions would be too many.
  const isOne = questions.length === 1;
  return questions.map((request) => (request.scope === "unsure" && !isOne ? { ...request, scope: "site" } : request));
}

function readQuestion(
  text: string,
  found: SlotsFound,
  { background, earlier }: { readonly background: string; readonly earlier: Slots },
  context: Context,
  language: LanguageTools,
  { classifier, topics }: Reader,
): Request {
  const { audiences, cues } = found.slots;
  // The model cannot know that a discount without phrases is one of the membership.
  const isLearned = topics.some(({ id = "" }) => audiences?.includes(id));
  const concept = audiences && cues.has("price") && !isLearned ? "COMMONS" : undefined;
  const own: Slots = concept ? { concept, ...found.slots } : found.slots;
  const isFollowUp = refersBack(found, language);
  const slots = inherited(context.slots, isFollowUp, earlier, own);
  const read = (text: string) => classifier.read(text, language.locale).probabilities;
  const { probabilities, known } = classifier.read(text, language.locale);
  const alone =
    background === "" ? probabilities : mean([probabilities, read(background), read(`${background} ${text}`)]);
  const isTogether = context.text !== "" && (isFollowUp || own.concept === undefined);
  const together = isTogether ? mixed(alone, read(`${context.text} ${text}`), WITH_PREVIOUS) : alone;
  const isNewSubject = (own.concept ?? own.city ?? own.unknownCity ?? own.audiences) !== undefined;
  const near = isNewSubject ? together : onPages(together, context.pages, topics, SAME_PAGE);
  const isNaming = own.cues.size > 0 || Object.keys(own).length > 1;
  /** "Thanks!", and what has nothing to do with the site, are not about what was asked before. */
  const scope = scopeOf(alone, known, topics, own, classifier.gate);
  const isOwn = scope.startsWith("talk:") || (scope === "out-of-scope" && !isFollowUp);
  return {
    text,
    slots,
    probabilities: onSubject(near, slots, topics),
    scope: isOwn ? scope : scopeOf(near, known, topics, own, classifier.gate),
    contentWords: found.contentWords,
    isNaming,
  };
}
