import { fixedWindowCounter, fixedWindowLimiter } from "../domain/fixed-window.js";
import type { Submission } from "../domain/submission.js";
import { DAY_MS, MINUTE_MS } from "../domain/wall-clock.js";
import type { FormServices } from "../services.js";
import { errorCode } from "../storage/errors.js";

/** Why a form is not stored, for the sender, and when to try again. */
const unavailable = { messageKey: "forms:errors.storageUnavailable", retryAfterSeconds: 30 };
const overLimit = { messageKey: "forms:errors.limitReached", retryAfterSeconds: 3600 };

/** Stores a submission; if it cannot, resolves with one of the reasons above. */
export function submissionAcceptance({ clock, formLimits, logger, deliveries, submissions }: FormServices) {
  const { submissionsPerMinute, submissionsPerNetworkAndDay, storedBytes } = formLimits;
  const perMinute = fixedWindowLimiter(submissionsPerMinute, MINUTE_MS, clock, () =>
    logger.warn({ submissionsPerMinute }, "Form limit reached: further submissions are rejected until the next minute"),
  );
  const perNetwork = fixedWindowLimiter(submissionsPerNetworkAndDay, DAY_MS, clock, () =>
    logger.error({ submissionsPerNetworkAndDay }, "Daily form limit of a network reached: its forms are rejected"),
  );
  const measurements = fixedWindowCounter(MINUTE_MS, clock);
  let isFull = false;

  const measureOnceAMinute = async () => {
    if (measurements.increment() > 1) return;
    const wasFull = isFull;
    isFull = (await submissions.usedBytes()) >= storedBytes;
    if (isFull && !wasFull) logger.error({ storedBytes }, "The store of submissions is full: forms are rejected");
  };

  return async (submission: Omit<Submission, "id" | "receivedAt">, network: string) => {
    if (perNetwork.isReached(network)) return overLimit;
    if (!perMinute.take()) return unavailable;
    try {
      await measureOnceAMinute();
      if (isFull) return overLimit;
      perNetwork.take(network);
      await submissions.add(submission, submission.suspected ? [] : deliveries.channels, deliveries.delayMs(network));
    } catch (error) {
      logger.error({ reason: errorCode(error) }, "Could not store a submission");
      return unavailable;
    }
    deliveries.wake();
    return undefined;
  };
}
