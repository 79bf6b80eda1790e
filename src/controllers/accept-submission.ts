import type { Logger } from "pino";
import { fixedWindowCounter, fixedWindowLimiter } from "../domain/fixed-window.js";
import type { FormLimits, Submission } from "../domain/submission.js";
import { DAY_MS, MINUTE_MS } from "../domain/wall-clock.js";
import { createMailDelay } from "../letters/mail-delay.js";
import type { Channel } from "../storage/delivery-queue.js";
import { errorCode } from "../storage/errors.js";
import type { SubmissionStore } from "../storage/submissions.js";

type Failure = "limitReached" | "storageUnavailable";

interface Dependencies {
  readonly clock: () => number;
  readonly formLimits: FormLimits;
  readonly logger: Logger;
  readonly deliveries: { readonly channels: readonly Channel[]; readonly wake: () => void };
  readonly submissions: SubmissionStore;
}

/** Resolves with the name of the message for its sender if it was not stored. */
export function submissionInbox({ clock, formLimits, logger, deliveries, submissions }: Dependencies) {
  const { submissionsPerMinute, submissionsPerNetworkAndDay, storedBytes } = formLimits;
  const limiter = fixedWindowLimiter(submissionsPerMinute, MINUTE_MS, clock, () =>
    logger.warn({ submissionsPerMinute }, "Form limit reached: further submissions are rejected until the next minute"),
  );
  const networks = fixedWindowLimiter(submissionsPerNetworkAndDay, DAY_MS, clock, () =>
    logger.error({ submissionsPerNetworkAndDay }, "Daily form limit of a network reached: its forms are rejected"),
  );
  const mailDelay = createMailDelay(clock);
  const measured = fixedWindowCounter(MINUTE_MS, clock);
  let isFull = false;

  const measure = async () => {
    if (measured.increment() > 1) return;
    const wasFull = isFull;
    isFull = (await submissions.usedBytes()) >= storedBytes;
    if (isFull && !wasFull) logger.error({ storedBytes }, "The store of submissions is full: forms are rejected");
  };

  return async (submission: Omit<Submission, "id" | "receivedAt">, network: string): Promise<Failure | undefined> => {
    if (networks.isReached(network)) return "limitReached";
    if (!limiter.take()) return "storageUnavailable";
    try {
      await measure();
      if (isFull) return "limitReached";
      networks.take(network);
      const channels = submission.suspected ? [] : deliveries.channels;
      await submissions.add(submission, channels, channels.length > 0 ? mailDelay(network) : 0);
    } catch (error) {
      logger.error({ reason: errorCode(error) }, "Could not store a submission");
      return "storageUnavailable";
    }
    deliveries.wake();
    return undefined;
  };
}
