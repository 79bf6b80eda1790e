import { fixedWindowLimiter } from "../http/limits.js";
import type { Site } from "../site.js";
import { errorCode } from "../storage/errors.js";
import type { NewSubmission } from "../storage/submission.js";
import type { SubmissionStore } from "../storage/submissions.js";
import { DAY_MS, MINUTE_MS } from "../text/wall-clock.js";

const unavailable = { messageKey: "forms:errors.storageUnavailable", retryAfterSeconds: 30 };
const overLimit = { messageKey: "forms:errors.limitReached", retryAfterSeconds: 3600 };

/** Of one process. Those without a client are for all senders together. */
export const formLimits = {
  submissionsPerMinute: 100,
  /** An office can sign up over one address. */
  submissionsPerClientAndDay: 200,
  /** Many small hosts have a disk of one gigabyte. */
  storedBytes: 500_000_000,
  mailsPerHour: 200,
};

export type FormLimits = Readonly<typeof formLimits>;

/** Why a form is not stored. */
interface Rejection {
  readonly messageKey: string;
  readonly retryAfterSeconds: number;
}

type Deliveries = NonNullable<Site["deliveries"]>;

/** Stores a submission. Resolves with a rejection if a limit is reached or the store is unavailable. */
export type StoreForm = (submission: NewSubmission, client: string) => Promise<Rejection | undefined>;

/** Counts what it stores, of each client and of all. */
export function createStoreForm(submissions: SubmissionStore, deliveries: Deliveries, site: Site): StoreForm {
  const { clock, formLimits, health, logger } = site;
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

  return async (submission, client) => {
    if (dayOfClient.isReached(client)) return overLimit;
    if (!minuteOfAll.take()) return unavailable;
    try {
      await measureOnceAMinute();
      if (isFull) return overLimit;
      dayOfClient.take(client); // only now, because a form that other limits reject does not count
      // A program can type in anybody's address. The team is told of every submission.
      const channels = deliveries.channels.filter((channel) => channel !== "receipt" || !submission.suspected);
      await submissions.add(submission, channels, deliveries.later(submission));
    } catch (error) {
      logger.error({ reason: errorCode(error) }, "Could not store a submission");
      health.isStoring = false;
      return unavailable;
    }
    if (!health.isStoring) logger.info("Forms can be stored again");
    health.isStoring = true;
    void deliveries.wake();
    return undefined;
  };
}
