import { HttpError } from "../http/errors.js";
import { fixedWindowLimiter } from "../http/limits.js";
import type { Site } from "../site.js";
import { errorCode } from "../storage/errors.js";
import type { PlannedDelivery, SubmissionStore } from "../storage/store.js";
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

const tryAgainSoon = { messageKey: "forms:errors.storageUnavailable", retryAfterSeconds: 30 };
const tryAgainLater = { messageKey: "forms:errors.limitReached", retryAfterSeconds: 3600 };

/** What this class needs from letters/, which this room does not import. `plan` reads no database, and `wake` never rejects. */
interface Deliveries {
  plan(submission: NewSubmission): readonly PlannedDelivery[];
  wake(): Promise<void>;
}

/** Stores what forms send, up to limits. Each change of whether it can is logged once. */
export class FormIntake {
  readonly #submissions: SubmissionStore;
  readonly #deliveries: Deliveries;
  readonly #storedBytes: number;
  readonly #logger: Site["logger"];
  readonly #minuteOfAll;
  readonly #dayOfClient;
  #isStoring = true;
  #isFull = false;

  constructor(submissions: SubmissionStore, deliveries: Deliveries, { clock, formLimits, logger }: Site) {
    const { submissionsPerMinute, submissionsPerClientAndDay, storedBytes } = formLimits;
    this.#submissions = submissions;
    this.#deliveries = deliveries;
    this.#storedBytes = storedBytes;
    this.#logger = logger;
    this.#minuteOfAll = fixedWindowLimiter(submissionsPerMinute, MINUTE_MS, clock, () =>
      logger.warn(
        { submissionsPerMinute },
        "Form limit reached: further submissions are rejected until the next minute",
      ),
    );
    this.#dayOfClient = fixedWindowLimiter(submissionsPerClientAndDay, DAY_MS, clock, () =>
      logger.error({ submissionsPerClientAndDay }, "Daily form limit of a client reached: its forms are rejected"),
    );
  }

  /**
   * Resolves once the submission is on disk with the mails that are planned for it; rejects with HttpError 503 if a limit
   * is reached or the store is unavailable. A repeat within a day is stored once, and counts towards limits like any other.
   */
  async accept(submission: NewSubmission, client: string): Promise<void> {
    if (this.#isFull || this.#dayOfClient.isReached(client)) throw new HttpError(503, tryAgainLater);
    if (!this.#minuteOfAll.take()) throw new HttpError(503, tryAgainSoon);
    this.#dayOfClient.take(client); // only now, because a form that other limits reject does not count
    try {
      await this.#submissions.add(submission, this.#deliveries.plan(submission));
    } catch (error) {
      this.#logger.error({ reason: errorCode(error) }, "Could not store a submission");
      this.#isStoring = false;
      throw new HttpError(503, tryAgainSoon);
    }
    this.#noteStoring();
    void this.#deliveries.wake(); // the sender waits for no mail
  }

  /** Called once a minute, because perhaps no form is sent. Resolves with whether forms can be stored. */
  async check(): Promise<boolean> {
    try {
      await this.#submissions.check();
      const usedBytes = await this.#submissions.usedBytes().catch(() => undefined); // forms can be stored all the same
      const wasFull = this.#isFull;
      if (usedBytes !== undefined) this.#isFull = usedBytes >= this.#storedBytes;
      if (this.#isFull && !wasFull)
        this.#logger.error({ storedBytes: this.#storedBytes }, "The store of submissions is full: forms are rejected");
      this.#noteStoring();
    } catch (error) {
      if (this.#isStoring) this.#logger.error({ reason: errorCode(error) }, "Forms cannot be stored: senders get 503");
      this.#isStoring = false;
    }
    return this.#isStoring;
  }

  #noteStoring(): void {
    if (!this.#isStoring) this.#logger.info("Forms can be stored again");
    this.#isStoring = true;
  }
}
