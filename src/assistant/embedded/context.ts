import { pageMasses } from "./retrieve.js";
import type { Slots } from "./slots.js";
import type { Topic } from "./topics.js";

export interface Context {
  readonly slots: Slots;
  /** The question before, or the title of the page from which the first is asked. */
  readonly text: string;
  /** Whether a question came before. */
  readonly isAsked: boolean;
  /** How likely each page was for the question before, or the page from which the first is asked. */
  readonly pages: ReadonlyMap<string, number>;
}

/** Weight of a place whose concept or city is not the one in the question or its context. */
const OTHER_SUBJECT = 0.1;

/** Places of the page that the conversation is about become so many times likelier, most for a follow-up. */
const SAME_PAGE = { followUp: 12, other: 4 };

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
  isFollowUp: boolean,
): Float32Array => {
  const samePage = SAME_PAGE[isFollowUp ? "followUp" : "other"];
  // "Who should do the work?" is about the guide, and not about guides.
  const articles = [...pages].filter(([page, mass]) => page.includes(":") && mass > 0.3);
  const lists = new Set(articles.map(([page]) => `${page.split(":")[0]}s`));
  const factor = ({ page }: Topic) => (lists.has(page) ? OTHER_SUBJECT : 1 + samePage * (pages.get(page) ?? 0));
  return normalised(probabilities.map((p, c) => p * factor(topics[c]!)));
};

/** What the question and its background name, and of what was asked before what still holds. */
export function inheritedSlots(
  { slots: before, isAsked }: Context,
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
    cues: isFollowUp && own.cues.size === 0 && Object.keys(own).length > 1 ? cues : own.cues,
    // "The next evening and the one after that" asks for both.
    skip: isAsked ? own.skip && own.skip + (before.skip ?? 0) : undefined,
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
  { slots, text, probabilities }: Pick<Context, "slots" | "text"> & { readonly probabilities: Float32Array },
  before: Context,
  topics: readonly Topic[],
): Context {
  const question = slots.skip !== undefined && before.isAsked ? before.text : text;
  const pages = pageMasses(probabilities, topics);
  return { slots: { ...slots, unknownCity: undefined }, text: question, isAsked: true, pages };
}
