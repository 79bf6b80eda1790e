import type { Logger } from "pino";
import { monthsBefore } from "../domain/submission.js";
import { DAY_MS } from "../domain/wall-clock.js";
import { reasonOf } from "./reason.js";
import type { SubmissionStore } from "./submissions.js";

/** A store that was away is asked again after this. */
const AGAIN_MS = 60 * 60 * 1000;
/** A clock that is this much later than the build and the submissions since is considered wrong. */
const MAX_SILENCE_MS = 180 * DAY_MS;

interface Dependencies {
  readonly submissions: Pick<SubmissionStore, "erase" | "oldest" | "newestBefore">;
  /** By the name of the form. */
  readonly retentionMonths: Readonly<Record<string, number>>;
  readonly clock: () => number;
  /** When the program was built, in milliseconds since 1970 UTC. */
  readonly builtAt: number;
  readonly logger: Pick<Logger, "info" | "warn" | "error">;
}

/** Erases what has been kept as long as was said, now and every day. */
export function scheduleRetention(uses: Dependencies): void {
  const again = (milliseconds: number) => void setTimeout(() => scheduleRetention(uses), milliseconds).unref();
  eraseExpired(uses).then(
    () => again(DAY_MS),
    (error: unknown) => {
      uses.logger.warn({ reason: reasonOf(error) }, "What is to be erased could not be");
      again(AGAIN_MS);
    },
  );
}

/**
 * Erases what is older than its form says. Gives how many submissions. Erases nothing when the clock seems to be ahead:
 * on a clock that is years ahead every submission is expired.
 */
export async function eraseExpired(uses: Dependencies): Promise<number> {
  const { submissions, retentionMonths, clock, logger } = uses;
  const silentMs = clock() - (await lastKnownTime(uses));
  if (silentMs > MAX_SILENCE_MS) {
    logger.error(
      { days: Math.floor(silentMs / DAY_MS) },
      "Expired submissions are not deleted: the clock is so many days later than the build and the submissions since. If the clock is right, deploy a new build.",
    );
    return 0;
  }
  const now = new Date(clock()).toISOString();
  let erased = 0;
  for (const [form, months] of Object.entries(retentionMonths)) {
    erased += await submissions.erase({ form, before: monthsBefore(now, months) });
  }
  // What was sent by forms that no longer exist.
  const longest = Math.max(...Object.values(retentionMonths));
  erased += await submissions.erase({ before: monthsBefore(now, longest) });
  if (erased > 0) logger.info({ erased }, "submissions erased, as their time was over");
  return erased;
}

/**
 * A time that has certainly been, in milliseconds since 1970 UTC: of the build or the oldest submission, or of a later
 * submission that followed within MAX_SILENCE_MS. One received on a clock that is years ahead proves nothing.
 */
async function lastKnownTime({ submissions, builtAt, clock }: Dependencies): Promise<number> {
  const oldest = await submissions.oldest();
  if (oldest === undefined) return clock(); // there is nothing to lose
  let known = Math.max(builtAt, Date.parse(oldest));
  for (;;) {
    const before = new Date(known + MAX_SILENCE_MS).toISOString();
    const next = Date.parse((await submissions.newestBefore(before)) ?? "") || 0;
    if (next <= known) return known;
    known = next;
  }
}
