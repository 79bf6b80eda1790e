import type { Logger } from "pino";
import { monthsBefore } from "../domain/submission.js";
import { DAY_MS } from "../domain/wall-clock.js";
import { reasonOf } from "./reason.js";
import type { SubmissionStore } from "./submissions.js";

/** A store that was away is asked again after this. */
const AGAIN_MS = 60 * 60 * 1000;

interface Uses {
  readonly submissions: Pick<SubmissionStore, "erase">;
  /** By the name of the form. */
  readonly retentionMonths: Readonly<Record<string, number>>;
  readonly clock: () => number;
  readonly logger: Pick<Logger, "info" | "warn">;
}

/** Erases what has been kept as long as was said, now and every day. */
export function keepRetention(uses: Uses): void {
  const again = (milliseconds: number) => void setTimeout(() => keepRetention(uses), milliseconds).unref();
  eraseExpired(uses).then(
    () => again(DAY_MS),
    (error: unknown) => {
      uses.logger.warn({ reason: reasonOf(error) }, "What is to be erased could not be");
      again(AGAIN_MS);
    },
  );
}

/** Erases what is older than its form says. Gives how many submissions. */
export async function eraseExpired({ submissions, retentionMonths, clock, logger }: Uses): Promise<number> {
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
