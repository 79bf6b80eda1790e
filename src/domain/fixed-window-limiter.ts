/** All callers share the count; `log` is called once in each window that reaches `max`. */
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
    take(): boolean {
      if (isReached()) return false;
      taken += 1;
      if (taken === max) log();
      return true;
    },
  };
}
