import type { Topic } from "./places.js";
import { isEvents, largestOf, shareOf, sumsBy } from "./retrieve.js";
import type { Slots } from "./slots.js";

/** Decides whether a question is about the site; learned, and set by cross-validation. */
export interface Gate {
  readonly weights: readonly number[];
  /** Above it a question is declined. */
  readonly decline: number;
  /** Above it links are offered instead of an answer. */
  readonly unsure: number;
}

/** `site` is answered, `unsure` gets links, the rest a fixed reply. */
export type Scope = "site" | "unsure" | "out-of-scope" | "injection" | `talk:${string}`;

/** With fewer of its features known, a text is no question in any of the languages. */
const MIN_KNOWN = 0.2;

export function scopeOf(
  probabilities: Float32Array,
  known: number,
  topics: readonly Topic[],
  slots: Slots,
  gate: Gate,
): Scope {
  const sums = sumsBy(probabilities, topics, ({ page }) =>
    isTalk(page) ? "talk" : NOT_OURS.has(page) ? page : "site",
  );
  const { site = 0, talk = 0, injection = 0 } = Object.fromEntries(sums);
  if (injection > Math.max(site, talk)) return "injection";
  const isNamed = (slots.concept ?? slots.series ?? slots.city ?? slots.unknownCity) !== undefined;
  if (talk > site && !isNamed)
    return largestOf(sumsBy(probabilities, topics, ({ page }) => (isTalk(page) ? page : undefined)))[0] as Scope;
  if (known < MIN_KNOWN && !isNamed) return "out-of-scope";
  const score = gateScore(gateFeatures(probabilities, known, topics, slots), gate.weights);
  if (score > gate.decline) return "out-of-scope";
  return score > gate.unsure ? "unsure" : "site";
}

const isTalk = (page: string) => page.startsWith("talk:");
const NOT_OURS: ReadonlySet<string> = new Set(["injection", "out-of-scope"]);

/** What the gate weighs: how likely the question is out of scope, how sure its best page is, what of it is known. */
export function gateFeatures(
  probabilities: Float32Array,
  known: number,
  topics: readonly Topic[],
  { concept, series, city, unknownCity, period, audiences, people, cues }: Slots,
): number[] {
  const outOfScope = shareOf(probabilities, topics, ({ page }) => page === "out-of-scope");
  const out = Math.min(0.9999, Math.max(1e-4, outOfScope));
  const answers = sumsBy(probabilities, topics, (topic) =>
    isEvents(topic) ? "events" : topic.isPlace || topic.page === "unknown" ? topic.page : undefined,
  );
  const where = city ?? unknownCity;
  const isDated = period && (concept ?? series ?? where);
  const isPriced = cues.has("price") || undefined;
  const named = [concept ?? series, where, period, isDated, audiences ?? people ?? isPriced];
  const [, best] = largestOf(answers);
  return [Math.log(out / (1 - out)), best, known, ...named.map((slot) => (slot === undefined ? 0 : 1)), 1];
}

export const gateScore = (features: readonly number[], weights: readonly number[]): number =>
  features.reduce((sum, value, index) => sum + value * weights[index]!, 0);
