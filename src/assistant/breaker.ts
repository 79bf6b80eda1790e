/** Leaves alone what has failed several times in a row: for a while nobody waits for it in vain. */
export function createBreaker({ failures, restMs }: { failures: number; restMs: number }, clock: () => number) {
  let failed = 0;
  let restsUntil = 0;

  return {
    closed: (): boolean => clock() >= restsUntil,
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
