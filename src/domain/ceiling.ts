/** So many in so long a time, whoever asks for them; `log` is told once in each such time that there are no more. */
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
