import type { Slots } from "./slots.js";
import type { Topic } from "./topics.js";
import { normalised } from "./vectors.js";

/** What the conversation is about before a question. */
export interface Context {
  readonly slots: Slots;
  /** The question before, or the title of the page. */
  readonly text: string;
  /** Whether a question came before. */
  readonly hasQuestion: boolean;
  /** How likely each page was for the question before, or the page from which the first is asked. */
  readonly pages: ReadonlyMap<string, number>;
}

/** Places of the page that the conversation is about become so many times likelier. */
const SAME_PAGE = 3;
/** Without it, what a seat of the Boardroom costs somebody who is no member would be answered with the membership. */
const OTHER_CONCEPT = 0.1;

/** The page from which the visitor asks is what the first question can be about. */
export const openingContext = (page: (Topic & { readonly title: string }) | undefined): Context => ({
  slots: { cues: new Set(), concept: page?.concept, city: page?.city },
  text: page?.title ?? "",
  hasQuestion: false,
  pages: new Map(page ? [[page.page, 1]] : []),
});

/** Adds what the turn names beside the question, and what a follow-up takes from before. */
export function slotsInContext(named: Slots, inTurn: Partial<Slots>, before: Context, isFollowUp: boolean): Slots {
  const earlier = isFollowUp ? before.slots : undefined;
  // "And for students?" asks for the price too.
  const isSameQuestion = earlier && named.cues.size === 0 && Object.keys(named).length > 1;
  const period = named.period ?? inTurn.period ?? earlier?.period;
  return {
    ...earlier,
    ...inTurn,
    ...named,
    period: named.isUnknownTime ? undefined : period,
    cues: isSameQuestion ? earlier.cues : named.cues,
    skip: before.hasQuestion || period ? skipFrom(named.skip, earlier?.skip) : undefined,
  };
}

/** "And the one after that?" can come twice. */
const skipFrom = (skip: number | undefined, before = 0) => (skip === 1 ? before + 1 : skip);

/** Makes other concepts less likely, and the pages that the conversation is about likelier. */
export function probabilitiesInContext(
  probabilities: Float32Array,
  { concept }: Slots,
  pages: Context["pages"],
  topics: readonly Topic[],
): Float32Array {
  const factorOf = (topic: Topic) => {
    const isOther = concept !== undefined && topic.concept !== undefined && topic.concept !== concept;
    return (isOther ? OTHER_CONCEPT : 1) * (1 + SAME_PAGE * (pages.get(topic.page) ?? 0));
  };
  return normalised(probabilities.map((p, c) => p * factorOf(topics[c]!)));
}
