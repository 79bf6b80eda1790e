import { setImmediate } from "node:timers/promises";
import { fixedWindowLimiter } from "../http/limits.js";
import type { Site } from "../site.js";
import { errorCode, NotNotedError } from "../storage/errors.js";
import type { Delivery, DeliveryQueue } from "../storage/queue.js";
import type { NewSubmission } from "../storage/submission.js";
import type { SubmissionStore } from "../storage/submissions.js";
import { HOUR_MS, type Instant } from "../text/wall-clock.js";
import { createSenders, formChannels, type Outcome, type Send, scheduleOf, teamChannels } from "./senders.js";
import { isRejectedRecipient } from "./transports.js";

export const deliveryTiming = {
  /** Finds deliveries that are due again, or that another process claimed and did not send. */
  pollMs: 30_000,
  claimMs: 120_000,
  /** After the first failed attempt; doubled after each further one, up to `maxRetryMs`. */
  firstRetryMs: 30_000,
  maxRetryMs: 6 * HOUR_MS,
  /** A day and a half. */
  maxAttempts: 15,
};

export interface Deliveries {
  /** The channels of what is sent about each form at once. */
  readonly channels: readonly string[];
  /** What is sent before the date, and when; undefined unless the submission is on the list of an open date. */
  later(submission: NewSubmission): ReadonlyMap<string, Instant> | undefined;
  /** Resolves once all that was due has been tried, or the store cannot be read. */
  wake(): Promise<void>;
  stop(): Promise<void>;
  /** Such as receipts that waited when they were turned off, or what only a newer build sends. */
  logUnsent(): Promise<void>;
}

/** Sends what waits in the store, by channel. */
export function createDeliveries(submissions: SubmissionStore, site: Site): Deliveries {
  const { queue } = submissions;
  const { logger } = site;
  const senders = createSenders(submissions, site);
  const channels = Object.keys(senders);
  const failing = new Set<string>();
  const outboxes = Object.entries(senders).map(([channel, send]) => createOutbox(channel, send, failing, queue, site));
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
    channels: channels.filter((channel) => formChannels.includes(channel)),
    later: (submission) => scheduleOf(submission, channels, site),
    wake,

    async stop() {
      isStopped = true;
      clearInterval(timer);
      await Promise.all(outboxes.map((outbox) => outbox.stop()));
    },

    async logUnsent() {
      const unsent = (await queue.channels()).filter((channel) => !channels.includes(channel));
      if (unsent.length > 0)
        logger.warn({ channels: unsent }, "Deliveries wait that this build or its environment does not send");
    },
  };
}

/**
 * One for each channel, so that none waits for the receiver of another. Each delivery is sent at least once. `failing` has
 * the receivers that the last attempt of any channel failed at.
 */
function createOutbox(
  channel: string,
  send: Send,
  failing: Set<string>,
  queue: DeliveryQueue,
  { clock, formLimits: { mailsPerHour }, logger }: Site,
) {
  const { claimMs, firstRetryMs, maxRetryMs, maxAttempts } = deliveryTiming;
  const limiter = fixedWindowLimiter(mailsPerHour, HOUR_MS, clock, () =>
    logger.warn({ mailsPerHour }, `Hourly limit reached: each further ${channel} waits for the next hour`),
  );
  const receiver = channel === "webhook" ? "The webhook" : "The mail server";
  let running = Promise.resolve();
  let isWaiting = false;
  let isStopped = false;

  const sendAllDue = async () => {
    isWaiting = false;
    while (!isStopped && !limiter.isReached()) {
      await setImmediate(); // SQLite answers at once, and requests would wait for all that is due
      const delivery = await queue.claim(channel, claimMs);
      if (!delivery) return;
      const { id } = delivery.submission;
      const result = await send(delivery).catch((error: unknown) => afterFailure(error, delivery));
      if (result.outcome === "sent") {
        limiter.take(); // each delivery counts once, however often it is tried
        if (failing.delete(receiver)) logger.info(`${receiver} takes messages again`);
      }
      if (result.outcome === "later") await queue.postpone(channel, id, result.at, result.failedAttempts ?? 0);
      else await queue.finish(channel, id);
    }
  };

  const afterFailure = (error: unknown, { submission, attempts }: Delivery): Outcome => {
    const reason = errorCode(error);
    if (error instanceof NotNotedError) {
      logger.warn({ reason }, `Could not note a ${channel}`);
      return { outcome: "later", at: clock() + firstRetryMs, failedAttempts: attempts - 1 };
    }
    if (!teamChannels.includes(channel) && (attempts >= maxAttempts || isRejectedRecipient(error))) {
      logger.error({ reason, attempts, submission: submission.id }, `Gave up sending a ${channel}`);
      limiter.take();
      return { outcome: "dropped" };
    }
    failing.add(receiver);
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
