/** Default-ignorable characters, bidirectional controls among them, hide or reorder text. */
export const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** For text that is compared or looked up, where joiners mean nothing. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, "");
}

/** Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment). */
export function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let index = 0; index < from.length; index++) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column++) {
      const substituted = row[column - 1]! + Number(from[index] !== to[column - 1]);
      const isSwapped = column > 1 && from[index] === to[column - 2] && from[index - 1] === to[column - 1];
      const swapped = isSwapped ? before[column - 2]! + 1 : Infinity;
      next.push(Math.min(substituted, swapped, row[column]! + 1, next[column - 1]! + 1));
    }
    [before, row] = [row, next];
  }
  return row[to.length]!;
}

/** Letters that Swedes, Norwegians and people without a Nordic keyboard write differently become the same. */
export function fold(text: string): string {
  return text.toLowerCase().replaceAll("æ", "a").replaceAll("ø", "o").normalize("NFD").replace(/\p{M}/gu, "");
}
