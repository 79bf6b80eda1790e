import { isEvents, pageMasses } from "./gate.js";
import type { Topic } from "./places.js";
import { shareOf } from "./retrieve.js";
import type { Slots } from "./slots.js";

export interface Context {
  readonly slots: Slots;
  /** The question before; empty for the first. */
  readonly text: string;
  /** The page from which the visitor asks. */
  readonly page: Topic | undefined;
  /** How likely each page was for the question before, or the page from which the first is asked. */
  readonly pages: ReadonlyMap<string, number>;
}

/** Weight of a place whose concept or city is not the one in the question or its context. */
const OTHER_SUBJECT = 0.1;
/** Places of the page that the conversation is about become so many times likelier, where no new subject is named. */
const SAME_PAGE = 4;
const THIS_PAGE = 200;

/** Lowers places of another concept or city. */
export function onSubject(
  probabilities: Float32Array,
  { concept, city }: Slots,
  topics: readonly Topic[],
): Float32Array {
  const factor = (own: string | undefined, wanted: string | undefined) =>
    wanted === undefined || own === wanted || own === undefined ? 1 : OTHER_SUBJECT;
  return normalised(
    probabilities.map((p, c) => p * factor(topics[c]!.concept, concept) * factor(topics[c]!.city, city)),
  );
}

/** Raises places of the pages that the conversation is about. */
export function onPages(
  probabilities: Float32Array,
  pages: ReadonlyMap<string, number>,
  topics: readonly Topic[],
  factor = SAME_PAGE,
): Float32Array {
  return normalised(probabilities.map((p, c) => p * (1 + factor * (pages.get(topics[c]!.page) ?? 0))));
}

/** Places of the page that the visitor reads, for a question about what is "here", or when. */
export function onThisPage(probabilities: Float32Array, page: Topic, topics: readonly Topic[]): Float32Array {
  const asksWhen = shareOf(probabilities, topics, isEvents) > 0.5;
  const dates = topics.filter((topic) => asksWhen && isEvents(topic)).map(({ page }) => [page, 1] as const);
  return onPages(probabilities, new Map([[page.page, 1], ...dates]), topics, THIS_PAGE);
}

/**
 * Slots of the conversation that still hold: all of them in a follow-up, else concept, city and audiences; of those, only
 * the audiences where the question names what it is about.
 */
export function inherited({ slots, page }: Context, isFollowUp: boolean, own: Slots): Slots {
  const { concept, city, unknownCity, audiences } = slots;
  // "What does it cost here?" asks about the page, whatever was asked before.
  if (own.isHere && page) return { audiences, concept: page.concept, city: page.city };
  const before: Slots = isFollowUp
    ? slots
    : namesSubject(own)
      ? { audiences }
      : { concept, city, unknownCity, audiences };
  const isNew = own.concept !== undefined && own.concept !== before.concept;
  const kept = isNew ? { ...before, city: undefined, unknownCity: undefined, series: undefined } : before;
  return {
    ...kept,
    concept: kept.concept ?? page?.concept,
    city: kept.city ?? (kept.unknownCity === undefined && !isNew ? page?.city : undefined),
  };
}

/** Whether it says where or when, or names a concept or an event. */
export const namesSubject = ({ concept, city, unknownCity, period, series }: Slots): boolean =>
  (concept ?? city ?? unknownCity ?? period ?? series) !== undefined;

/** A city replaces another, known or not; a concept ends a series. */
export function merged(before: Slots, own: Slots): Slots {
  const { city, unknownCity } = (own.city ?? own.unknownCity) === undefined ? before : own;
  return {
    concept: own.concept ?? before.concept,
    city,
    unknownCity,
    series: own.series ?? (own.concept === undefined ? before.series : undefined),
    // "And we are seven, do we get the group's discount too?" does not take away another one.
    audiences:
      own.audiences?.[0] === "group" ? (before.audiences ?? own.audiences) : (own.audiences ?? before.audiences),
    people: own.people ?? before.people,
    period: own.period ?? before.period,
    isLast: own.isLast ?? before.isLast,
    isOnline: own.isOnline ?? before.isOnline,
    isPriceAsked: own.isPriceAsked,
    isDateAsked: own.isDateAsked,
    isHere: own.isHere,
    skip: own.skip === undefined ? undefined : own.skip + (before.skip ?? 0),
  };
}

/** Likely where both readings find it likely: a geometric mean, in which `share` is the weight of the other. */
export const mixed = (one: Float32Array, other: Float32Array, share: number): Float32Array =>
  normalised(one.map((p, c) => p ** (1 - share) * other[c]! ** share));

export function normalised(values: Float32Array): Float32Array {
  const sum = values.reduce((total, value) => total + value, 0) || 1;
  return values.map((value) => value / sum);
}

interface Answered {
  readonly slots: Slots;
  readonly text: string;
  readonly probabilities: Float32Array;
}

/** Where there are no events, the answer names the nearest city that has some: the next question is about that one. */
export function contextAfter(
  { slots, text, probabilities }: Answered,
  context: Context,
  topics: readonly Topic[],
): Context {
  const { unknownCity, concept } = slots;
  const after =
    unknownCity && concept !== "COMMONS" ? { ...slots, city: unknownCity.nearest, unknownCity: undefined } : slots;
  return { ...context, slots: after, text, pages: pageMasses(probabilities, topics) };
}
