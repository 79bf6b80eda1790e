import { HttpError } from "../http/errors.js";
import { fixedWindowLimiter } from "../http/limits.js";
import type { Site } from "../site.js";
import { errorCode } from "../storage/errors.js";
import type { NewSubmission } from "../storage/submission.js";
import { DAY_MS, MINUTE_MS } from "../text/wall-clock.js";

/** Each process counts by itself; where no client is named, all senders count together. */
export const formLimits = {
  submissionsPerMinute: 100,
  /** An office can sign up over one address. */
  submissionsPerClientAndDay: 200,
  /** Many small hosts have a disk of one gigabyte. */
  storedBytes: 500_000_000,
};

export type FormLimits = Readonly<typeof formLimits>;

/** Counts the forms that are to be stored. */
export class FormCounts {
  readonly minuteOfAll;
  readonly dayOfClient;

  constructor({ clock, formLimits, logger }: Site) {
    const { submissionsPerMinute, submissionsPerClientAndDay } = formLimits;
    this.minuteOfAll = fixedWindowLimiter(submissionsPerMinute, MINUTE_MS, clock, () =>
      logger.warn(
        { submissionsPerMinute },
        "Form limit reached: further submissions are rejected until the next minute",
      ),
    );
    this.dayOfClient = fixedWindowLimiter(submissionsPerClientAndDay, DAY_MS, clock, () =>
      logger.error({ submissionsPerClientAndDay }, "Daily form limit of a client reached: its forms are rejected"),
    );
  }
}

const tryAgainSoon = { messageKey: "forms:errors.storageUnavailable", retryAfterSeconds: 30 };
const tryAgainLater = { messageKey: "forms:errors.limitReached", retryAfterSeconds: 3600 };

/**
 * Resolves once the submission is on disk with the mails that are planned for it; rejects with HttpError 503 if a limit is
 * reached or the store is unavailable. A repeat within a day is stored once, and counts towards limits like any other.
 */
export async function storeForm(submission: NewSubmission, client: string, site: Site): Promise<void> {
  const { forms, health, logger } = site;
  if (!forms || health.isFull || forms.counts.dayOfClient.isReached(client)) throw new HttpError(503, tryAgainLater);
  if (!forms.counts.minuteOfAll.take()) throw new HttpError(503, tryAgainSoon);
  forms.counts.dayOfClient.take(client); // only now, because a form that other limits reject does not count
  try {
    await forms.submissions.add(submission, forms.deliveries.plan(submission));
  } catch (error) {
    logger.error({ reason: errorCode(error) }, "Could not store a submission");
    health.isStoring = false;
    throw new HttpError(503, tryAgainSoon);
  }
  noteStoring(site);
  void forms.deliveries.wake(); // the sender waits for no mail
}

function noteStoring({ health, logger }: Site): void {
  if (!health.isStoring) logger.info("Forms can be stored again");
  health.isStoring = true;
}

/** Once a minute: whether forms can be stored and have room. Logs each change once, although no form is sent. */
export async function checkForms(site: Site): Promise<boolean> {
  const { forms, health, logger } = site;
  if (!forms) return false;
  const { storedBytes } = site.formLimits;
  try {
    await forms.submissions.check();
    const usedBytes = await forms.submissions.usedBytes().catch(() => undefined); // forms can be stored all the same
    const isFull = usedBytes === undefined ? health.isFull : usedBytes >= storedBytes;
    if (isFull && !health.isFull) logger.error({ storedBytes }, "The store of submissions is full: forms are rejected");
    health.isFull = isFull;
    noteStoring(site);
  } catch (error) {
    if (health.isStoring) logger.error({ reason: errorCode(error) }, "Forms cannot be stored: senders get 503");
    health.isStoring = false;
  }
  return health.isStoring;
}
