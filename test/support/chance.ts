/** Reproducible random choices (mulberry32), for tests with generated cases. */
export function chance(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };

  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  const oneOf = <Item>(items: readonly Item[]): Item => items[whole(0, items.length - 1)]!;
  return {
    /** An integer, both bounds included. */
    whole,
    oneOf,
    /** One to `most` different items, in random order. */
    someOf<Item>(items: readonly Item[], most: number): Item[] {
      return [...new Set(Array.from({ length: whole(1, most) }, () => oneOf(items)))];
    },
    /** True with this probability in per cent. */
    percent: (share: number) => next() * 100 < share,
  };
}
