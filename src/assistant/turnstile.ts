import type { Logger } from "pino";
import type { Redis } from "../storage/redis.js";
import type { Client } from "./answer.js";
import type { Outcome } from "./attempt.js";
import { createBreaker } from "./breaker.js";
import { createBudget } from "./budget.js";
import type { AnswerLimits } from "./limits.js";

interface Uses {
  readonly limits: Pick<AnswerLimits, "atOnce" | "failures" | "restMs">;
  readonly clock: () => number;
  readonly library: { readonly organisation: { readonly timezone: string } };
  readonly redis: Pick<Redis, "send"> | undefined;
  readonly logger: Pick<Logger, "error">;
}

/**
 * Who may ask the language model: so many at once, so many a day, and nobody while it rests after failures. Says in the
 * log why it failed, in words that hold neither the key nor anything a visitor wrote.
 */
export function createTurnstile({ dailyAnswers }: { readonly dailyAnswers: number }, uses: Uses) {
  const { limits, clock, library, redis, logger } = uses;
  const breaker = createBreaker(limits, clock);
  const budget = createBudget({ limit: dailyAnswers, clock, zone: library.organisation.timezone, redis });
  let inside = 0;

  return {
    /** Whether an answer may be asked for; if so, `leave` has to be told how it ended. */
    async enter(client?: Client): Promise<boolean> {
      if (inside >= limits.atOnce || !breaker.closed()) return false;
      inside += 1;
      const affordable = await budget.take(client);
      if (!affordable) inside -= 1;
      return affordable;
    },

    leave(outcome: Outcome, error?: unknown): void {
      inside -= 1;
      if (outcome === "answered") breaker.succeeded();
      if (outcome !== "failed") return;
      if (!isTheQuestions(error)) breaker.failed();
      logger.error(reasonOf(error), "Mistral has not answered");
    },
  };
}

/** Whether it was this one question that could not be answered, which says nothing of the next. */
function isTheQuestions(error: unknown): boolean {
  return [400, 413, 422].includes((error as { statusCode?: number } | undefined)?.statusCode ?? 0);
}

/** An API error's message and body are the provider's words, which may repeat what was sent: only its name and status. */
function reasonOf(error: unknown): object {
  const { name, statusCode, message } = error as { name?: string; statusCode?: number; message?: string };
  if (name?.startsWith("AI_")) return { reason: name, status: statusCode };
  return { reason: name === "Error" ? message : name };
}
