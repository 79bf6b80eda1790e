import type { Logger } from "pino";
import { fixedWindowLimiter } from "../domain/fixed-window-limiter.js";
import { MAX_MAIL_DELAY_MS } from "../domain/mail-delay.js";
import { type FormLimits, formLimits, type Submission } from "../domain/submission.js";
import { codeOf } from "./reason.js";
import type { SubmissionStore } from "./submissions.js";

const HOUR_MS = 60 * 60 * 1000;

/** How long the outbox waits, in milliseconds; tests wait less. */
interface OutboxWaits {
  /** Between two looks for what is due again, or was left by a process that has died. */
  readonly lookEveryMs: number;
  /** Longer than any attempt takes: whoever has claimed a mail for so long has died. */
  readonly claimedMs: number;
  /** After the first attempt that failed; after each further one twice as long as before, up to the longest. */
  readonly firstMs: number;
  readonly longestMs: number;
}

export const outboxWaits: OutboxWaits = {
  lookEveryMs: 30_000,
  claimedMs: 120_000,
  firstMs: 30_000,
  longestMs: 6 * HOUR_MS,
};

/** Sends what is in the store's outbox, one mail after the other, until each is sent. */
export interface Outbox {
  /** Looks for due mails now, and from then on at intervals: for the start, and for each submission. */
  wake(): void;
  /** Sends nothing more; resolves when what is being sent is through. */
  stop(): Promise<void>;
}

interface Dependencies {
  readonly submissions: Pick<SubmissionStore, "claimMail" | "mailSent" | "mailDue">;
  /** Resolves when the server has accepted the mail. */
  readonly send: (submission: Submission) => Promise<void>;
  readonly clock: () => number;
  readonly waits?: OutboxWaits;
  readonly formLimits?: Pick<FormLimits, "mailsAnHour">;
  readonly logger: Pick<Logger, "info" | "warn">;
}

/**
 * Every mail is sent at least once: it leaves the store only when the server has accepted it. What fails is tried again
 * after half a minute, then after twice as long each time, up to six hours, for as long as the submission is kept.
 */
export function createOutbox(uses: Dependencies): Outbox {
  const { submissions, send, clock, logger, waits = outboxWaits } = uses;
  const { mailsAnHour } = uses.formLimits ?? formLimits;
  const mails = fixedWindowLimiter(mailsAnHour, HOUR_MS, clock, () =>
    logger.warn({ mailsAnHour }, "A flood of forms: more mails wait for the next hour"),
  );
  const maxDelayMs = 2 * Math.max(waits.longestMs, waits.claimedMs, MAX_MAIL_DELAY_MS); // twice, as processes' clocks differ
  let running: Promise<void> | undefined;
  let isWoken = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  const sendDue = async (): Promise<void> => {
    for (;;) {
      isWoken = false;
      const due = isStopped || mails.isReached() ? undefined : await submissions.claimMail(waits.claimedMs, maxDelayMs);
      if (due) await sendOne(due.submission, due.attempts);
      else if (!isWoken || isStopped) return;
    }
  };

  const sendOne = async (submission: Submission, attempts: number): Promise<void> => {
    mails.take();
    try {
      await send(submission);
    } catch (error) {
      const wait = Math.min(waits.longestMs, waits.firstMs * 2 ** (attempts - 1));
      logger.warn({ reason: codeOf(error), attempts, retryInMs: wait }, "A mail could not be sent");
      return submissions.mailDue(submission.id, new Date(clock() + wait).toISOString());
    }
    await submissions.mailSent(submission.id);
  };

  const wake = () => {
    if (isStopped) return;
    isWoken = true;
    timer ??= setInterval(wake, waits.lookEveryMs).unref();
    running ??= sendDue()
      .catch((error: unknown) => logger.warn({ reason: codeOf(error) }, "The outbox could not be read"))
      .finally(() => {
        running = undefined;
        if (isWoken) wake(); // as it was about to end
      });
  };
  return {
    wake,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
