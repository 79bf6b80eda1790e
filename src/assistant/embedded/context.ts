import { pageMasses } from "./retrieve.js";
import type { Slots } from "./slots.js";
import type { Topic } from "./topics.js";

export interface Context {
  readonly slots: Slots;
  /** The question before; empty for the first. */
  readonly text: string;
  /** How likely each page was for the question before, or the page from which the first is asked. */
  readonly pages: ReadonlyMap<string, number>;
}

/** Weight of a place whose concept or city is not the one in the question or its context. */
const OTHER_SUBJECT = 0.1;

/** Places of the page that the conversation is about become so many times likelier. */
const SAME_PAGE = 4;

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

export const onPages = (
  probabilities: Float32Array,
  pages: ReadonlyMap<string, number>,
  topics: readonly Topic[],
): Float32Array => normalised(probabilities.map((p, c) => p * (1 + SAME_PAGE * (pages.get(topics[c]!.page) ?? 0))));

/** What the question and its background name, and of what was asked before what still holds. */
export function inheritedSlots(
  { slots: before, text }: Context,
  isFollowUp: boolean,
  earlier: Slots,
  own: Slots,
): Slots {
  const { concept, city, unknownCity, audiences, cues } = before;
  // "Is anything on in Stockholm in March?" is about any concept.
  const saysWhereOrWhen = (own.city ?? own.unknownCity ?? own.period) !== undefined;
  const subject = saysWhereOrWhen ? {} : { concept, city, unknownCity };
  const kept = isFollowUp ? before : { cues, audiences, ...subject };
  return {
    ...[earlier, own].reduce(merged, kept),
    // "And the membership?" asks for the price too.
    cues: isFollowUp && own.cues.size === 0 ? cues : own.cues,
    // "The next evening and the one after that" asks for both.
    skip: text === "" ? undefined : own.skip && own.skip + (before.skip ?? 0),
  };
}

/** Whether it says where or when, or names a concept or an event. */
export const namesSubject = ({ concept, city, unknownCity, period, series }: Slots): boolean =>
  (concept ?? city ?? unknownCity ?? period ?? series) !== undefined;

/** A city replaces another, known or not; another concept ends the city, and any a series. */
function merged(before: Slots, own: Slots): Slots {
  const { city, unknownCity, series, ...lasting } = before;
  const isElsewhere = (own.city ?? own.unknownCity) !== undefined;
  const isOther = own.concept !== undefined && own.concept !== before.concept;
  const place = isElsewhere || isOther ? {} : { city, unknownCity };
  return { ...lasting, ...place, ...(own.concept === undefined && { series }), ...own };
}

/** Likely where both readings find it likely: a geometric mean, in which `share` is the weight of the other. */
export const mixed = (one: Float32Array, other: Float32Array, share: number): Float32Array =>
  normalised(one.map((p, c) => p ** (1 - share) * other[c]! ** share));

function normalised(values: Float32Array): Float32Array {
  const sum = values.reduce((total, value) => total + value, 0) || 1;
  return values.map((value) => value / sum);
}

/** After "and the one after that?", the question before it is still what is asked. */
export function contextAfter(
  { slots, text, probabilities }: Omit<Context, "pages"> & { readonly probabilities: Float32Array },
  before: Context,
  topics: readonly Topic[],
): Context {
  const question = slots.skip !== undefined && before.text !== "" ? before.text : text;
  return { slots: { ...slots, unknownCity: undefined }, text: question, pages: pageMasses(probabilities, topics) };
}
