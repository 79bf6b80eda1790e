import type { Logger } from "pino";
import { fixedWindowLimiter } from "../domain/fixed-window.js";
import { MAX_MAIL_DELAY_MS } from "../domain/mail-delay.js";
import { type FormLimits, formLimits, type Submission } from "../domain/submission.js";
import { HOUR_MS } from "../domain/wall-clock.js";
import { errorCode } from "./errors.js";
import type { SubmissionStore } from "./submissions.js";

export const outboxTiming = {
  /** Finds mails that are due again, or that another process claimed and did not send. */
  pollMs: 30_000,
  claimMs: 120_000,
  /** After the first failed attempt; doubled after each further one, up to `maxRetryMs`. */
  firstRetryMs: 30_000,
  maxRetryMs: 6 * HOUR_MS,
};

export type Outbox = ReturnType<typeof createOutbox>;

interface Dependencies {
  readonly submissions: Pick<SubmissionStore, "claimMail" | "markMailSent" | "retryMailAt">;
  readonly send: (submission: Submission) => Promise<void>;
  readonly clock: () => number;
  readonly timing?: typeof outboxTiming;
  readonly formLimits?: Pick<FormLimits, "mailsPerHour">;
  readonly logger: Pick<Logger, "info" | "warn">;
}

/** Each mail is sent at least once, because it is deleted only after the server has accepted it. */
export function createOutbox({ submissions, send, clock, logger, ...options }: Dependencies) {
  const { pollMs, claimMs, firstRetryMs, maxRetryMs } = options.timing ?? outboxTiming;
  const { mailsPerHour } = options.formLimits ?? formLimits;
  const mails = fixedWindowLimiter(mailsPerHour, HOUR_MS, clock, () =>
    logger.warn({ mailsPerHour }, "Mail limit reached: further mails wait for the next hour"),
  );
  const maxDelayMs = 2 * Math.max(maxRetryMs, claimMs, MAX_MAIL_DELAY_MS); // twice, because processes' clocks differ
  let running: Promise<void> | undefined;
  let isWoken = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  const sendDue = async (): Promise<void> => {
    for (;;) {
      isWoken = false;
      const due = isStopped || mails.isReached() ? undefined : await submissions.claimMail(claimMs, maxDelayMs);
      if (due) await sendOne(due.submission, due.attempts);
      else if (!isWoken || isStopped) return;
    }
  };

  const sendOne = async (submission: Submission, attempts: number): Promise<void> => {
    mails.take();
    try {
      await send(submission);
    } catch (error) {
      const retryInMs = Math.min(maxRetryMs, firstRetryMs * 2 ** (attempts - 1));
      logger.warn({ reason: errorCode(error), attempts, retryInMs }, "Could not send a mail");
      return submissions.retryMailAt(submission.id, new Date(clock() + retryInMs).toISOString());
    }
    await submissions.markMailSent(submission.id);
  };

  const wake = (): void => {
    if (isStopped) return;
    isWoken = true;
    timer ??= setInterval(wake, pollMs).unref();
    running ??= sendDue()
      .catch((error: unknown) => logger.warn({ reason: errorCode(error) }, "Could not read the outbox"))
      .finally(() => {
        running = undefined;
        if (isWoken) wake(); // woken after the last check
      });
  };

  return {
    wake,

    async stop(): Promise<void> {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
