/** Words by their length, to look for a misspelt one among those that can be meant. */
type Spellings = ReadonlyMap<number, readonly string[]>;

export function spellingsOf(words: Iterable<string>): Spellings {
  const byLength = new Map<number, string[]>();
  for (const word of words) {
    const list = byLength.get(word.length) ?? [];
    list.push(word);
    byLength.set(word.length, list);
  }
  return byLength;
}

const SHORTEST = 4;
const LONGEST = 20;

/** The known word that is meant by one that is not, as few slips away as its length allows; undefined when none is. */
export function correctionOf(word: string, spellings: Spellings): string | undefined {
  if (word.length < SHORTEST || word.length > LONGEST || /\d/.test(word)) return undefined;

  const most = word.length >= 8 ? 2 : 1;
  let best: string | undefined;
  let least = most + 1;
  for (let length = word.length - most; length <= word.length + most; length++) {
    for (const candidate of spellings.get(length) ?? []) {
      if (candidate[0] !== word[0] && (candidate[0] !== word[1] || candidate[1] !== word[0])) continue;
      const slips = slipsBetween(word, candidate, Math.min(most, least));
      if (slips <= most && slips < least) {
        best = candidate;
        least = slips;
      }
    }
  }
  return best;
}

/** How many letters are left out, added, changed or swapped with their neighbour; more than `most` is not counted out. */
function slipsBetween(one: string, other: string, most: number): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1];
      let slips = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        slips = Math.min(slips, before[j - 2]! + 1);
      row.push(slips);
    }
    if (Math.min(...row) > most) return most + 1;
    [before, last] = [last, row];
  }
  return last[other.length]!;
}
