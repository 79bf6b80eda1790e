import { daysAfter, type LocalDate } from "../../text/wall-clock.js";
import { normalised } from "./classifier.js";
import type { Conversation } from "./conversation.js";
import { subjectOf } from "./event-facts.js";
import { boundedBy, dayPeriod, firstDayOf, isDay, type Period, periodAhead } from "./periods.js";
import type { Slots } from "./slots.js";
import type { Topic } from "./topics.js";

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

/** Places of the page that the conversation is about become so many times likelier. */
const SAME_PAGE = 3;
/** Without it, what a seat of the Boardroom costs somebody who is no member would be answered with the membership. */
const OTHER = 0.02;
/** A section that the answer before quoted is seldom what is asked next. */
const SHOWN = 0.25;

/** The page from which the visitor asks is what the first question can be about. */
export const openingContext = (page: Conversation["page"]): Context => ({
  slots: { cues: new Set(), concept: page?.concept, city: page?.city },
  text: page?.title ?? "",
  hasQuestion: false,
  pages: new Map(page ? [[page.page, 1]] : []),
  day: undefined,
  shown: [],
});

/** "And the next?", "that week", "the week after" and "after that" are about a time near that of the answer before. */
export const movesOn = ({ cues }: Slots) =>
  cues.has("afterThat") || cues.has("sameWeek") || cues.has("weekAfter") || cues.has("next");

/** "Is there food that night?" is about the day of the event in the answer before, "And the next?" about what follows. */
export function timeSpokenOf(
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
export function slotsInContext(
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
  const ofCity = [named, onThatDay, stated, earlier].find((slots) => slots?.city && !slots.isHomeCity);
  return {
    ...all,
    city: ofCity?.city ?? all.city,
    isHomeCity: ofCity ? false : all.isHomeCity,
    // Two who come along to an evening don't join.
    people: named.people ?? stated.people ?? (all.concept === earlier?.concept ? earlier?.people : undefined),
    discounts: all.discounts ?? (all.concept === "COMMONS" ? all.visitorDiscounts : undefined),
    period: named.isUnknownTime ? undefined : period,
    cues: isSameQuestion ? earlier.cues : named.cues,
  };
}

/** Makes other concepts and cities less likely, and the pages that the conversation is about likelier. */
export function probabilitiesInContext(
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
