import type { Site } from "../site.js";
import { DAY_MS, HOUR_MS, monthsBefore } from "../text/wall-clock.js";
import { errorMessage } from "./errors.js";
import type { SubmissionStore } from "./store.js";

/** A clock that is later than the build and the newest submission by more than this is considered wrong. */
const MAX_SILENCE_MS = 180 * DAY_MS;
/** Newer submissions can have been received on a wrong clock, and so do not confirm it; none of them has expired. */
const CONFIRMED_AFTER_MS = 28 * DAY_MS;
/** The clocks of two machines can differ. */
const MAX_BEFORE_BUILD_MS = DAY_MS;

/** Once a day, or again after an hour if it failed. */
export async function eraseDaily(submissions: SubmissionStore, site: Site): Promise<void> {
  const { logger } = site;
  let repeatInMs = DAY_MS;
  try {
    await submissions.queue.recheckSchedule();
    const log = (erased: string[]) => logger.info({ erased }, "Cancelled sign-ups deleted");
    await submissions.erase({ cancelled: true }, log, { ref: false });
    await eraseExpired(submissions, site);
  } catch (error) {
    logger.warn({ reason: errorMessage(error) }, "Could not delete expired submissions");
    repeatInMs = HOUR_MS;
  }
  setTimeout(() => eraseDaily(submissions, site), repeatInMs).unref();
}

/** Deletes nothing if the clock seems to be wrong. */
export async function eraseExpired(submissions: SubmissionStore, site: Site): Promise<void> {
  const { builtAt, logger, library } = site;
  const time = site.clock(); // once, because the clock can be set between the check and the deletion
  const newest = await submissions.newestBefore(time - CONFIRMED_AFTER_MS);
  if (newest === undefined) return;
  const silentMs = time - Math.max(builtAt, newest);
  if (silentMs > MAX_SILENCE_MS || silentMs < -MAX_BEFORE_BUILD_MS)
    return logger.error(
      { days: Math.floor(silentMs / DAY_MS) },
      "Expired submissions are not deleted: the clock is so many days later than the build and the submissions since, or earlier than the build. If the clock is right, deploy a new build.",
    );
  const log = (erased: string[]) => logger.info({ erased }, "Expired submissions deleted");
  const erase = (months: number, form?: string) =>
    submissions.erase({ form, before: monthsBefore(time, months) }, log, { ref: false });
  const { retentionMonths } = library.organisation;
  for (const [form, months] of Object.entries(retentionMonths)) await erase(months, form);
  await erase(Math.max(...Object.values(retentionMonths))); // forms that no longer exist
}
