import type { Turn } from "../../contracts/chat-request.js";
import type { Locale } from "../../domain/locale.js";
import type { LocalDate } from "../../domain/wall-clock.js";
import type { Classifier } from "./classifier.js";
import { clausesIn, type Languages, languageOf, refersBack } from "./clauses.js";
import type { Slots, SlotsFound } from "./slots.js";
import { pageMasses, type Scope, scopeOf, type Topic } from "./topics.js";
import { geometricMean, normalised } from "./vectors.js";

/** One question of a turn. */
export interface Question {
  readonly text: string;
  /** What it names, also by what came before. */
  readonly slots: Slots;
  /** What it names itself. */
  readonly own: Slots;
  /** How many words are neither part of a slot nor function words. */
  readonly contentWords: number;
  /** By the index of the class. */
  readonly probabilities: Float32Array;
  readonly scope: Scope;
}

/** What the conversation is about before a question. */
interface Context {
  readonly slots: Slots;
  /** The question before, or the title of the page. */
  readonly text: string;
  /** Whether a question came before. */
  readonly hasQuestion: boolean;
  /** How likely each page was for the question before, or the page from which the first is asked. */
  readonly pages: ReadonlyMap<string, number>;
}

export interface Reader {
  readonly classifier: Classifier;
  readonly topics: readonly Topic[];
  readonly languages: Languages;
}

/** Weight of a question read together with the one before it, compared with the question alone. */
const WITH_PREVIOUS = 0.6;
/** Places of the page that the conversation is about become so many times likelier. */
const SAME_PAGE = 3;
/** Weight of a place that is about another concept, or a list beside the article that the conversation is about. */
const OTHER_SUBJECT = 0.1;
const NOTHING: Slots = { cues: new Set() };
/** They bound the time that a long conversation takes; the last turn is the one to answer. */
const [MAX_TURNS, MAX_CHARACTERS] = [4, 1000];

/** The questions of the last turn. Only the visitor's turns are read. */
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

  const readTurn = (turn: string, before: Context): Question[] => {
    const language = languageOf(turn, locale, languages);
    const read = (words: string) => classifier.read(words, language.locale);
    const { background, questions } = clausesIn(turn, language);
    let named = language.slots(background, today).slots;
    let { pages } = before;

    return questions.map((text): Question => {
      const found = language.slots(text, today);
      // "What does it cost here?" asks about the page, whatever was asked before.
      const isHere = page !== undefined && language.findHere(found.words).length > 0;
      const context = isHere ? start : { ...before, pages };
      const isFollowUp = isHere || refersBack(found, language);
      const slots = slotsInContext(found, isFollowUp ? context : { ...context, slots: NOTHING }, named);

      const { probabilities: inTurn, known } = read(`${background} ${text}`);
      // The background would draw each of several questions to itself.
      const alone = questions.length > 1 ? geometricMean(inTurn, read(text).probabilities, 0.5) : inTurn;
      const isTogether = context.text !== "" && (isFollowUp || context.hasQuestion);
      const together = isTogether ? read(`${context.text} ${text}`).probabilities : alone;
      const likelyPages = namesSubject(found.slots) ? new Map() : context.pages;
      const probabilities = probabilitiesInContext(alone, together, slots, likelyPages, topics);

      // "Thanks!" is not about what was asked before; "Who wrote this?" is about the page, and not about the assistant.
      const ownScope = scopeOf(alone, known, topics, found);
      const isTalk = ownScope.startsWith("talk:") && !isHere;
      const scope = isTalk ? ownScope : scopeOf(probabilities, known, topics, found);
      named = { ...named, ...found.slots };
      pages = pageMasses(probabilities, topics);
      return { text, slots, own: found.slots, contentWords: found.contentWords, probabilities, scope };
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

/** What a question names, what its turn has named before, and what it takes from the context. */
function slotsInContext(
  { slots: own, contentWords }: SlotsFound,
  { slots: before, hasQuestion }: Context,
  named: Slots,
): Slots {
  // "And for students?" asks for the price too.
  const isSameQuestion = own.cues.size === 0 && Object.keys(own).length > 1;
  return {
    ...before,
    // "And at Easter?" may name a time that is not known; "And what is on in Varberg?" does not.
    period: contentWords === 0 || namesSubject(own) ? before.period : undefined,
    ...named,
    ...own,
    cues: isSameQuestion ? before.cues : own.cues,
    skip: hasQuestion ? own.skip && own.skip + (before.skip ?? 0) : undefined, // "And the one after that?" again
  };
}

function probabilitiesInContext(
  alone: Float32Array,
  together: Float32Array,
  { concept }: Slots,
  pages: Context["pages"],
  topics: readonly Topic[],
): Float32Array {
  const near = onPages(geometricMean(alone, together, WITH_PREVIOUS), pages, topics);
  const isOther = (topic: Topic) => concept !== undefined && topic.concept !== undefined && topic.concept !== concept;
  return normalised(near.map((p, c) => (isOther(topics[c]!) ? OTHER_SUBJECT * p : p)));
}

const namesSubject = ({ concept, city, unknownCity, audiences }: Slots) =>
  (concept ?? city ?? unknownCity ?? audiences) !== undefined;

function onPages(probabilities: Float32Array, pages: Context["pages"], topics: readonly Topic[]): Float32Array {
  // "Who should do the work?" is about the guide, and not about guides.
  const isLikely = ({ page }: Topic) => (pages.get(page) ?? 0) > 0.3;
  const lists = new Set(topics.filter(isLikely).map(({ list }) => list as string | undefined));
  const factor = ({ page }: Topic) => (lists.has(page) ? OTHER_SUBJECT : 1 + SAME_PAGE * (pages.get(page) ?? 0));
  return normalised(probabilities.map((p, c) => p * factor(topics[c]!)));
}
