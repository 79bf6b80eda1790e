import type { Place } from "../../search/places.js";
import type { Topic } from "./topics.js";

/** A place that may answer, and how likely it and its page are. */
export interface Ranked {
  readonly place: Place;
  readonly topic: Topic;
  readonly score: number;
  readonly pageScore: number;
}

export interface Known {
  readonly classes: readonly string[];
  readonly topics: readonly Topic[];
  readonly places: ReadonlyMap<string, Place>;
}

/** Likelihoods added up by the name that a class is given, if any. */
export function sumsBy(
  probabilities: Float32Array,
  topics: readonly Topic[],
  nameOf: (topic: Topic) => string | undefined,
): Map<string, number> {
  const sums = new Map<string, number>();
  probabilities.forEach((p, c) => {
    const name = nameOf(topics[c]!);
    if (name !== undefined) sums.set(name, (sums.get(name) ?? 0) + p);
  });
  return sums;
}

export const largestOf = (sums: ReadonlyMap<string, number>): [name: string, sum: number] =>
  [...sums].reduce((largest, one) => (one[1] > largest[1] ? one : largest), ["", 0]);

export const shareOf = (
  probabilities: Float32Array,
  topics: readonly Topic[],
  matches: (topic: Topic) => boolean,
): number => sumsBy(probabilities, topics, (topic) => (matches(topic) ? "" : undefined)).get("") ?? 0;

export const pageMasses = (probabilities: Float32Array, topics: readonly Topic[]): Map<string, number> =>
  sumsBy(probabilities, topics, ({ page, isPlace }) => (isPlace ? page : undefined));

export const isEvents = ({ page }: Topic): boolean => page.startsWith("events:");

/** Weight of a page's opening beside its sections: it mentions everything and answers little. */
const OPENING = 0.4;

/** The places of the site, those of the likeliest page first, and on each page the likeliest. */
export function rankedPlaces(probabilities: Float32Array, { classes, topics, places }: Known): Ranked[] {
  const pages = pageMasses(probabilities, topics);
  const ranked = classes.flatMap((name, c): Ranked[] => {
    const [place, topic] = [places.get(name), topics[c]!];
    return place ? [{ place, topic, score: probabilities[c]!, pageScore: pages.get(topic.page)! }] : [];
  });
  const weightOf = ({ topic, score }: Ranked) => (topic.id === undefined ? OPENING * score : score);
  return ranked.sort((a, b) => b.pageScore - a.pageScore || weightOf(b) - weightOf(a));
}
