import { dateAt, type LocalDate } from "../domain/wall-clock.js";
import type { Redis } from "../storage/redis.js";
import type { Client } from "./answer.js";

/** Two days: whatever the zone, a day's count is kept until that day is over. */
const KEPT_SECONDS = "172800";
/** The share of a day's answers that one address, and one network, may take; at least so many. */
const ADDRESS_SHARE = 0.1;
const NETWORK_SHARE = 0.25;
const MIN_SHARE = 10;

interface Uses {
  /** How many a day. */
  readonly limit: number;
  readonly clock: () => number;
  /** The zone whose days count. */
  readonly zone: string;
  /** Counts for all processes; may be away. */
  readonly redis: Pick<Redis, "send"> | undefined;
}

/**
 * So many a day, together with all processes as long as Redis is there; this process counts as well, for when it is not.
 * One address or network gets no more than its share in each process, so that the others find some left.
 */
export function createBudget({ limit, clock, zone, redis }: Uses) {
  let day: LocalDate = "";
  let own = 0;
  let countByClient = new Map<string, number>();

  const sharesOf = ({ address, network }: Client) =>
    [
      { key: `address ${address}`, share: ADDRESS_SHARE },
      { key: `network ${network}`, share: NETWORK_SHARE },
    ].map(({ key, share }) => ({ key, taken: countByClient.get(key) ?? 0, max: Math.max(MIN_SHARE, share * limit) }));

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
    /** Counts one answer of today; false when the day's answers, or the client's share of them, are used up. */
    async take(client?: Client): Promise<boolean> {
      const today = dateAt(clock(), zone);
      if (today !== day) [day, own, countByClient] = [today, 0, new Map()];
      const shares = client ? sharesOf(client) : [];
      if (own >= limit || shares.some(({ taken, max }) => taken >= max)) return false;
      own += 1;
      for (const { key, taken } of shares) countByClient.set(key, taken + 1);
      return (await countTogether()) <= limit;
    },
  };
}
