import type { Classifier, Reading } from "./classifier.js";
import { gateFeatures, gateScore, massesOf } from "./gate.js";
import type { Topic } from "./places.js";
import type { Slots } from "./slots.js";

/** `site` is answered, `unsure` gets links, the rest a fixed reply. */
export type Scope = "site" | "unsure" | "out-of-scope" | "injection" | `talk:${string}`;

/** An order to the assistant is declined if it is this likely, compared with a question about the site. */
const INJECTION = 0.3;
/** With fewer of its features known, a text is no question in any of the languages. */
const MIN_KNOWN = 0.2;

export function scopeOf(
  { probabilities, known }: Reading,
  slots: Slots,
  { classifier, topics }: { readonly classifier: Classifier; readonly topics: readonly Topic[] },
): Scope {
  const { talk, kind, injection, site } = massesOf(probabilities, topics);
  if (injection > INJECTION * site && injection > talk) return "injection";
  const isNamed = (slots.concept ?? slots.series ?? slots.city ?? slots.unknownCity) !== undefined;
  if (talk > site && !isNamed) return kind as Scope;
  if (known < MIN_KNOWN && !isNamed) return "out-of-scope";
  const score = gateScore(gateFeatures(probabilities, known, topics, slots), classifier.gate.weights);
  if (score > classifier.gate.decline) return "out-of-scope";
  return score > classifier.gate.unsure ? "unsure" : "site";
}
