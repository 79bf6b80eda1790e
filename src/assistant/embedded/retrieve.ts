import { pageMasses } from "./gate.js";
import type { Place, Topic } from "./places.js";

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

export const shareOf = (
  probabilities: Float32Array,
  topics: readonly Topic[],
  matches: (topic: Topic) => boolean,
): number => probabilities.reduce((sum, p, c) => sum + (matches(topics[c]!) ? p : 0), 0);

/** Weight of a page's opening beside its sections: it mentions everything and answers little. */
const OPENING = 0.4;

/** The places of the site, those of the likeliest page first, and on each page the likeliest. */
export function rankedPlaces(probabilities: Float32Array, { classes, topics, places }: Known): Ranked[] {
  const pages = pageMasses(probabilities, topics);
  const ranked: Ranked[] = [];
  probabilities.forEach((score, c) => {
    const place = places.get(classes[c]!);
    const topic = topics[c]!;
    if (!place || !topic.isPlace) return;
    ranked.push({ place, topic, score, pageScore: pages.get(topic.page)! });
  });
  const weightOf = ({ topic, score }: Ranked) => (topic.id === undefined ? OPENING * score : score);
  return ranked.sort((a, b) => b.pageScore - a.pageScore || weightOf(b) - weightOf(a));
}

export const likeliestPlaces = (probabilities: Float32Array, known: Known): Ranked[] =>
  rankedPlaces(probabilities, known).sort((a, b) => b.score - a.score);
