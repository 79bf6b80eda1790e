import type { Turn } from "../../domain/conversation.js";
import { type Locale, locales } from "../../domain/locale.js";
import type { LocalDate } from "../../domain/wall-clock.js";
import type { Classifier, Reading } from "./classifier.js";
import { gateFeatures, gateScore, massesOf, pageMasses } from "./gate.js";
import type { Topic } from "./places.js";
import type { Slots, SlotsFound } from "./slots.js";
import { fold, sentencesIn, wordsIn } from "./text.js";

/** One question of a turn. */
export interface Request {
  readonly text: string;
  readonly slots: Slots;
  /** By the index of the class. */
  readonly probabilities: Float32Array;
  readonly scope: Scope;
  /** How many words are neither part of a slot nor function words. */
  readonly contentWords: number;
}

/** `site` is answered, `unsure` gets links, the rest a fixed reply; talk is `talk:<kind>`. */
type Scope = "site" | "unsure" | "out-of-scope" | "injection" | `talk:${string}`;

interface LanguageTools {
  readonly locale: Locale;
  readonly slots: (text: string, today: LocalDate) => SlotsFound;
  readonly questions: ReadonlySet<string>;
  readonly indirect: ReadonlySet<string>;
  readonly followUp: ReadonlySet<string>;
  readonly joints: RegExp;
  readonly joinWords: ReadonlySet<string>;
  /** Its commonest words, to tell languages apart. */
  readonly common: ReadonlySet<string>;
}

export interface Reader {
  readonly classifier: Classifier;
  readonly topics: readonly Topic[];
  readonly languages: Readonly<Record<Locale, LanguageTools>>;
}

interface Context {
  readonly slots: Slots;
  /** The question before; empty for the first. */
  readonly text: string;
  /** The page from which the visitor asks. */
  readonly page: Topic | undefined;
  /** How likely each page was for the question before, or the page from which the first is asked. */
  readonly pages: ReadonlyMap<string, number>;
}

/** Weight of the whole text, compared with 1 for its sentences together, which bring long questions up to 9 points. */
const WHOLE_TEXT = 2;
/** Weight of a place whose concept or city is not the one in the question or its context. */
const OTHER_SUBJECT = 0.1;
/** Weight of a question read together with the one before it, compared with the question alone. */
const WITH_PREVIOUS = 0.4;
/** Places of the page that the conversation is about become so many times likelier, where no new subject is named. */
const SAME_PAGE = 10;
/** More questions in a turn are not read, nor more sentences of one: reading each takes a millisecond. */
const [MAX_CLAUSES, MAX_SENTENCES] = [4, 10];
/** These two bound the time that a long conversation takes. */
const MAX_TURNS = 4;
const MAX_CHARACTERS = 1000;

/** The questions of the last turn. Only the visitor's turns are read. */
export function understand(
  turns: readonly Turn[],
  locale: Locale,
  page: Topic | undefined,
  today: LocalDate,
  reader: Reader,
): Request[] {
  let context: Context = { slots: {}, text: "", page, pages: new Map(page ? [[page.page, 1]] : []) };
  let requests: Request[] = [];
  for (const { content } of turns.filter(({ role }) => role === "user").slice(-MAX_TURNS)) {
    requests = readTurn(shortened(content), locale, context, today, reader);
    const last = requests.findLast(({ scope }) => scope === "site" || scope === "unsure");
    // "I am a student" counts also where nothing was asked.
    if (last) context = contextAfter(last, context, reader);
    else if (requests[0]) context = { ...context, slots: requests[0].slots };
  }
  return requests;
}

function readTurn(text: string, locale: Locale, context: Context, today: LocalDate, reader: Reader): Request[] {
  const language = languageOf(text, locale, reader);
  // A price is asked for in one clause alone.
  const whole = { ...language.slots(text, today).slots, isPriceAsked: undefined, isDateAsked: undefined };
  const requests: Request[] = [];
  for (const clause of clausesIn(text, language).slice(0, MAX_CLAUSES)) {
    const own = language.slots(clause, today);
    const isFollowUp = refersBack(own, language);
    const [previous] = requests.slice(-1);
    // "…, and in Varberg?" refers to the clause before it.
    const before = previous && own.contentWords === 0 ? contextAfter(previous, context, reader) : context;
    requests.push(readClause(clause, own, isFollowUp, merged(whole, own.slots), before, language, reader));
  }
  const questions = requests.filter(({ scope }) => !scope.startsWith("talk:"));
  if (questions.some(({ scope }) => scope === "injection"))
    return questions.filter(({ scope }) => scope === "injection");
  if (questions.length === 0) return requests;
  if (!questions.some(({ scope }) => scope === "site")) return questions;
  // Beside a question that is about the site, an unsure one is answered too.
  return questions.filter(({ scope }) => scope !== "out-of-scope").map((request) => ({ ...request, scope: "site" }));
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
  const slots = merged(inherited(context, isFollowUp, own), own.concept === undefined ? ofTurn : own);
  const alone = readSentences(text, locale, reader);
  const isTogether = context.text !== "" && (isFollowUp || own.concept === undefined);
  const read = isTogether
    ? mixed(alone, classifier.read(`${context.text} ${text}`, locale), WITH_PREVIOUS)
    : alone.probabilities;
  const isNewSubject = (own.concept ?? own.city ?? own.unknownCity ?? own.audience) !== undefined;
  const near = isNewSubject ? read : onPages(read, context.pages, topics);
  const isOnlyNames = contentWords === 0 && Object.values(own).some((value) => value !== undefined);
  return {
    text,
    slots,
    probabilities: onSubject(near, slots, isFollowUp, topics),
    scope: isOnlyNames ? "site" : scopeOf({ probabilities: near, known: alone.known }, own, reader),
    contentWords,
  };
}

const contextAfter = ({ slots, text, probabilities }: Request, context: Context, { topics }: Reader): Context => ({
  ...context,
  ...{ slots, text, pages: pageMasses(probabilities, topics) },
});

/** The clauses that ask, each with the background before it; the whole text where fewer than two ask. */
function clausesIn(text: string, language: LanguageTools): string[] {
  const clauses: string[] = [];
  let background = "";
  for (const sentence of sentencesIn(text)) {
    const pieces = sentence.split(/,\s+/).flatMap((part) => part.split(language.joints));
    let isOpen = false;
    for (const piece of pieces.map((piece) => piece.trim()).filter((piece) => wordsIn(piece).length > 0)) {
      if (asks(piece, language) && wordsIn(piece).length > 1) {
        clauses.push(`${background} ${piece}`.trim());
        [background, isOpen] = ["", true];
      } else if (isOpen) clauses[clauses.length - 1] += ` ${piece}`;
      else background += ` ${piece}`;
    }
    if (background !== "") background += ".";
  }
  if (clauses.length < 2) return [text];
  clauses[clauses.length - 1] += background;
  return clauses;
}

/** Whether a clause begins as a question does, after words such as "and" and "so", or asks indirectly. */
function asks(piece: string, { questions, indirect, followUp, joinWords }: LanguageTools): boolean {
  const words = wordsIn(piece);
  const first = words.find((word) => !joinWords.has(word) && !followUp.has(word));
  return questions.has(first ?? "") || words.some((word) => indirect.has(word));
}

/** Whether a question can only be understood from those before it. */
function refersBack({ words, contentWords }: SlotsFound, { followUp }: LanguageTools): boolean {
  return contentWords <= 1 || (followUp.has(words[0] ?? "") && contentWords <= 5);
}

/** The mean of the sentences, and the whole: a question counts more than where it is read with its background as one. */
function readSentences(text: string, locale: Locale, { classifier, topics }: Reader): Reading {
  const whole = classifier.read(text, locale);
  const sentences = sentencesIn(text)
    .slice(-MAX_SENTENCES)
    .map((sentence) => classifier.read(sentence, locale).probabilities);
  if (sentences.length < 2) return whole;
  const probabilities = whole.probabilities.map((p, c) => {
    const sum = sentences.reduce((total, sentence) => total + sentence[c]!, 0);
    // An order to the assistant counts in full, whatever stands beside it.
    return WHOLE_TEXT * p + (topics[c]!.page === "injection" ? sum : sum / sentences.length);
  });
  return { probabilities: normalised(probabilities), known: whole.known };
}

function scopeOf({ probabilities, known }: Reading, slots: Slots, { classifier, topics }: Reader): Scope {
  const { talk, kind, injection, site } = massesOf(probabilities, topics);
  if (injection > site && injection > talk) return "injection";
  const isNamed = (slots.concept ?? slots.series ?? slots.city ?? slots.unknownCity) !== undefined;
  if (talk > site && !isNamed) return kind as Scope;
  const score = gateScore(gateFeatures(probabilities, known, topics, slots), classifier.gate.weights);
  if (score > classifier.gate.decline) return "out-of-scope";
  return score > classifier.gate.unsure ? "unsure" : "site";
}

/** Lowers places of another concept or city; for "what does it cost?" also those of no concept. */
function onSubject(
  probabilities: Float32Array,
  { concept, city }: Slots,
  isFollowUp: boolean,
  topics: readonly Topic[],
): Float32Array {
  const factor = (own: string | undefined, wanted: string | undefined, isNeeded: boolean) =>
    wanted === undefined || own === wanted || (own === undefined && !isNeeded) ? 1 : OTHER_SUBJECT;
  return normalised(
    probabilities.map((p, c) => {
      const topic = topics[c]!;
      return p * factor(topic.concept, concept, isFollowUp && topic.isPlace) * factor(topic.city, city, false);
    }),
  );
}

/** Raises places of the pages that the conversation is about. */
function onPages(
  probabilities: Float32Array,
  pages: ReadonlyMap<string, number>,
  topics: readonly Topic[],
): Float32Array {
  return normalised(probabilities.map((p, c) => p * (1 + SAME_PAGE * (pages.get(topics[c]!.page) ?? 0))));
}

/** Slots of the conversation that still hold: all of them in a follow-up, else concept, city and audience. */
function inherited({ slots, page }: Context, isFollowUp: boolean, own: Slots): Slots {
  const { concept, city, unknownCity, audience } = slots;
  const before: Slots = isFollowUp ? slots : { concept, city, unknownCity, audience };
  const isNew = own.concept !== undefined && own.concept !== before.concept;
  const kept = isNew ? { ...before, city: undefined, unknownCity: undefined, series: undefined } : before;
  return {
    ...kept,
    concept: kept.concept ?? page?.concept,
    city: kept.city ?? (kept.unknownCity === undefined && !isNew ? page?.city : undefined),
  };
}

/** A city replaces another, known or not; a concept ends a series. */
function merged(before: Slots, own: Slots): Slots {
  const { city, unknownCity } = (own.city ?? own.unknownCity) === undefined ? before : own;
  return {
    concept: own.concept ?? before.concept,
    city,
    unknownCity,
    series: own.series ?? (own.concept === undefined ? before.series : undefined),
    audience: own.audience ?? before.audience,
    people: own.people ?? before.people,
    period: own.period ?? before.period,
    isLast: own.isLast ?? before.isLast,
    isOnline: own.isOnline ?? before.isOnline,
    isPriceAsked: own.isPriceAsked ?? before.isPriceAsked,
    isDateAsked: own.isDateAsked,
  };
}

const mixed = (one: Reading, other: Reading, share: number) =>
  one.probabilities.map((p, c) => (1 - share) * p + share * other.probabilities[c]!);

function normalised(values: Float32Array): Float32Array {
  const sum = values.reduce((total, value) => total + value, 0) || 1;
  return values.map((value) => value / sum);
}

/** The language of a turn, which can differ from the page's. */
function languageOf(text: string, locale: Locale, { languages }: Reader): LanguageTools {
  const words = wordsIn(text);
  const count = (of: Locale) => words.filter((word) => languages[of].common.has(word)).length;
  return languages[locales.reduce((best, of) => (count(of) > count(best) ? of : best), locale)];
}

/** The beginning and the end of a long text. */
function shortened(text: string): string {
  const half = MAX_CHARACTERS / 2;
  return text.length <= MAX_CHARACTERS ? text : `${text.slice(0, half)}\n${text.slice(-half)}`;
}

export function languageTools(
  locale: Locale,
  lists: Readonly<Record<"questions" | "indirect" | "followUp" | "joints" | "function", readonly string[]>>,
  slots: LanguageTools["slots"],
): LanguageTools {
  const set = (words: readonly string[]) => new Set(words.map(fold));
  return {
    locale,
    slots,
    questions: set(lists.questions),
    indirect: set(lists.indirect),
    followUp: set(lists.followUp),
    joinWords: set(lists.joints),
    joints: new RegExp(`\\s(?:${lists.joints.join("|")})\\s`, "iu"),
    common: set([...lists.function, ...lists.questions]),
  };
}
