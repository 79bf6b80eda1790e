import { createHash } from "node:crypto";
import { mailboxOf } from "../text/mail-address.js";
import type { Instant, LocalDate } from "../text/wall-clock.js";
import { instant, type LazyDatabase, type Row, type Statement, sql } from "./database.js";
import { errorCode, NotNotedError } from "./errors.js";
import { eventIdOf, folded, type Submission, submissionFromRow } from "./submission.js";

/** What is sent about submissions, by the names under which databases have it, so that no name may change. */
export const channels = {
  /** The mail to the team about each form. */
  mail: { isAtOnce: true, isRetriedForever: true },
  receipt: { isAtOnce: true, isRetriedForever: false },
  webhook: { isAtOnce: true, isRetriedForever: false },
  cancellation: { isAtOnce: false, isRetriedForever: true },
  "door list": { isAtOnce: false, isRetriedForever: true },
  warning: { isAtOnce: false, isRetriedForever: true },
  reminder: { isAtOnce: false, isRetriedForever: false },
};

export type Channel = keyof typeof channels;

export interface Delivery {
  readonly submission: Submission;
  /** Its sender can cancel the submission with it. */
  readonly key: string | null;
  readonly attempts: number;
}

/** What waits to be sent about submissions, by channel. */
export class DeliveryQueue {
  readonly #database: LazyDatabase;
  readonly #clock: () => Instant;

  constructor(database: LazyDatabase, clock: () => Instant) {
    this.#database = database;
    this.#clock = clock;
  }

  async channels(): Promise<string[]> {
    const rows = await this.#database.query(sql`SELECT DISTINCT channel FROM deliveries`);
    return rows.map(({ channel }) => channel as string);
  }

  /** Counts the deliveries of each channel, with the most attempts of one, and when the next is due. */
  async waiting(): Promise<Row[]> {
    return this.#database.query(sql`SELECT channel, count(*) AS count, max(attempts) AS attempts, min(due_at) AS due
      FROM deliveries GROUP BY channel ORDER BY channel`);
  }

  /** Leases a due delivery for `leaseMs`, after which it is due again; undefined if none is due. */
  async lease(channel: Channel, leaseMs: number): Promise<Delivery | undefined> {
    const now = this.#clock();
    const isDue = sql`channel = ${channel} AND due_at <= ${instant(now)}`;
    // PostgreSQL rereads only the row after waiting for another lease, so the second comparison is needed.
    const lease = sql`UPDATE deliveries SET attempts = attempts + 1, due_at = ${instant(now + leaseMs)}
      WHERE submission_id = (SELECT submission_id FROM deliveries WHERE ${isDue} ORDER BY due_at LIMIT 1) AND ${isDue}
      RETURNING submission_id, attempts`;
    const [leased] = await this.#database.query(lease);
    if (!leased) return undefined;
    const id = leased.submission_id as string;
    const [row] = await this.#database.query(sql`SELECT * FROM submissions WHERE id =
      (SELECT submission_id FROM deliveries WHERE submission_id = ${id} AND channel = ${channel})`);
    if (!row) return this.lease(channel, leaseMs); // erased or cancelled in the meantime, with its delivery
    const attempts = leased.attempts as number;
    return { submission: submissionFromRow(row), key: row.cancel_key as string | null, attempts };
  }

  async finish(channel: Channel, id: string): Promise<void> {
    await this.#database.run([
      keepClaimOfTeam(channel, id),
      sql`DELETE FROM deliveries WHERE channel = ${channel} AND submission_id = ${id}`,
    ]);
  }

  async postpone(channel: Channel, id: string, due: Instant, attempts: number): Promise<void> {
    await this.#database.query(sql`UPDATE deliveries SET due_at = ${instant(due)}, attempts = ${attempts}
      WHERE channel = ${channel} AND submission_id = ${id}`);
  }

  /** Makes deliveries of a later time due now, to be scheduled again: their date can have been moved to an earlier day. */
  async recheckSchedule(): Promise<void> {
    const now = instant(this.#clock());
    await this.#database.query(sql`UPDATE deliveries SET due_at = ${now} WHERE attempts = 0 AND due_at > ${now}`);
  }
}

const MAX_RECEIPTS_OF_MAILBOX_A_DAY = 10;
const MAX_RECEIPTS_OF_MAILBOX_AND_DATE_A_DAY = 3;

/**
 * What is sent once, although several submissions or processes could send it. The submission that claims it first gets
 * true, also when it is tried again, and all others get false. Each rejects with a NotNotedError.
 */
export class Claims {
  readonly #database: LazyDatabase;

  constructor(database: LazyDatabase) {
    this.#database = database;
  }

  /** One of a mailbox for a form and event on a day (UTC), or for each name on the list of a date, up to limits. */
  claimReceipt(submission: Submission): Promise<boolean> {
    const mailbox = mailboxOf(submission.fields.email ?? "");
    const event = eventIdOf(submission.fields) ?? "";
    const day = submission.receivedAt.slice(0, "yyyy-mm-dd".length);
    const ofDay = sql`SELECT count(*) FROM claims WHERE channel = 'receipt' AND mailbox = ${mailbox} AND day = ${day}`;
    const isBelowLimits = sql`${MAX_RECEIPTS_OF_MAILBOX_A_DAY} > (${ofDay})
      AND ${MAX_RECEIPTS_OF_MAILBOX_AND_DATE_A_DAY} > (${ofDay} AND event = ${event} AND event <> '')`;
    const form = submission.form === "date" ? `date ${hashOfName(submission)}` : submission.form;
    return this.#claim("receipt", submission, { mailbox, form, day }, isBelowLimits);
  }

  /** One of a mailbox for a date. */
  claimReminder(submission: Submission): Promise<boolean> {
    return this.#claim("reminder", submission, { mailbox: mailboxOf(submission.fields.email ?? "") });
  }

  /**
   * One to the team for a date, and one more if it is moved to another day. If the submission is cancelled or erased
   * before it is sent, another can claim it.
   */
  claimForTeam(channel: Channel, submission: Submission, day: LocalDate): Promise<boolean> {
    return this.#claim(channel, submission, { day });
  }

  /** No other submission can claim a mail that was sent, even if this one is cancelled or erased. */
  async keepForTeam(channel: Channel, { id }: Submission): Promise<void> {
    await this.#database.query(keepClaimOfTeam(channel, id));
  }

  async #claim(channel: Channel, sent: Submission, { mailbox = "", form = "", day = "" }, condition = sql`1 = 1`) {
    const { id, fields } = sent;
    // A cancellation locks the row too, so that it comes wholly before or after the claim.
    const lock = sql`UPDATE submissions SET hash = hash WHERE id = ${id}`;
    const insert = sql`INSERT INTO claims (channel, mailbox, event, form, day, submission_id)
      SELECT ${channel}, ${mailbox}, ${eventIdOf(fields) ?? ""}, ${form}, ${day}, id FROM submissions
      WHERE id = ${id} AND cancelled_at IS NULL AND ${condition}
      ON CONFLICT DO NOTHING`;
    const select = sql`SELECT day FROM claims
      WHERE channel = ${channel} AND submission_id = ${id} AND day = ${day}`;
    try {
      const [, , claimed = []] = await this.#database.run([lock, insert, select]);
      return claimed.length > 0;
    } catch (cause) {
      throw new NotNotedError(errorCode(cause), { cause });
    }
  }
}

/** People who share a mailbox, however their names are spelled. */
function hashOfName({ fields: { name = "" } }: Submission): string {
  return createHash("sha256").update(folded(name)).digest("base64url").slice(0, 16);
}

function keepClaimOfTeam(channel: Channel, id: string): Statement {
  return sql`UPDATE claims SET submission_id = NULL WHERE channel = ${channel} AND mailbox = '' AND submission_id = ${id}`;
}
