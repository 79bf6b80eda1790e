import { sentencesIn } from "../../search/words.js";
import { daysAfter, type LocalDate } from "../../text/wall-clock.js";
import { geometricMean, normalised } from "./classifier.js";
import type { Conversation } from "./conversation.js";
import { subjectOf } from "./event-facts.js";
import { boundedBy, dayPeriod, firstDayOf, isDay, type Period, periodAhead } from "./periods.js";
import { type Reader, readerOf } from "./reader.js";
import { namesAny, type Slots, withoutUndefined } from "./slots.js";
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

/** What the conversation is about before a question. */
export interface Context {
  readonly slots: Slots;
  /** The question before; undefined before the first. */
  readonly questionText: string | undefined;
  /** How likely each page was for the question before, or the page from which the first is asked. */
  readonly pages: ReadonlyMap<string, number>;
  /** The day of the event that the answer before named. */
  readonly day: LocalDate | undefined;
  /** Names of the sections that the answer before quoted. */
  readonly shown: readonly string[];
}

/** The weight of a question read together with the one before it; the question alone has the rest. */
const WITH_PREVIOUS = 0.6;
const MAX_QUESTIONS = 3;
/** Places of the page that the conversation is about become so many times likelier. */
const SAME_PAGE = 3;
/** Without it, what a seat of the Boardroom costs somebody who is no member would be answered with the membership. */
const OTHER = 0.02;
/** A section that the answer before quoted is seldom what is asked next. */
const SHOWN = 0.25;

/** The page from which the visitor asks is what the first question can be about. */
export const openingContext = (page: Conversation["page"]): Context => ({
  slots: { cues: new Set(), concept: page?.concept, city: page?.city },
  questionText: undefined,
  pages: new Map(page ? [[page.page, 1]] : []),
  day: undefined,
  shown: [],
});

/** Splits a turn at question marks, and where a sentence goes on with "and how …". */
export function splitTurn(whole: string, slotsBefore: Slots, { readers, locale, today }: Conversation): SplitTurn {
  const reader = readerOf(whole, locale, readers);
  const sentences = sentencesIn(whole);
  const asking = sentences.filter((sentence) => sentence.includes("?"));
  const questions = asking.flatMap((sentence) => sentence.split(reader.betweenQuestions)).slice(0, MAX_QUESTIONS);
  if (questions.length === 0) return { reader, whole, questions: [whole], stated: {}, statedWords: 0 };
  const others = sentences.filter((sentence) => !sentence.includes("?"));
  const statements = reader.read(others.join(" "), today, slotsBefore.period?.from);
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
  const reading = reader.read(text, today, (stated.period ?? before.slots.period)?.from);
  const refersBack = reader.refersBack(reading, questions.length === 1 ? turn.statedWords : 0);
  const isFollowUp =
    isHere || (refersBack && !refersToTurn(text, reading.slots, turn, before)) || refersToPage(reading.slots, before);

  const isMovingOn = movesOn(reading.slots);
  const time = isFollowUp || isMovingOn ? timeSpokenOf(reading.slots, before, stated, today) : undefined;
  let named = reading.slots;
  if (time) named = { ...named, ...time };
  if (before.slots.people && reading.loneNumber) named = { ...named, people: reading.loneNumber }; // "And ten?"
  const { visitorDiscounts, isNoMember } = context.slots;
  const ofTurn = { visitorDiscounts, earlierDiscounts: earlierDiscountsIn(context.slots), isNoMember, ...stated };
  // "Is there anything else that week?" asks for other events than those before.
  const isOfAll = { concept: undefined, city: undefined, series: undefined };
  const earlier = reading.slots.cues.has("sameWeek") ? { ...before.slots, ...isOfAll } : before.slots;
  const slots = slotsInContext(named, ofTurn, isFollowUp || isMovingOn ? earlier : undefined, conversation);

  // Statements beside a single question help to find what it is about.
  const alone = classifier.classify(questions.length === 1 ? whole : text, reader.locale);
  // What is asked of a day has little to do with the question that led to it.
  const isReadWithPrevious = !time && before.questionText !== undefined;
  const together = isReadWithPrevious ? classifier.classify(`${before.questionText} ${text}`, reader.locale) : alone;
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

/** Those named before, unless somebody was named last who gets none. */
function earlierDiscountsIn({ discounts, earlierDiscounts = [] }: Slots): readonly string[] {
  return discounts?.length === 0 ? [] : [...earlierDiscounts, ...(discounts ?? [])];
}

/** "I'm in Stockholm in week 7. Anything on then?" refers to its own turn, and is about more than the page. */
const refersToTurn = (text: string, { city, period }: Slots, { questions, stated }: SplitTurn, before: Context) =>
  before.questionText === undefined &&
  ((city !== undefined && period !== undefined) || (text === questions[0] && namesAny(stated, "period")));

/** A first question about Thursday, or about what follows, is about the page. */
const refersToPage = (slots: Slots, before: Context) =>
  before.questionText === undefined && (movesOn(slots) || slots.period?.weekday !== undefined);

/** "And the next?", "that week", "the week after" and "after that" are about a time near that of the answer before. */
const movesOn = ({ cues }: Slots) =>
  cues.has("afterThat") || cues.has("sameWeek") || cues.has("weekAfter") || cues.has("next");

/** "Is there food that night?" is about the day of the event in the answer before, "And the next?" about what follows. */
function timeSpokenOf(
  named: Slots,
  { day, slots }: Context,
  stated: Partial<Slots>,
  today: LocalDate,
): Pick<Slots, "period" | "cues"> | undefined {
  const { cues, concept, city } = named;
  if (named.period || named.isUnknownTime || named.unknownCity) return undefined;
  const isOfOther =
    (concept !== undefined && concept !== slots.concept) ||
    (city !== undefined && !named.isHomeCity && city !== slots.city);
  const isOfDay = day !== undefined && !isOfOther;
  const spokenOf = stated.period ?? (day ? dayPeriod(day) : slots.period);
  // "Is it still on? If not, when is the next?": that week is the one that was named, not that of the next.
  const weekOf = stated.period ?? slots.period ?? spokenOf;
  if (weekOf && cues.has("sameWeek")) return { cues, period: periodAhead("weeks", 0, firstDayOf(weekOf).from) };
  if (stated.period && cues.has("weekAfter"))
    return { cues, period: { ...weekAfter(stated.period), from: stated.period.from } };
  if (spokenOf && cues.has("weekAfter")) return { cues: withAfterThat(cues), period: weekAfter(firstDayOf(spokenOf)) };
  if (spokenOf && (cues.has("afterThat") || (cues.has("next") && isOfDay)))
    return { cues: withAfterThat(cues), period: boundedBy("after", firstDayOf(spokenOf), today) };
  return isOfDay && !named.series ? { cues, period: spokenOf } : undefined;
}

const withAfterThat = (cues: Slots["cues"]): Slots["cues"] => new Set([...cues, "afterThat"]);

const weekAfter = ({ to }: Period) => periodAhead("weeks", 1, daysAfter(to, -1));

/** Adds what the turn names beside the question, what is on the day that it names, and what a follow-up takes over. */
function slotsInContext(
  named: Slots,
  stated: Partial<Slots>,
  earlier: Slots | undefined,
  conversation: Conversation,
): Slots {
  // "Is there breakfast?" after a question about 9 February asks for no breakfast on that day.
  const isOtherEvent = named.series !== undefined && earlier?.period !== undefined && isDay(earlier.period);
  const period = named.period ?? stated.period ?? (isOtherEvent ? undefined : earlier?.period);
  // "Can I come late on 9 December?" is about what is on that day.
  const onThatDay: Partial<Slots> = named.period && isDay(named.period) ? subjectOf(named.period, conversation) : {};
  // "And for students?" asks for the price too.
  const isSameQuestion = earlier !== undefined && named.cues.size === 0 && Object.keys(named).length > 1;
  const all = { ...earlier, ...stated, ...onThatDay, ...named };
  // "And in Stockholm?" and "on the 16th?" after a question about the winter evening ask for other events.
  const newCity = named.city ?? onThatDay.city;
  const isElsewhere = newCity !== undefined && newCity !== earlier?.city;
  const ofCity = [named, onThatDay, stated, earlier].find((slots) => slots?.city && !slots.isHomeCity);
  return {
    ...all,
    city: ofCity?.city ?? all.city,
    isHomeCity: ofCity ? false : all.isHomeCity,
    series: isElsewhere ? named.series : all.series,
    // Two who come along to an evening don't join.
    people: named.people ?? stated.people ?? (all.concept === earlier?.concept ? earlier?.people : undefined),
    discounts: all.discounts ?? (all.concept === "COMMONS" ? all.visitorDiscounts : undefined),
    period: named.isUnknownTime ? undefined : period,
    cues: isSameQuestion ? earlier.cues : named.cues,
  };
}

/** Makes other concepts and cities less likely, and the pages that the conversation is about likelier. */
function probabilitiesInContext(
  probabilities: Float32Array,
  slots: Slots,
  before: Context,
  { topics, classifier, page }: Conversation,
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
