/** "4 students", "vi är sex": the largest number that is no date, time or sum. */
export function peopleIn(
  words: readonly string[],
  numbers: readonly string[],
  units: ReadonlySet<string>,
  used: ReadonlySet<number>,
): number | undefined {
  const found = words
    .filter((_, index) => !used.has(index) && !units.has(words[index + 1] ?? ""))
    .map((word) => (/^\d{1,3}$/.test(word) ? Number(word) : numbers.indexOf(word) + 1));
  const most = Math.max(0, ...found);
  return most > 1 ? most : undefined;
}
