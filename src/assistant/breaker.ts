/** Leaves alone what has failed several times in a row: for a while nobody waits for it in vain. */
export function createBreaker({ failures, restMs }: { failures: number; restMs: number }, clock: () => number) {
  let failed = 0;
  let restsUntil = 0;

  return {
    /** A rest that would last longer than rests do began on a clock that has been set back since. */
    closed: (): boolean => clock() >= restsUntil || clock() < restsUntil - restMs,
    succeeded(): void {
      failed = 0;
    },
    /** After a rest, a single failure begins the next one. */
    failed(): void {
      failed += 1;
      if (failed >= failures) restsUntil = clock() + restMs;
    },
  };
}
