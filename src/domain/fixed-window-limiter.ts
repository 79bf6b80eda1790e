/**
 * At most `most` in each period of `inMs`, whoever takes them. `log` is called once a period, when the last is taken.
 */
export function fixedWindowLimiter(most: number, inMs: number, clock: () => number, log: () => void) {
  let began = Number.NEGATIVE_INFINITY;
  let taken = 0;
  const isReached = () => {
    const now = clock();
    if (now >= began + inMs || now < began) [began, taken] = [now, 0]; // a clock that was ahead may be set back
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
