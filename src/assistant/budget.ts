import { dateAt, type LocalDate } from "../domain/wall-clock.js";
import type { Redis } from "../storage/redis.js";

/** Two days: whatever the zone, a day's count is kept until that day is over. */
const KEPT_SECONDS = "172800";

interface Uses {
  /** How many a day. */
  readonly limit: number;
  readonly clock: () => number;
  /** The zone whose days count. */
  readonly zone: string;
  /** Counts for all processes; may be away. */
  readonly redis: Pick<Redis, "send"> | undefined;
}

/** So many a day, together with all processes as long as Redis is there; this process counts as well, for when it is not. */
export function createBudget({ limit, clock, zone, redis }: Uses) {
  let day: LocalDate = "";
  let own = 0;

  const countTogether = async (): Promise<number> => {
    if (!redis) return own;
    const key = `dialogue:answers:${day}`;
    try {
      const [count] = await Promise.all([redis.send("INCR", key), redis.send("EXPIRE", key, KEPT_SECONDS)]);
      return Number(count);
    } catch {
      return own;
    }
  };

  return {
    /** Takes one of today's; false when there is none left. */
    async take(): Promise<boolean> {
      const today = dateAt(clock(), zone);
      if (today !== day) [day, own] = [today, 0];
      if (own >= limit) return false;
      own += 1;
      return (await countTogether()) <= limit;
    },
  };
}
