/** The longest compound looked at: what is longer was not written by a person. */
const LONGEST = 40;
const SHORTEST_PART = 4;

/**
 * The parts of a Swedish or Norwegian compound, each of them a word that is known: medlemsavgift → medlem, avgift.
 * A linking s or e may stand between them. Empty for what is none.
 */
export function partsOf(folded: string, isKnown: (part: string) => boolean): string[] {
  if (folded.length < 2 * SHORTEST_PART || folded.length > LONGEST) return [];

  let best: string[] = [];
  let bestShortest = 0;
  for (let cut = SHORTEST_PART; cut <= folded.length - SHORTEST_PART; cut++) {
    const rest = folded.slice(cut);
    const first = firstPart(folded.slice(0, cut), isKnown);
    if (first === undefined) continue;
    const parts = isKnown(rest) ? [first, rest] : [];
    const shortest = Math.min(...parts.map(({ length }) => length));
    if (parts.length > 0 && shortest > bestShortest) {
      best = parts;
      bestShortest = shortest;
    }
  }
  return best;
}

function firstPart(part: string, isKnown: (part: string) => boolean): string | undefined {
  if (isKnown(part)) return part;
  const unlinked = part.slice(0, -1);
  return /[se]$/.test(part) && unlinked.length >= SHORTEST_PART && isKnown(unlinked) ? unlinked : undefined;
}
