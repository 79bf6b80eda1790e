interface NumberWords {
  readonly numbers: readonly string[];
  readonly units: ReadonlySet<string>;
  readonly small: ReadonlySet<string>;
  /** Words before a number that is an age: "I'm 61". */
  readonly ages: ReadonlySet<string>;
}

/** "4 students", "vi är sex": the largest number that is no date, time or sum. */
export function peopleIn(
  words: readonly string[],
  { numbers, units, small, ages }: NumberWords,
  used: ReadonlySet<number>,
): number | undefined {
  // "In year three"; but the Swedish year, "år", is folded to the same letters as "är" of "vi är sex".
  const isNumbered = (before = "") => units.has(before) && !small.has(before);
  const isAge = (at: number) =>
    ages.has(words[at - 1] ?? "") || ages.has(words.slice(Math.max(0, at - 2), at).join(" "));
  const found = words
    .filter((_, at) => !used.has(at) && !isAge(at) && !isNumbered(words[at - 1]) && !units.has(words[at + 1] ?? ""))
    .map((word) => (/^\d{1,3}$/.test(word) ? Number(word) : numbers.indexOf(word) + 1));
  const most = Math.max(0, ...found);
  return most > 1 ? most : undefined;
}
