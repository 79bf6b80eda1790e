import { setImmediate } from "node:timers/promises";
import { fixedWindowLimiter } from "../http/limits.js";
import type { Site } from "../site.js";
import { errorCode, NotNotedError } from "../storage/errors.js";
import type { Channel, Delivery, DeliveryQueue } from "../storage/queue.js";
import type { NewSubmission } from "../storage/submission.js";
import type { Plan, SubmissionStore } from "../storage/submissions.js";
import { HOUR_MS } from "../text/wall-clock.js";
import { channels, createSenders, planFor, type Result, type Send } from "./senders.js";
import { isRejectedRecipient } from "./transports.js";

export const deliveryTiming = {
  /** Finds deliveries that are due again, or that another process leased and did not send. */
  pollMs: 30_000,
  leaseMs: 120_000,
  /** After the first failed attempt; doubled after each further one, up to `maxRetryMs`. */
  firstRetryMs: 30_000,
  maxRetryMs: 6 * HOUR_MS,
  /** A day and a half. */
  maxAttempts: 15,
};

export interface Deliveries {
  /** What is to be sent about a submission, and when. Sends nothing. */
  plan(submission: NewSubmission): Plan;
  /** What is sent when a sign-up is cancelled. */
  readonly afterCancellation: readonly Channel[];
  /** Sends what is due. Never rejects; resolves once all of it was tried, for which no request needs to wait. */
  wake(): Promise<void>;
  stop(): Promise<void>;
  /** Logs what waits and is not sent: receipts from before they were turned off, or what only a newer build sends. */
  logUnsent(): Promise<void>;
}

/** Sends what waits in the store, by channel. */
export function createDeliveries(submissions: SubmissionStore, site: Site): Deliveries {
  const { queue } = submissions;
  const { logger } = site;
  const senders = createSenders(submissions, site);
  const outboxes = [...senders].map(([channel, send]) => createOutbox(channel, send, queue, site));
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let isReadable = true;

  const logReadability = (error?: unknown) => {
    if (error && isReadable) logger.warn({ reason: errorCode(error) }, "Could not read the outbox");
    if (!error && !isReadable) logger.info("The outbox can be read again");
    isReadable = !error;
  };

  const wake = async () => {
    if (isStopped) return;
    timer ??= setInterval(wake, deliveryTiming.pollMs).unref();
    await Promise.all(outboxes.map((outbox) => outbox.sendDue().then(() => logReadability(), logReadability)));
  };

  return {
    plan: (submission) => planFor(submission, [...senders.keys()], site),
    afterCancellation: [...senders.keys()].filter((channel) => channels[channel].kind === "cancelled"),
    wake,

    async stop() {
      isStopped = true;
      clearInterval(timer);
      await Promise.all(outboxes.map((outbox) => outbox.stop()));
    },

    async logUnsent() {
      const waiting = (await queue.waiting()).map(({ channel }) => String(channel));
      const unsent = waiting.filter((channel) => !senders.has(channel as Channel));
      if (unsent.length > 0)
        logger.warn({ channels: unsent }, "Deliveries wait that this build or its environment does not send");
    },
  };
}

/** One for each channel, so that none waits for the receiver of another. Each delivery is sent at least once. */
function createOutbox(channel: Channel, send: Send, queue: DeliveryQueue, site: Site) {
  const { clock, logger } = site;
  const { mailsPerHour } = site.formLimits;
  const { leaseMs, firstRetryMs, maxRetryMs, maxAttempts } = deliveryTiming;
  const limiter = fixedWindowLimiter(mailsPerHour, HOUR_MS, clock, () =>
    logger.warn({ mailsPerHour }, `Hourly limit reached: each further ${channel} waits for the next hour`),
  );
  let hasFailed = false;
  let running = Promise.resolve();
  let isWaiting = false;
  let isStopped = false;

  const sendAllDue = async () => {
    isWaiting = false;
    while (!isStopped && !limiter.isReached()) {
      await setImmediate(); // SQLite answers at once, and requests would wait for all that is due
      const delivery = await queue.lease(channel, leaseMs);
      if (!delivery) return;
      const { id } = delivery.submission;
      const result = await send(delivery).catch((error: unknown) => afterFailure(error, delivery));
      if (result.outcome === "sent") {
        limiter.take(); // each delivery counts once, however often it is tried
        if (hasFailed) logger.info(`Sending a ${channel} works again`);
        hasFailed = false;
      }
      if (result.outcome === "later") await queue.postpone(channel, id, result.at, result.failedAttempts ?? 0);
      else await queue.finish(channel, id);
    }
  };

  const afterFailure = (error: unknown, { submission, attempts }: Delivery): Result => {
    const reason = errorCode(error);
    if (error instanceof NotNotedError) {
      logger.warn({ reason }, `Could not note a ${channel}`);
      return { outcome: "later", at: clock() + firstRetryMs, failedAttempts: attempts - 1 };
    }
    const { isRetriedForever } = channels[channel];
    if (!isRetriedForever && (attempts >= maxAttempts || isRejectedRecipient(error))) {
      logger.error({ reason, attempts, submission: submission.id }, `Gave up sending a ${channel}`);
      limiter.take();
      return { outcome: "dropped" };
    }
    hasFailed = true;
    const retryInMs = Math.min(maxRetryMs, firstRetryMs * 2 ** (attempts - 1));
    logger.warn({ reason, attempts, retryInMs }, `Could not send a ${channel}`);
    return { outcome: "later", at: clock() + retryInMs, failedAttempts: attempts };
  };

  return {
    /** Calls during a run lead to one more. */
    sendDue(): Promise<void> {
      if (isStopped || isWaiting) return running;
      isWaiting = true;
      running = running.catch(() => {}).then(sendAllDue);
      return running;
    },

    async stop(): Promise<void> {
      isStopped = true;
      await running.catch(() => {});
    },
  };
}
