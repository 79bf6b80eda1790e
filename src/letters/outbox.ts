import type { Logger } from "pino";
import { fixedWindowLimiter } from "../domain/fixed-window.js";
import { type FormLimits, formLimits, type Submission } from "../domain/submission.js";
import { HOUR_MS } from "../domain/wall-clock.js";
import type { Channel, DeliveryQueue } from "../storage/delivery-queue.js";
import { errorCode } from "../storage/errors.js";
import { isRejectedRecipient } from "./smtp.js";

export const outboxTiming = {
  /** Finds deliveries that are due again, or that another process claimed and did not send. */
  pollMs: 30_000,
  claimMs: 120_000,
  /** After the first failed attempt; doubled after each further one, up to `maxRetryMs`. */
  firstRetryMs: 30_000,
  maxRetryMs: 6 * HOUR_MS,
};

/** Half a minute to six hours apart, this is a day and a half. The team's mails are never given up. */
const MAX_ATTEMPTS = 15;

export type Outbox = ReturnType<typeof createOutbox>;

/** Rejects if it has to be sent again. */
export type Send = (submission: Submission) => Promise<void>;

export interface OutboxDependencies {
  readonly channel: Channel;
  readonly queue: DeliveryQueue;
  readonly send: Send;
  readonly clock: () => number;
  readonly timing?: typeof outboxTiming;
  readonly formLimits?: Pick<FormLimits, "mailsPerHour">;
  readonly logger: Pick<Logger, "warn" | "error">;
}

/** Each delivery is sent at least once, because it is finished only after the receiver has accepted it. */
export function createOutbox({ channel, queue, send, clock, logger, ...options }: OutboxDependencies) {
  const { pollMs, claimMs, firstRetryMs, maxRetryMs } = options.timing ?? outboxTiming;
  const { mailsPerHour } = options.formLimits ?? formLimits;
  const limiter = fixedWindowLimiter(mailsPerHour, HOUR_MS, clock, () =>
    logger.warn({ mailsPerHour }, `Hourly limit reached: each further ${channel} waits for the next hour`),
  );
  let running: Promise<void> | undefined;
  let isWoken = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  const sendDue = async (): Promise<void> => {
    for (;;) {
      isWoken = false;
      const due = isStopped || limiter.isReached() ? undefined : await queue.claim(claimMs);
      if (due) await sendOne(due.submission, due.attempts);
      else if (!isWoken || isStopped) return;
    }
  };

  const sendOne = async (submission: Submission, attempts: number): Promise<void> => {
    limiter.take();
    try {
      await send(submission);
    } catch (error) {
      const reason = errorCode(error);
      const isFinal = channel !== "mail" && (attempts >= MAX_ATTEMPTS || isRejectedRecipient(error));
      if (!isFinal) {
        const retryInMs = Math.min(maxRetryMs, firstRetryMs * 2 ** (attempts - 1));
        logger.warn({ reason, attempts, retryInMs }, `Could not send a ${channel}`);
        return queue.retryAt(submission.id, new Date(clock() + retryInMs).toISOString());
      }
      logger.error({ reason, attempts, submission: submission.id }, `Gave up sending a ${channel}`);
    }
    await queue.finish(submission.id);
  };

  const wake = (): void => {
    if (isStopped) return;
    isWoken = true;
    timer ??= setInterval(wake, pollMs).unref();
    running ??= sendDue()
      .catch((error: unknown) => logger.warn({ reason: errorCode(error) }, "Could not read the outbox"))
      .finally(() => {
        running = undefined;
        if (isWoken) wake(); // woken after the last check
      });
  };

  return {
    wake,

    async stop(): Promise<void> {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
