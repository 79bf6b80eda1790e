import type { Logger } from "pino";
import { fixedWindowLimiter } from "../domain/fixed-window.js";
import { createMailDelay } from "../domain/mail-delay.js";
import type { FormLimits, Submission } from "../domain/submission.js";
import { MINUTE_MS } from "../domain/wall-clock.js";
import type { Channel } from "./delivery-queue.js";
import { errorCode } from "./errors.js";
import type { SubmissionStore } from "./submissions.js";

interface Dependencies {
  readonly clock: () => number;
  readonly formLimits: FormLimits;
  readonly logger: Logger;
  readonly deliveries: { readonly channels: readonly Channel[]; readonly wake: () => void };
  readonly submissions: SubmissionStore;
}

/** Resolves to false if the submission could not be stored, or the limit is reached. */
export function submissionInbox({ clock, formLimits, logger, deliveries, submissions }: Dependencies) {
  const { submissionsPerMinute } = formLimits;
  const limiter = fixedWindowLimiter(submissionsPerMinute, MINUTE_MS, clock, () =>
    logger.warn({ submissionsPerMinute }, "Form limit reached: further submissions are rejected until the next minute"),
  );
  const mailDelay = createMailDelay(clock);

  return async (submission: Omit<Submission, "id" | "receivedAt">, network: string): Promise<boolean> => {
    if (!limiter.take()) return false;
    try {
      const channels = submission.suspected ? [] : deliveries.channels;
      await submissions.add(submission, channels, channels.length > 0 ? mailDelay(network) : 0);
    } catch (error) {
      logger.error({ reason: errorCode(error) }, "Could not store a submission");
      return false;
    }
    deliveries.wake();
    return true;
  };
}
