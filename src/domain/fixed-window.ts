/** Counts by key, or all callers together; every count restarts when the window ends or the clock is set back. */
export function fixedWindowCounter(windowMs: number, clock: () => number) {
  let began = clock();
  let counts = new Map<string, number>();
  const current = () => {
    const now = clock();
    if (now >= began + windowMs || now < began) [began, counts] = [now, new Map()];
    return counts;
  };
  return {
    count: (key = ""): number => current().get(key) ?? 0,
    increment(key = ""): number {
      const count = (current().get(key) ?? 0) + 1;
      counts.set(key, count);
      return count;
    },
  };
}

/** `log` is called once in each window that reaches `max`. */
export function fixedWindowLimiter(max: number, windowMs: number, clock: () => number, log: () => void) {
  const counter = fixedWindowCounter(windowMs, clock);
  const isReached = () => counter.count() >= max;
  return {
    isReached,
    take(): boolean {
      if (isReached()) return false;
      if (counter.increment() === max) log();
      return true;
    },
  };
}
