import { geometricMean, normalised } from "./classifier.js";
import { subjectOf } from "./coming-dates.js";
import { isDayOrNumberedWeeks } from "./periods.js";
import { type Context, openingContext, referenceOf, timeReferredTo } from "./reference.js";
import type { Setting } from "./setting.js";
import { mergedSlots, type Slots } from "./slots.js";
import { type Scope, scopeOf, sumsBy, type Topic } from "./topics.js";
import type { QuestionText, SplitTurn } from "./turn.js";

export interface Question {
  readonly text: string;
  /** What its own words name, with the time that it refers to without naming it. */
  readonly named: Slots;
  /** What it names, and what it takes from its turn, and from before it if it refers to that. */
  readonly slots: Slots;
  /** Whether it names no day itself, but is about that of the answer before. */
  readonly isOfDayBefore: boolean;
  /** The words that are neither part of a slot nor function words. */
  readonly contentWords: readonly string[];
  /** The index is that of the class. */
  readonly probabilities: Float32Array;
  readonly scope: Scope;
}

/** The weight of a question read together with the one before it; the question alone has the rest. */
const WITH_PREVIOUS = 0.6;
/** A text that is so likely small talk is read alone: "Thanks!" */
const SMALL_TALK = 0.5;
/** Places of the page that the conversation is about become so many times likelier. */
const SAME_PAGE = 5;
/** Without it, what a seat of the Boardroom costs somebody who is no member would be answered with the membership. */
const OTHER = 0.02;
/** A section that the answer before quoted is seldom what is asked next. */
const SHOWN = 0.25;

/** Reads one question of a turn. `earlier` is what the conversation was about before the turn. */
export function readQuestion(
  { text, question }: QuestionText,
  turn: SplitTurn,
  earlier: Context,
  setting: Setting,
): Question {
  const { classifier, page, today, topics } = setting;
  const { reader, stated, whole } = turn;
  // "What does it cost here?" asks about the page, whatever was asked before.
  const isHere = page !== undefined && reader.isHere(text);
  const before = isHere ? openingContext(page) : earlier;

  const spokenOf = stated.period ?? before.slots.period; // "We come in February. Is anything on the 4th?"
  const reading = reader.read(question, today, spokenOf?.from);
  const reference = referenceOf(reading, turn, before);
  const time = timeReferredTo(reference, reading.slots, stated.period, before, today);
  const counted = before.slots.people && reading.loneNumber ? { people: reading.loneNumber } : {}; // "And ten?"
  // "I'm there on 3 December. What's on?" names the day too; a month that is told is background.
  const statedDay = stated.period && isDayOrNumberedWeeks(stated.period) ? stated.period : undefined;
  const named: Slots = { ...reading.slots, period: reading.slots.period ?? statedDay, ...time, ...counted };
  const ofTurn = [stated, visitorSlots(earlier.slots)]; // a visitor stays who he is on any page
  const slots = slotsFor(named, ofTurn, reference === "itself" ? undefined : before.slots, setting);

  const { probabilities, known } = classified(text, turn, before.questionText, setting);
  const inContext = probabilitiesInContext(probabilities, slots, before, setting);
  let scope = scopeOf(inContext, known, topics, reading);
  // "I run a chain of bike shops" declines no question.
  if (scope === "out-of-scope" && whole !== question)
    scope = scopeOf(classifier.classify(question, reader.locale).probabilities, known, topics, reading);
  return {
    text,
    named,
    slots,
    isOfDayBefore: time !== undefined && reference === "before",
    contentWords: reading.contentWords,
    probabilities: inContext,
    scope,
  };
}

/** What a visitor said of himself holds for all that he asks. Discounts end where somebody was named who gets none. */
function visitorSlots(before: Slots): Partial<Slots> {
  const { discounts = [], earlierDiscounts = [], visitorDiscounts, roles, isNoMember, isAbroad } = before;
  const isEnded = before.discounts?.length === 0;
  return {
    earlierDiscounts: isEnded ? [] : [...earlierDiscounts, ...discounts],
    visitorDiscounts,
    roles,
    isNoMember,
    isAbroad,
  };
}

/**
 * Takes each slot from the question, else from what is on the day that it names ("Can I come late on 9 December?"), else
 * from its turn, else from what was said of the visitor, else from what came before, if it refers to that.
 */
function slotsFor(named: Slots, ofTurn: readonly Partial<Slots>[], before: Slots | undefined, setting: Setting): Slots {
  const onThatDay = named.period && isDayOrNumberedWeeks(named.period) ? subjectOf(named.period, setting) : {};
  const current = mergedSlots(named.cues, [named, onThatDay, ...ofTurn]);
  const cues = before && named.cues.size === 0 ? before.cues : named.cues; // "And for students?" asks for the price too.
  const slots = before ? mergedSlots(cues, [current, takenOver(current, before)]) : current;
  if (slots.discounts || slots.concept !== "COMMONS") return slots;
  return { ...slots, discounts: slots.visitorDiscounts };
}

/** Leaves out of the slots before what the question ends by what it names. */
function takenOver(current: Slots, before: Slots): Partial<Slots> {
  const { concept = before.concept, city = before.city, cues } = current;
  // "Is there anything else that week?" asks for other events than those before.
  if (cues.has("sameWeek")) return { ...before, concept: undefined, city: undefined, series: undefined };
  return {
    ...before,
    // "And in Stockholm?" and "on the 16th?" after a question about the winter evening ask for other events.
    series: city === before.city ? before.series : undefined,
    // Two who come along to an evening don't join.
    people: concept === before.concept ? before.people : undefined,
  };
}

/** Statements beside a single question help to find what it is about, and so does the question before it. */
function classified(
  text: string,
  { questions, whole, reader }: SplitTurn,
  previous: string | undefined,
  { classifier, topics }: Setting,
) {
  const alone = classifier.classify(questions.length === 1 ? whole : text, reader.locale);
  const talk = sumsBy(alone.probabilities, topics, ({ kind }) => kind).get("talk") ?? 0;
  if (previous === undefined || talk > SMALL_TALK) return alone;
  const together = classifier.classify(`${previous} ${text}`, reader.locale);
  const probabilities = geometricMean(alone.probabilities, together.probabilities, WITH_PREVIOUS);
  return { probabilities, known: alone.known };
}

/** Makes other concepts and cities less likely, and the pages that the conversation is about likelier. */
function probabilitiesInContext(
  probabilities: Float32Array,
  slots: Slots,
  before: Context,
  { topics, classifier }: Setting,
): Float32Array {
  const wanted = slots.concept ?? before.slots.concept;
  const city = slots.city ?? (wanted === before.slots.concept ? before.slots.city : undefined);
  const factorOf = (topic: Topic, c: number) => {
    const isShown = before.shown.includes(classifier.classes[c]!);
    const isOther =
      (wanted !== undefined && topic.concept !== undefined && topic.concept !== wanted) ||
      (city !== undefined && topic.city !== undefined && topic.city !== city);
    return (isShown ? SHOWN : 1) * (isOther ? OTHER : 1) * (1 + SAME_PAGE * (before.pages.get(topic.page) ?? 0));
  };
  return normalised(probabilities.map((p, c) => p * factorOf(topics[c]!, c)));
}
