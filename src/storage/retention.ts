import type { Logger } from "pino";
import { monthsBefore } from "../domain/submission.js";
import { DAY_MS, HOUR_MS, type Instant } from "../domain/wall-clock.js";
import { errorMessage } from "./errors.js";
import type { SubmissionStore } from "./submissions.js";

/** A clock that is later than the build and all submissions by more than this is considered wrong. */
const MAX_SILENCE_MS = 180 * DAY_MS;
/** The clocks of two machines can differ. */
const MAX_BEFORE_BUILD_MS = DAY_MS;

interface Dependencies {
  readonly submissions: Pick<SubmissionStore, "erase" | "receiptsUntil">;
  readonly retentionMonths: Readonly<Record<string, number>>;
  readonly clock: () => number;
  readonly builtAt: Instant;
  readonly logger: Pick<Logger, "info" | "warn" | "error">;
}

export function scheduleRetention(dependencies: Dependencies): void {
  const repeatIn = (ms: number) => void setTimeout(() => scheduleRetention(dependencies), ms).unref();
  eraseExpired(dependencies).then(
    () => repeatIn(DAY_MS),
    (error: unknown) => {
      dependencies.logger.warn({ reason: errorMessage(error) }, "Could not delete expired submissions");
      repeatIn(HOUR_MS);
    },
  );
}

/** Deletes nothing if the clock seems to be wrong; resolves with the number deleted. */
export async function eraseExpired(dependencies: Dependencies): Promise<number> {
  const { submissions, retentionMonths, clock, builtAt, logger } = dependencies;
  const time = clock(); // once, because the clock can be set between the check and the deletion
  const silentMs = time - ((await lastKnownTime(dependencies)) ?? time);
  if (silentMs > MAX_SILENCE_MS || time < builtAt - MAX_BEFORE_BUILD_MS) {
    logger.error(
      { days: Math.floor(silentMs / DAY_MS) },
      "Expired submissions are not deleted: the clock is so many days later than the build and the submissions since, or earlier than the build. If the clock is right, deploy a new build.",
    );
    return 0;
  }
  const now = new Date(time).toISOString();
  let erased = 0;
  for (const [form, months] of Object.entries(retentionMonths)) {
    erased += await submissions.erase({ form, before: monthsBefore(now, months) }, { ref: false });
  }
  // Forms that no longer exist have no retention of their own.
  const longest = Math.max(...Object.values(retentionMonths));
  erased += await submissions.erase({ before: monthsBefore(now, longest) }, { ref: false });
  if (erased > 0) logger.info({ erased }, "Expired submissions deleted");
  return erased;
}

/** Counts a submission only within MAX_SILENCE_MS of the one before, because a clock can have been years ahead. */
async function lastKnownTime({ submissions, builtAt }: Dependencies): Promise<Instant | undefined> {
  for (let known = builtAt; ; ) {
    const received = await submissions.receiptsUntil(known + MAX_SILENCE_MS);
    if (!received) return undefined;
    const later = Math.max(known, received.first, received.last);
    if (later === known) return known;
    known = later;
  }
}
