import type { Concept } from "../../addresses/pages.js";
import type { Slug } from "../../text/slug.js";
import type { Period } from "./periods.js";

/** What a question names. */
export interface Slots {
  readonly concept?: Concept["code"] | undefined;
  readonly city?: Slug | undefined;
  /** Those named beside it: dates in any of them are wanted. Known if `city` is. */
  readonly otherCities?: readonly Slug[] | undefined;
  /** A city without events. */
  readonly unknownCity?: string | undefined;
  /** A city without events that the visitor comes from, which is not where an event is wanted. */
  readonly home?: string | undefined;
  readonly period?: Period | undefined;
  /** A time is named of which the days are not known: "midsummer". */
  readonly isUnknownTime?: boolean | undefined;
  /** Slugs of the events that are named. */
  readonly series?: readonly Slug[] | undefined;
  /**
   * Ids of the discounts that the question is about, also of those that are no longer given; empty for somebody who
   * gets none. Two more lists outlast the question, and are read only for a price that comes without a discount.
   */
  readonly discounts?: readonly string[] | undefined;
  /** Those that the visitor said to have ("I study logistics."): a later price of the membership is theirs. */
  readonly visitorDiscounts?: readonly string[] | undefined;
  /** Those that any question before named, perhaps for somebody else: a later price is given with and without them. */
  readonly earlierDiscounts?: readonly string[] | undefined;
  /** Names of the sections that say whether somebody like the visitor can come. */
  readonly roles?: readonly string[] | undefined;
  readonly people?: number | undefined;
  /** Somebody is no member, and can't come to what is for members. */
  readonly isNoMember?: boolean | undefined;
  /** Another country, a company of one or a VAT number is named, on which the VAT depends. */
  readonly isAbroad?: boolean | undefined;
  readonly cues: ReadonlySet<Cue>;
}

/** A word can ask for a date, a price, what is online, who may come along, or for what is after the answer before. */
export type Cue = "when" | "price" | "online" | "along" | "afterThat" | "sameWeek" | "weekAfter" | "next";

/** What was read in a text. */
export interface Reading {
  readonly words: readonly string[];
  readonly slots: Slots;
  /** The words that are neither part of a slot nor function words. */
  readonly contentWords: readonly string[];
  /** The number that is the only content word: "and ten?" */
  readonly loneNumber: number | undefined;
}

/** Whether at least one of these is named. */
export const namesAny = (slots: Partial<Slots>, ...names: readonly (keyof Slots)[]): boolean =>
  names.some((name) => slots[name] !== undefined);

/** Whether a date or an event is named or asked for. */
export const isDated = (slots: Slots): boolean =>
  namesAny(slots, "period", "isUnknownTime", "series") || slots.cues.has("when") || slots.cues.has("online");

/** Takes each slot from the first source that names it. A place is taken whole, and so is a time. */
export function mergedSlots(sources: readonly Partial<Slots>[]): Slots {
  const { city, otherCities, unknownCity } = sources.find((slots) => namesAny(slots, "city", "unknownCity")) ?? {};
  const { period, isUnknownTime } = sources.find((slots) => namesAny(slots, "period", "isUnknownTime")) ?? {};
  const { cues = new Set<Cue>() } = sources.find((slots) => slots.cues && slots.cues.size > 0) ?? {};
  const merged: Partial<Slots> = Object.assign({}, ...sources.toReversed().map(withoutUndefined));
  return { ...merged, cues, city, otherCities, unknownCity, period, isUnknownTime };
}

/** Drops keys whose value is undefined, so that they replace nothing when slots are merged. */
export const withoutUndefined = <Values extends object>(values: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>;
