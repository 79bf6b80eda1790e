/** Counts by key, or all callers together; every count restarts when the window ends. */
export function fixedWindowCounter(windowMs: number, clock: () => number) {
  let began = clock();
  let counts = new Map<string, number>();
  const current = () => {
    const now = clock();
    if (now >= began + windowMs) [began, counts] = [now, new Map()];
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

/** Limits each key, or all callers together; `log` is called once for each that reaches `max` in a window. */
export function fixedWindowLimiter(max: number, windowMs: number, clock: () => number, log: () => void) {
  const counter = fixedWindowCounter(windowMs, clock);
  const isReached = (key?: string) => counter.count(key) >= max;
  return {
    isReached,
    take(key?: string): boolean {
      if (isReached(key)) return false;
      if (counter.increment(key) === max) log();
      return true;
    },
  };
}
