import type { Slots, SlotsFound } from "./slots.js";
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
/** The weight of another concept, and of the page that lists the article that the conversation is about. */
const OTHER_SUBJECT = 0.1;

/** Adds what the turn has named before, and what the question takes from its context. */
export function slotsInContext(
  { slots: own, contentWords }: SlotsFound,
  { slots: before, hasQuestion }: Context,
  named: Partial<Slots>,
): Slots {
  // "And for students?" asks for the price too.
  const isSameQuestion = own.cues.size === 0 && Object.keys(own).length > 1;
  return {
    ...before,
    // "And at Easter?" may name a time that is not known; "And what is on in Varberg?" does not.
    period: contentWords === 0 || namesSubject(own) ? before.period : undefined,
    ...named,
    ...own,
    cues: isSameQuestion ? before.cues : own.cues,
    skip: hasQuestion ? own.skip && own.skip + (before.skip ?? 0) : undefined, // "And the one after that?" can come twice
  };
}

/** Makes other concepts less likely, and the pages that the conversation is about likelier. */
export function probabilitiesInContext(
  probabilities: Float32Array,
  { concept }: Slots,
  pages: Context["pages"],
  topics: readonly Topic[],
): Float32Array {
  // "Who should do the work?" is about the guide, and not about guides.
  const likely = topics.filter(({ page }) => (pages.get(page) ?? 0) > 0.3);
  const lists = new Set(likely.map(({ listPage }): string | undefined => listPage));
  const factorOf = (topic: Topic) => {
    const isOther = concept !== undefined && topic.concept !== undefined && topic.concept !== concept;
    const factor = lists.has(topic.page) ? OTHER_SUBJECT : 1 + SAME_PAGE * (pages.get(topic.page) ?? 0);
    return isOther ? OTHER_SUBJECT * factor : factor;
  };
  return normalised(probabilities.map((p, c) => p * factorOf(topics[c]!)));
}

export const namesSubject = ({ concept, city, unknownCity, audiences }: Slots) =>
  (concept ?? city ?? unknownCity ?? audiences) !== undefined;
