import { sentencesIn, wordsIn } from "../../search/words.js";
import { daysAfter, type LocalDate } from "../../text/wall-clock.js";
import { geometricMean, normalised } from "./classifier.js";
import type { Engine } from "./engine.js";
import { boundedBy, dayPeriod, firstDayOf, isDay, periodNamed } from "./periods.js";
import { type Language, languageOf, refersBack, type Slots, withoutUndefined } from "./slots.js";
import { type Scope, scopeOf, type Topic } from "./topics.js";

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

/** What the conversation is about before a question. */
export interface Context {
  readonly slots: Slots;
  /** The question before, or the title of the page. */
  readonly text: string;
  /** Whether a question came before. */
  readonly hasQuestion: boolean;
  /** How likely each page was for the question before, or the page from which the first is asked. */
  readonly pages: ReadonlyMap<string, number>;
  /** The day of the event that the answer before named. */
  readonly day: LocalDate | undefined;
  /** Names of the sections that the answer before quoted. */
  readonly shown: readonly string[];
}

export interface SplitTurn {
  readonly language: Language;
  readonly questions: readonly string[];
  /** What it says beside its questions, and of the visitor. */
  readonly stated: Partial<Slots>;
  /** The number of content words beside its questions. */
  readonly statedWords: number;
  readonly whole: string;
}

/** The weight of a question read together with the one before it; the question alone has the rest. */
const WITH_PREVIOUS = 0.6;
/** Places of the page that the conversation is about become so many times likelier. */
const SAME_PAGE = 3;
/** Without it, what a seat of the Boardroom costs somebody who is no member would be answered with the membership. */
const OTHER = 0.1;
/** A section that the answer before quoted is seldom what is asked next. */
const SHOWN = 0.25;
const MAX_QUESTIONS = 3;

/** The page from which the visitor asks is what the first question can be about. */
export const openingContext = (page: Engine["page"]): Context => ({
  slots: { cues: new Set(), concept: page?.concept, city: page?.city },
  text: page?.title ?? "",
  hasQuestion: false,
  pages: new Map(page ? [[page.page, 1]] : []),
  day: undefined,
  shown: [],
});

/** Splits a turn at question marks, and where a sentence goes on with "and how …". What it says holds for all questions. */
export function splitTurn(whole: string, { languages, locale, today }: Engine): SplitTurn {
  const language = languageOf(whole, locale, languages);
  const sentences = sentencesIn(whole);
  const asking = sentences.filter((sentence) => sentence.includes("?"));
  const questions = asking.flatMap((sentence) => sentence.split(language.betweenQuestions)).slice(0, MAX_QUESTIONS);
  if (questions.length === 0) return { language, questions: [whole], stated: {}, statedWords: 0, whole };
  const statements = language.read(sentences.filter((sentence) => !sentence.includes("?")).join(" "), today);
  const { audiences, people, isAbroad, roles } = language.read(whole, today).slots;
  const visitor = statements.slots.audiences;
  const stated = { ...statements.slots, ...withoutUndefined({ visitor, audiences, people, isAbroad, roles }) };
  return { language, questions, stated, statedWords: statements.contentWords.length, whole };
}

export function readQuestion(
  text: string,
  { language, questions, stated, statedWords, whole }: SplitTurn,
  context: Context,
  engine: Engine,
): Question {
  const { classifier, topics, today, page } = engine;
  // "What does it cost here?" asks about the page, whatever was asked before.
  const isHere = page !== undefined && language.findHere(wordsIn(text)).length > 0;
  const before = isHere ? openingContext(page) : context;
  const reading = language.read(text, today, before.slots.period?.from);
  const isOnly = questions.length === 1;
  const refers = refersBack(reading, language, isOnly ? statedWords : 0);
  const movesOn = (["afterThat", "weekAfter", "next"] as const).some((cue) => reading.slots.cues.has(cue));
  // "I'm there in week 7. Anything on that week?" refers to its own turn.
  const refersToPage = !before.hasQuestion && (movesOn || reading.slots.period?.weekday !== undefined);
  const refersToTurn = !before.hasQuestion && text === questions[0] && stated.period !== undefined;
  const isFollowUp = isHere || refersToPage || (refers && !refersToTurn);
  const named = isFollowUp || movesOn ? withDaySpokenOf(reading.slots, before, stated, today) : reading.slots;
  const ofTurn = { visitor: context.slots.visitor, ...stated };
  const slots = slotsInContext(named, ofTurn, isFollowUp ? before.slots : undefined, engine);

  // Statements beside a single question help to find what it is about.
  const alone = classifier.classify(isOnly ? whole : text, language.locale);
  // What is asked of a day has little to do with the question that led to it.
  const isOfDayBefore = named !== reading.slots && !movesOn;
  const isTogether = named === reading.slots && before.text !== "" && (refers || before.hasQuestion);
  const together = isTogether ? classifier.classify(`${before.text} ${text}`, language.locale) : alone;
  const mixed = geometricMean(alone.probabilities, together.probabilities, WITH_PREVIOUS);
  const probabilities = probabilitiesInContext(mixed, slots, before, engine);

  let scope = scopeOf(probabilities, alone.known, topics, reading);
  // "I run a chain of bike shops" declines no question.
  if (scope === "out-of-scope" && whole !== text)
    scope = scopeOf(classifier.classify(text, language.locale).probabilities, alone.known, topics, reading);
  // "I'm there from 7 to 18 December. What's on?" names a time too.
  const namedInTurn = (stated.period?.to ?? today) > today ? { period: stated.period, ...named } : named;
  return { text, named: namedInTurn, slots, isOfDayBefore, contentWords: reading.contentWords, probabilities, scope };
}

/** "Is there food that night?" is about the day of the event in the answer before, "And the next?" about what follows. */
function withDaySpokenOf(named: Slots, { day, slots }: Context, stated: Partial<Slots>, today: LocalDate): Slots {
  const { cues, concept, city } = named;
  if (named.period || named.isUnknownTime || named.unknownCity) return named;
  const isOfOther = (concept !== undefined && concept !== slots.concept) || (city !== undefined && city !== slots.city);
  const isOfDay = day !== undefined && !isOfOther;
  const period = stated.period ?? (day ? dayPeriod(day) : slots.period);
  const isAfter = cues.has("afterThat") || cues.has("weekAfter") || (cues.has("next") && isOfDay);
  if (!period || !isAfter) return isOfDay && !named.series ? { ...named, period } : named;
  const shown = firstDayOf(period);
  const nextWeek = periodNamed("next-week", daysAfter(shown.to, -1), 0);
  const after = cues.has("weekAfter") ? nextWeek : boundedBy("after", shown, today);
  return { ...named, cues: new Set([...cues, "afterThat"]), period: after };
}

/** Adds what the turn names beside the question, what is on the day that it names, and what a follow-up takes over. */
function slotsInContext(named: Slots, stated: Partial<Slots>, earlier: Slots | undefined, { events }: Engine): Slots {
  // "Is there breakfast?" after a question about 9 February asks for no breakfast on that day.
  const isOtherEvent = named.series !== undefined && earlier?.period !== undefined && isDay(earlier.period);
  const period = named.period ?? stated.period ?? (isOtherEvent ? undefined : earlier?.period);
  // "Can I come late on 9 December?" is about what is on that day.
  const onThatDay = named.period && isDay(named.period) ? events.subjectOf(named.period) : {};
  // "And for students?" asks for the price too.
  const isSameQuestion = earlier !== undefined && named.cues.size === 0 && Object.keys(named).length > 1;
  const all = { ...earlier, ...stated, ...onThatDay, ...named };
  return {
    ...all,
    // Two who come along to an evening don't join.
    people: named.people ?? stated.people ?? (all.concept === earlier?.concept ? earlier?.people : undefined),
    audiences: all.audiences ?? (all.concept === "COMMONS" ? all.visitor : undefined),
    period: named.isUnknownTime ? undefined : period,
    cues: isSameQuestion ? earlier.cues : named.cues,
  };
}

/** Makes other concepts and cities less likely, and the pages that the conversation is about likelier. */
function probabilitiesInContext(
  probabilities: Float32Array,
  slots: Slots,
  before: Context,
  { topics, classifier, page }: Engine,
): Float32Array {
  const subject = before.slots.concept === undefined ? openingContext(page).slots : before.slots;
  const wanted = slots.concept ?? subject.concept;
  const city = slots.city ?? (wanted === subject.concept ? subject.city : undefined);
  const factorOf = (topic: Topic, c: number) => {
    const isShown = before.shown.includes(classifier.classes[c]!);
    const isOther =
      (wanted !== undefined && topic.concept !== undefined && topic.concept !== wanted) ||
      (city !== undefined && topic.city !== undefined && topic.city !== city);
    return (isShown ? SHOWN : 1) * (isOther ? OTHER : 1) * (1 + SAME_PAGE * (before.pages.get(topic.page) ?? 0));
  };
  return normalised(probabilities.map((p, c) => p * factorOf(topics[c]!, c)));
}
