import type { Site } from "../site.js";
import { dateAt, type LocalDate } from "../text/wall-clock.js";
import { type Outcome, UnusableAnswer } from "./stream-with-deadline.js";

/** Two days: in every zone the day is over by then. */
const TTL_SECONDS = "172800";
/** The share of a day's answers that one client may take; at least MIN_SHARE. */
const SHARE_OF_CLIENT = 0.1;
const MIN_SHARE = 10;

/** Limits concurrent answers of the language model and answers a day, and lets it rest after failures. */
export function admissionControl(dailyAnswers: number, site: Site) {
  const { limits, clock, logger } = site;
  const takeOfToday = dailyBudget(dailyAnswers, site);
  let concurrent = 0;
  /** In a row; after a rest, a single one begins the next. */
  let failures = 0;
  let restsUntil = 0;

  return {
    /** Whether an answer may be requested; if so, `leave` must be called when it ends. */
    async enter(client: string): Promise<boolean> {
      if (concurrent >= limits.atOnce || clock() < restsUntil) return false;
      concurrent += 1;
      const isAffordable = await takeOfToday(client);
      if (!isAffordable) concurrent -= 1;
      return isAffordable;
    },

    leave(outcome: Outcome, error?: unknown): void {
      concurrent -= 1;
      if (outcome === "left") return;
      if (outcome === "answered") {
        if (failures >= limits.failures) logger.info("Mistral answers again");
        failures = 0;
        return;
      }
      if (isAboutQuestion(error)) {
        logger.info(reasonOf(error), "Mistral gave no answer that can be shown");
        return;
      }
      failures += 1;
      const pause = failures >= limits.failures && { pausedMs: limits.restMs };
      if (pause) restsUntil = clock() + limits.restMs;
      const message = outcome === "failed" ? "Mistral has not answered" : "Mistral's answer was interrupted";
      logger.error({ ...reasonOf(error), ...pause }, message);
    },
  };
}

/** Whether the question caused it, so that three visitors could otherwise turn Mistral off for all. */
function isAboutQuestion(error: unknown): boolean {
  const { statusCode = 0 } = error as { statusCode?: number };
  return error instanceof UnusableAnswer || [400, 413, 422, 451].includes(statusCode);
}

/** An API error's message and body may repeat the key or the visitor's text: its name, status and code are logged. */
function reasonOf(error: unknown): object {
  const { name, statusCode, message } = error as { name?: string; statusCode?: number; message?: string };
  if (name?.startsWith("AI_")) return { reason: codeOf(error) ?? name, status: statusCode };
  return { reason: name === "Error" ? message : name };
}

/** Such as ECONNRESET, which can be the cause of a cause. */
function codeOf(error: unknown): unknown {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return typeof code === "string" ? code : cause && codeOf(cause);
}

/**
 * Returns a function that counts one answer of today, in the site's zone; false when the day's answers, or the client's
 * share of them in this process, are used up. Redis counts for all processes.
 */
function dailyBudget(limit: number, { clock, library, redis }: Site) {
  let day: LocalDate = "";
  let counts = new Map<string, number>();

  const countHere = (today: LocalDate, client: string): boolean => {
    if (today !== day) counts = new Map();
    day = today;
    const maxima = new Map([
      ["all", limit],
      [`client ${client}`, Math.max(MIN_SHARE, SHARE_OF_CLIENT * limit)],
    ]);
    const isUsedUp = [...maxima].some(([key, max]) => (counts.get(key) ?? 0) >= max);
    if (isUsedUp) return false;
    for (const key of maxima.keys()) counts.set(key, (counts.get(key) ?? 0) + 1);
    return true;
  };

  const countInRedis = async (today: LocalDate): Promise<boolean> => {
    if (!redis) return true;
    const key = `dialogue:answers:${today}`;
    try {
      const [count] = await Promise.all([redis.send("INCR", key), redis.send("EXPIRE", key, TTL_SECONDS)]);
      return Number(count) <= limit;
    } catch {
      return true;
    }
  };

  return async (client: string): Promise<boolean> => {
    const today = dateAt(clock(), library.organisation.timezone);
    return countHere(today, client) && countInRedis(today);
  };
}
