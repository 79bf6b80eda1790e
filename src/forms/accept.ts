import { fixedWindowLimiter } from "../http/fixed-window.js";
import type { StoringSite } from "../site.js";
import { errorCode } from "../storage/errors.js";
import type { NewSubmission } from "../storage/submission.js";
import { DAY_MS, MINUTE_MS } from "../text/wall-clock.js";

/** Why a form is not stored, for the sender, and when to try again. */
const unavailable = { messageKey: "forms:errors.storageUnavailable", retryAfterSeconds: 30 };
const overLimit = { messageKey: "forms:errors.limitReached", retryAfterSeconds: 3600 };

/** Stores a submission; if it cannot, resolves with one of the reasons above. */
export function submissionAcceptance({ clock, formLimits, logger, deliveries, submissions }: StoringSite) {
  const { submissionsPerMinute, submissionsPerClientAndDay, storedBytes } = formLimits;
  const minuteOfAll = fixedWindowLimiter(submissionsPerMinute, MINUTE_MS, clock, () =>
    logger.warn({ submissionsPerMinute }, "Form limit reached: further submissions are rejected until the next minute"),
  );
  const dayOfClient = fixedWindowLimiter(submissionsPerClientAndDay, DAY_MS, clock, () =>
    logger.error({ submissionsPerClientAndDay }, "Daily form limit of a client reached: its forms are rejected"),
  );
  let measuredAt = -Infinity;
  let isFull = false;

  const measureOnceAMinute = async () => {
    if (clock() < measuredAt + MINUTE_MS) return;
    measuredAt = clock();
    const wasFull = isFull;
    isFull = (await submissions.usedBytes()) >= storedBytes;
    if (isFull && !wasFull) logger.error({ storedBytes }, "The store of submissions is full: forms are rejected");
  };

  return async (submission: NewSubmission, client: string) => {
    if (dayOfClient.isReached(client)) return overLimit;
    if (!minuteOfAll.take()) return unavailable;
    try {
      await measureOnceAMinute();
      if (isFull) return overLimit;
      dayOfClient.take(client); // only now, because a form that other limits reject does not count
      // A program can type in anybody's address. The team is told of every submission.
      const channels = deliveries.channels.filter((channel) => channel !== "receipt" || !submission.suspected);
      await submissions.add(submission, channels);
    } catch (error) {
      logger.error({ reason: errorCode(error) }, "Could not store a submission");
      return unavailable;
    }
    void deliveries.wake();
    return undefined;
  };
}
