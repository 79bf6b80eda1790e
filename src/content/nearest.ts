/** The known name that is most like this one; undefined if more than a third of it differs. */
export function nearestTo(name: string, known: readonly string[]): string | undefined {
  const [nearest] = known
    .map((other) => ({ other, edits: editDistance(name.toLowerCase(), other.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits);
  return nearest && nearest.edits <= Math.ceil(name.length / 3) ? nearest.other : undefined;
}

/** Levenshtein: insertions, deletions and substitutions. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column++) {
      const substituted = row[column - 1]! + Number(letter !== to[column - 1]);
      next.push(Math.min(substituted, row[column]! + 1, next[column - 1]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
}
