import type { Client } from "./answer.js";
import { dailyBudget } from "./daily-budget.js";
import type { Dependencies } from "./dependencies.js";
import type { AnswerLimits } from "./limits.js";
import { type Outcome, UnusableAnswer } from "./stream-with-deadline.js";

/** Limits the use of the language model: concurrent answers, answers a day, and a rest after failures, which are logged. */
export function admissionControl(
  dailyAnswers: number,
  dependencies: Pick<Dependencies, "limits" | "clock" | "library" | "redis" | "logger">,
) {
  const { limits, clock, logger } = dependencies;
  const breaker = circuitBreaker(limits, clock);
  const takeOfToday = dailyBudget(dailyAnswers, dependencies);
  let concurrent = 0;

  return {
    /** Whether an answer may be requested; if so, `leave` must be called when it ends. */
    async enter(client?: Client): Promise<boolean> {
      if (concurrent >= limits.atOnce || breaker.isOpen()) return false;
      concurrent += 1;
      const isAffordable = await takeOfToday(client);
      if (!isAffordable) concurrent -= 1;
      return isAffordable;
    },

    leave(outcome: Outcome, error?: unknown): void {
      concurrent -= 1;
      if (outcome === "answered" && breaker.succeeded()) logger.info("Mistral answers again");
      if (outcome === "answered" || outcome === "left") return;
      if (isAboutQuestion(error)) {
        logger.info(reasonOf(error), "Mistral gave no answer that can be shown");
        return;
      }
      const isOpen = breaker.failed();
      const message = outcome === "failed" ? "Mistral has not answered" : "Mistral's answer was interrupted";
      logger.error({ ...reasonOf(error), ...(isOpen && { pausedMs: limits.restMs }) }, message);
    },
  };
}

/** Opens for a while after several failures in a row; after that, a single failure opens it again. */
function circuitBreaker({ failures, restMs }: Pick<AnswerLimits, "failures" | "restMs">, clock: () => number) {
  let failed = 0;
  let openUntil = 0;
  return {
    /** A rest longer than `restMs` began on a clock that has been set back since. */
    isOpen: (): boolean => clock() < openUntil && clock() >= openUntil - restMs,
    /** Whether the breaker had been open until then. */
    succeeded(): boolean {
      const wasOpen = failed >= failures;
      failed = 0;
      return wasOpen;
    },
    /** Whether the breaker is open now. */
    failed(): boolean {
      failed += 1;
      if (failed < failures) return false;
      openUntil = clock() + restMs;
      return true;
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

/** The system's word for why a connection failed, such as ECONNRESET, which errors hold as the cause of their cause. */
function codeOf(error: unknown): unknown {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  return typeof code === "string" ? code : cause && codeOf(cause);
}
