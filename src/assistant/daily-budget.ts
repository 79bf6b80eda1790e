import { dateAt, type LocalDate } from "../domain/wall-clock.js";
import type { Client } from "./answer.js";
import type { Dependencies } from "./dependencies.js";

/** Two days: in every zone the day is over by then. */
const TTL_SECONDS = "172800";
/** The share of a day's answers that one address, and one network, may take; at least MIN_SHARE. */
const SHARES = { address: 0.1, network: 0.25 };
const MIN_SHARE = 10;

/**
 * Returns a function that counts one answer of today, in the site's zone; false when the day's answers, or the client's
 * share of them, are used up. Redis counts for all processes; this process counts too, for when Redis is away. Shares
 * are of each process.
 */
export function dailyBudget(
  limit: number,
  { clock, library, redis }: Pick<Dependencies, "clock" | "library" | "redis">,
) {
  let day: LocalDate = "";
  let counts = new Map<string, number>();

  return async (client?: Client): Promise<boolean> => {
    const today = dateAt(clock(), library.organisation.timezone);
    if (today !== day) [day, counts] = [today, new Map()];
    const maxima = new Map([["all", limit]]);
    if (client)
      for (const kind of ["address", "network"] as const)
        maxima.set(`${kind} ${client[kind]}`, Math.max(MIN_SHARE, SHARES[kind] * limit));
    const used = [...maxima].map(([key, max]) => ({ key, max, count: counts.get(key) ?? 0 }));
    if (used.some(({ count, max }) => count >= max)) return false;
    for (const { key, count } of used) counts.set(key, count + 1);
    if (!redis) return true;
    const shared = `dialogue:answers:${day}`;
    try {
      const [count] = await Promise.all([redis.send("INCR", shared), redis.send("EXPIRE", shared, TTL_SECONDS)]);
      return Number(count) <= limit;
    } catch {
      return true;
    }
  };
}
