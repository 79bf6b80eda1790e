import { isEvents, largestOf, sumsBy } from "./retrieve.js";
import type { Slots } from "./slots.js";
import type { Topic } from "./topics.js";

/** `site` is answered, `unsure` gets links beside the answer, the rest a fixed reply. */
export type Scope = "site" | "unsure" | "out-of-scope" | "injection" | `talk:${string}`;

/**
 * How much likelier than its best page a question must be out of scope. Of phrases left out of the training, the first
 * declines 63 % of those that are, and 2 % of the site's own; the second makes 5 % of the site's own unsure.
 */
const [DECLINED, UNSURE] = [1.5, 0.5];
/** With fewer of its features known, a text is no question in any of the languages. */
const MIN_KNOWN = 0.2;

/** Decides whether a question is about the site. */
export function scopeOf(probabilities: Float32Array, known: number, topics: readonly Topic[], slots: Slots): Scope {
  const sums = sumsBy(probabilities, topics, ({ page }) =>
    isTalk(page) ? "talk" : NOT_OURS.has(page) ? page : "site",
  );
  const { site = 0, talk = 0, injection = 0, "out-of-scope": outOfScope = 0 } = Object.fromEntries(sums);
  if (injection > Math.max(site, talk)) return "injection";
  const { concept, series, city, unknownCity, period } = slots;
  const isNamed = (concept ?? series ?? city ?? unknownCity) !== undefined;
  if (talk > site && !isNamed)
    return largestOf(sumsBy(probabilities, topics, ({ page }) => (isTalk(page) ? page : undefined)))[0] as Scope;
  if (known < MIN_KNOWN && !isNamed && !period) return "out-of-scope";
  const pages = sumsBy(probabilities, topics, (topic) =>
    isEvents(topic) ? "events" : topic.isPlace || topic.page === "unknown" ? topic.page : undefined,
  );
  const ratio = outOfScope / largestOf(pages)[1];
  if (ratio > DECLINED) return "out-of-scope";
  return ratio > UNSURE ? "unsure" : "site";
}

const isTalk = (page: string) => page.startsWith("talk:");
const NOT_OURS: ReadonlySet<string> = new Set(["injection", "out-of-scope"]);
