import type { Slots } from "./slots.js";
import type { Topic } from "./topics.js";

/** What the conversation is about before a question. */
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

export function onPages(
  probabilities: Float32Array,
  pages: Context["pages"],
  topics: readonly Topic[],
  isFollowUp: boolean,
): Float32Array {
  const samePage = SAME_PAGE[isFollowUp ? "followUp" : "other"];
  // "Who should do the work?" is about the guide, and not about guides.
  const articles = [...pages].filter(([page, mass]) => page.includes(":") && mass > 0.3);
  const lists = new Set(articles.map(([page]) => `${page.split(":")[0]}s`));
  const factor = ({ page }: Topic) => (lists.has(page) ? OTHER_SUBJECT : 1 + samePage * (pages.get(page) ?? 0));
  return normalised(probabilities.map((p, c) => p * factor(topics[c]!)));
}

/** Likely where both readings find it likely: a geometric mean, in which `share` is the weight of the other. */
export const mixed = (one: Float32Array, other: Float32Array, share: number): Float32Array =>
  normalised(one.map((p, c) => p ** (1 - share) * other[c]! ** share));

function normalised(values: Float32Array): Float32Array {
  const sum = values.reduce((total, value) => total + value, 0) || 1;
  return values.map((value) => value / sum);
}

/** What the question and the turn before it name, and of what was asked before what still holds. */
export function inheritedSlots(
  { slots: before, isAsked }: Context,
  isFollowUp: boolean,
  earlier: Slots,
  own: Slots,
): Slots {
  const { concept, city, audiences } = before;
  // "Is anything on in Stockholm in March?" is about any concept.
  const subject = own.city || own.unknownCity || own.period ? {} : { concept, city };
  const kept = isFollowUp ? before : { audiences, ...subject };
  return {
    ...kept,
    ...earlier,
    ...(own.city && { unknownCity: undefined }),
    // Another concept ends a city and a series.
    ...(own.concept && own.concept !== (earlier.concept ?? concept) && { series: undefined, city: undefined }),
    ...own,
    // "And the one after that?"
    skip: isAsked ? own.skip && own.skip + (before.skip ?? 0) : undefined,
    // "And the membership?" asks for the price too.
    cues: isFollowUp && own.cues.size === 0 && Object.keys(own).length > 1 ? before.cues : own.cues,
  };
}
