import type { Logger } from "pino";
import { fixedWindowLimiter } from "../http/limits.js";
import { errorCode } from "../storage/errors.js";
import type { FormLimits, Submission } from "../storage/submission.js";
import type { SubmissionStore } from "../storage/submissions.js";
import { HOUR_MS } from "../text/wall-clock.js";
import type { Sender } from "./senders.js";
import { isRejectedRecipient } from "./smtp.js";

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

interface Options {
  readonly submissions: SubmissionStore;
  readonly clock: () => number;
  readonly formLimits: Pick<FormLimits, "mailsPerHour">;
  readonly logger: Pick<Logger, "info" | "warn" | "error">;
  readonly timing?: typeof deliveryTiming;
}

export type Deliveries = ReturnType<typeof createDeliveries>;

/** Sends what waits in the store, by channel. */
export function createDeliveries(senders: Readonly<Record<string, Sender>>, options: Options) {
  const { submissions, logger } = options;
  const channels = Object.keys(senders);
  /** Logged once for all channels and for as long as it lasts. */
  let isReadable = true;
  const logUnreadable = (error?: unknown) => {
    if (error && isReadable) logger.warn({ reason: errorCode(error) }, "Could not read the outbox");
    if (!error && !isReadable) logger.info("The outbox can be read again");
    isReadable = !error;
  };
  const outboxes = Object.entries(senders).map((entry) => createOutbox(...entry, options, logUnreadable));
  return {
    channels,

    /** Resolves once all that was due has been tried, or the store cannot be read. */
    async wake(): Promise<void> {
      await Promise.all(outboxes.map(({ wake }) => wake()));
    },

    async stop(): Promise<void> {
      await Promise.all(outboxes.map(({ stop }) => stop()));
    },

    /** Such as receipts that waited when they were turned off, or what only a newer build sends. */
    async logUnsent(): Promise<void> {
      const unsent = (await submissions.waitingChannels()).filter((channel) => !channels.includes(channel));
      if (unsent.length > 0)
        logger.warn({ channels: unsent }, "Deliveries wait that this build or its environment does not send");
    },
  };
}

/** One for each channel, so that none waits for the receiver of another. Each delivery is sent at least once. */
function createOutbox(channel: string, sender: Sender, options: Options, logUnreadable: (error?: unknown) => void) {
  const { send, isWanted, retriesForever = false } = sender;
  const { submissions, clock, logger, timing = deliveryTiming } = options;
  const { mailsPerHour } = options.formLimits;
  const queue = submissions.queue(channel);
  const limiter = fixedWindowLimiter(mailsPerHour, HOUR_MS, clock, () =>
    logger.warn({ mailsPerHour }, `Hourly limit reached: each further ${channel} waits for the next hour`),
  );
  let running = Promise.resolve();
  let isWaiting = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  const sendDue = async (): Promise<void> => {
    isWaiting = false;
    while (!isStopped && !limiter.isReached()) {
      const due = await queue.claim(timing.claimMs);
      if (!due) return;
      const { submission, attempts } = due;
      const isDropped = (await isWanted?.(submission, submissions)) === false;
      if (isDropped)
        logger.info({ submission: submission.id }, `No ${channel}: its mailbox has had one, or too many today`);
      const retryInMs = isDropped ? undefined : await attempt(submission, attempts);
      if (retryInMs === undefined) await queue.finish(submission.id);
      else await queue.retryAt(submission.id, new Date(clock() + retryInMs).toISOString());
    }
  };

  /** Resolves with the time to the next attempt if there is to be one. */
  const attempt = async (submission: Submission, attempts: number): Promise<number | undefined> => {
    try {
      await send(submission, submissions);
      limiter.take(); // each delivery counts once, however often it is tried
      return undefined;
    } catch (error) {
      const reason = errorCode(error);
      if (!retriesForever && (attempts >= timing.maxAttempts || isRejectedRecipient(error))) {
        logger.error({ reason, attempts, submission: submission.id }, `Gave up sending a ${channel}`);
        limiter.take();
        return undefined;
      }
      const retryInMs = Math.min(timing.maxRetryMs, timing.firstRetryMs * 2 ** (attempts - 1));
      logger.warn({ reason, attempts, retryInMs }, `Could not send a ${channel}`);
      return retryInMs;
    }
  };

  /** Calls during a run lead to one more. */
  const wake = (): Promise<void> => {
    if (isStopped || isWaiting) return running;
    isWaiting = true;
    timer ??= setInterval(wake, timing.pollMs).unref();
    running = running.then(sendDue).then(() => logUnreadable(), logUnreadable);
    return running;
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
