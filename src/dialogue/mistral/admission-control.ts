import type { Site } from "../../site.js";
import { dateAt, type LocalDate } from "../../text/wall-clock.js";
import { type Outcome, UnusableAnswer } from "./stream-with-deadline.js";

/** Two days: in every zone the day is over by then. */
const TTL_SECONDS = "172800";

/** Limits concurrent answers of the language model and answers a day, and lets it rest after failures. */
export function admissionControl(dailyAnswers: number, site: Site) {
  const { answerLimits, clock, library, logger, redis } = site;
  let day: LocalDate = "";
  let answersOfDay = 0;
  let concurrent = 0;
  /** In a row; after a rest, a single one begins the next. */
  let failures = 0;
  let restsUntil = 0;

  /** Counts an answer of today, in the site's zone; Redis counts for all processes. False when they are used up. */
  async function takeOfToday(): Promise<boolean> {
    const today = dateAt(clock(), library.organisation.timezone);
    if (today !== day) answersOfDay = 0;
    day = today;
    answersOfDay += 1;
    if (answersOfDay > dailyAnswers) return false;
    if (!redis) return true;
    const key = `dialogue:answers:${today}`;
    try {
      const [count] = await Promise.all([redis.send("INCR", key), redis.send("EXPIRE", key, TTL_SECONDS)]);
      return Number(count) <= dailyAnswers;
    } catch {
      return true;
    }
  }

  return {
    /** Whether an answer may be requested; if so, `leave` must be called when it ends. */
    async enter(): Promise<boolean> {
      if (concurrent >= answerLimits.atOnce || clock() < restsUntil) return false;
      concurrent += 1;
      const isAffordable = await takeOfToday();
      if (!isAffordable) concurrent -= 1;
      return isAffordable;
    },

    leave(outcome: Outcome, error?: unknown): void {
      concurrent -= 1;
      if (outcome === "left") return;
      if (outcome === "answered") {
        if (failures >= answerLimits.failures) logger.info("Mistral answers again");
        failures = 0;
        return;
      }
      const reason = reasonOf(error);
      if (isAboutQuestion(error)) {
        logger.info(reason, "Mistral gave no answer that can be shown");
        return;
      }
      failures += 1;
      const pausedMs = failures < answerLimits.failures ? undefined : answerLimits.restMs;
      if (pausedMs) restsUntil = clock() + pausedMs;
      logger.error({ ...reason, pausedMs }, "Mistral has not answered");
    },
  };
}

/** Whether the question caused it, so that three visitors could otherwise turn Mistral off for all. */
function isAboutQuestion(error: unknown): boolean {
  const { name, statusCode = 0 } = error as { name?: string; statusCode?: number };
  const isAnotherCall = name === "AI_ToolChoiceViolationError"; // of a tool, where the model must answer
  return error instanceof UnusableAnswer || isAnotherCall || [400, 413, 422, 451].includes(statusCode);
}

/** An API error's message and body may repeat the key or the visitor's text: its name, status and code are logged. */
function reasonOf(error: unknown): object {
  const { name, statusCode: status, message } = error as { name?: string; statusCode?: number; message?: string };
  return { reason: codeOf(error) ?? (name === "Error" ? message : name), status };
}

/** Such as ECONNRESET, which can be the cause of a cause. */
function codeOf(error: unknown): unknown {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return typeof code === "string" ? code : cause && codeOf(cause);
}
