import type { Logger } from "pino";
import { monthsBefore } from "../domain/submission.js";
import { DAY_MS } from "../domain/wall-clock.js";
import { errorMessage } from "./errors.js";
import type { SubmissionStore } from "./submissions.js";

const RETRY_AFTER_MS = 60 * 60 * 1000;
/** A clock that is this much later than the build and the submissions since is considered wrong. */
const MAX_SILENCE_MS = 180 * DAY_MS;

interface Dependencies {
  readonly submissions: Pick<SubmissionStore, "erase" | "oldest" | "newestBefore">;
  readonly retentionMonths: Readonly<Record<string, number>>;
  readonly clock: () => number;
  /** When the program was built, in milliseconds since 1970 UTC. */
  readonly builtAt: number;
  readonly logger: Pick<Logger, "info" | "warn" | "error">;
}

export function scheduleRetention(dependencies: Dependencies): void {
  const repeatIn = (ms: number) => void setTimeout(() => scheduleRetention(dependencies), ms).unref();
  eraseExpired(dependencies).then(
    () => repeatIn(DAY_MS),
    (error: unknown) => {
      dependencies.logger.warn({ reason: errorMessage(error) }, "Could not delete expired submissions");
      repeatIn(RETRY_AFTER_MS);
    },
  );
}

/** Deletes expired submissions, but none if the clock seems to be ahead. Resolves with how many. */
export async function eraseExpired(dependencies: Dependencies): Promise<number> {
  const { submissions, retentionMonths, clock, logger } = dependencies;
  const silentMs = clock() - (await lastKnownTime(dependencies));
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
  // Submissions of forms that no longer exist.
  const longest = Math.max(...Object.values(retentionMonths));
  erased += await submissions.erase({ before: monthsBefore(now, longest) });
  if (erased > 0) logger.info({ erased }, "Expired submissions deleted");
  return erased;
}

/**
 * A time that has certainly passed, in milliseconds since 1970 UTC: of the build or the oldest submission, or of a
 * later submission that followed within MAX_SILENCE_MS. One received on a clock that is years ahead proves nothing.
 */
async function lastKnownTime({ submissions, builtAt, clock }: Dependencies): Promise<number> {
  const oldest = await submissions.oldest();
  if (oldest === undefined) return clock();
  let known = Math.max(builtAt, Date.parse(oldest));
  for (;;) {
    const before = new Date(known + MAX_SILENCE_MS).toISOString();
    const next = Date.parse((await submissions.newestBefore(before)) ?? "") || 0;
    if (next <= known) return known;
    known = next;
  }
}
