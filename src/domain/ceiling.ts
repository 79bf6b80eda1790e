/**
 * At most `most` in each period of `inMs`, whoever takes them. `log` is called once a period, when the last is taken.
 */
export function createCeiling(most: number, inMs: number, clock: () => number, log: () => void) {
  let began = Number.NEGATIVE_INFINITY;
  let taken = 0;
  const isReached = () => {
    if (clock() >= began + inMs) [began, taken] = [clock(), 0];
    return taken >= most;
  };
  return {
    isReached,
    /** Takes one; false when there is none left. */
    take(): boolean {
      if (isReached()) return false;
      taken += 1;
      if (taken === most) log();
      return true;
    },
  };
}
