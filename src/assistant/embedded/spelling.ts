import { editDistance } from "../../domain/nearest.js";
import { wordsIn } from "./text.js";

/** Shorter words have too many neighbours. */
const MIN_LETTERS = 5;
/** From this length on, two letters may be wrong. */
const LONG = 8;

/** How often each word is used in some texts. */
export function wordCounts(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of texts.flatMap(wordsIn)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** The query with each word that is not in use replaced by the word that it most likely misspells. */
export function corrected(query: string, counts: ReadonlyMap<string, number>): string {
  return wordsIn(query)
    .map((word) => (counts.has(word) || !/^\p{L}+$/u.test(word) ? word : (nearestWord(word, counts) ?? word)))
    .join(" ");
}

/** The commonest of the words that are as near. */
function nearestWord(word: string, counts: ReadonlyMap<string, number>): string | undefined {
  if (word.length < MIN_LETTERS) return undefined;
  const maxEdits = word.length < LONG ? 1 : 2;
  let best: { other: string; edits: number; count: number } | undefined;
  for (const [other, count] of counts) {
    if (Math.abs(other.length - word.length) > maxEdits) continue;
    const edits = editDistance(word, other);
    if (edits > maxEdits) continue;
    if (!best || edits < best.edits || (edits === best.edits && count > best.count)) best = { other, edits, count };
  }
  return best?.other;
}
