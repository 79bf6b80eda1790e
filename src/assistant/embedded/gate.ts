import type { Topic } from "./places.js";
import type { Slots } from "./slots.js";

/** Decides whether a question is about the site; learned, and set by cross-validation. */
export interface Gate {
  readonly weights: readonly number[];
  /** Above it a question is declined. */
  readonly decline: number;
  /** Above it links are offered instead of an answer. */
  readonly unsure: number;
}

export function massesOf(probabilities: Float32Array, topics: readonly Topic[]) {
  const sums = { talk: 0, injection: 0, out: 0, site: 0 };
  let [kind, most] = ["", 0];
  probabilities.forEach((p, c) => {
    const { page } = topics[c]!;
    if (page.startsWith("talk:")) {
      sums.talk += p;
      if (p > most) [kind, most] = [page, p];
    } else if (page === "injection") sums.injection += p;
    else if (page === "out-of-scope") sums.out += p;
    else sums.site += p;
  });
  return { ...sums, kind };
}

export const isEvents = ({ page }: Topic): boolean => page.startsWith("events:");

export function pageMasses(probabilities: Float32Array, topics: readonly Topic[]): Map<string, number> {
  const masses = new Map<string, number>();
  probabilities.forEach((p, c) => {
    const { page, isPlace } = topics[c]!;
    if (isPlace) masses.set(page, (masses.get(page) ?? 0) + p);
  });
  return masses;
}

/** What the gate weighs: how likely the question is out of scope, how sure its best page is, what of it is known. */
export function gateFeatures(
  probabilities: Float32Array,
  known: number,
  topics: readonly Topic[],
  { concept, series, city, unknownCity, period, audiences, people, isPriceAsked }: Slots,
): number[] {
  const { out } = massesOf(probabilities, topics);
  const bounded = Math.min(0.9999, Math.max(1e-4, out));
  let [events, unknown] = [0, 0];
  probabilities.forEach((p, c) => {
    if (isEvents(topics[c]!)) events += p;
    if (topics[c]!.page === "unknown") unknown += p;
  });
  const best = Math.max(events, unknown, ...pageMasses(probabilities, topics).values());
  const where = city ?? unknownCity;
  const isDated = period && (concept ?? series ?? where);
  const named = [concept ?? series, where, period, isDated, audiences ?? people ?? isPriceAsked];
  return [Math.log(bounded / (1 - bounded)), best, known, ...named.map((slot) => (slot === undefined ? 0 : 1)), 1];
}

export const gateScore = (features: readonly number[], weights: readonly number[]): number =>
  features.reduce((sum, value, index) => sum + value * weights[index]!, 0);
