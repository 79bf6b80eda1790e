/** Allows `max` in each window of `windowMs`, for all callers together. `log` is called once a window, at the last. */
export function fixedWindowLimiter(max: number, windowMs: number, clock: () => number, log: () => void) {
  let began = Number.NEGATIVE_INFINITY;
  let taken = 0;
  const isReached = () => {
    const now = clock();
    if (now >= began + windowMs || now < began) [began, taken] = [now, 0]; // a clock that was ahead may be set back
    return taken >= max;
  };
  return {
    isReached,
    /** False if the limit is reached. */
    take(): boolean {
      if (isReached()) return false;
      taken += 1;
      if (taken === max) log();
      return true;
    },
  };
}
