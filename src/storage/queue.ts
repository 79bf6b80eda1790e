import { createHash } from "node:crypto";
import type { Instant, LocalDate } from "../text/wall-clock.js";
import { instant, type LazyDatabase, type Row, type Statement, sql } from "./database.js";
import { folded, mailboxOfSender, type Submission, submissionFromRow } from "./submission.js";

export interface Delivery {
  readonly submission: Submission;
  /** Its sender can cancel the submission with it. */
  readonly key: string | null;
  readonly attempts: number;
}

/** The primary key of the table `claims`, where the schema explains it: only one submission can have it. */
type Claim = Readonly<Record<"channel" | "mailbox" | "dateId" | "form" | "day", string>>;

const MAX_RECEIPTS_OF_MAILBOX_A_DAY = 10;
const MAX_RECEIPTS_OF_MAILBOX_AND_DATE_A_DAY = 3;

/**
 * What waits to be sent about submissions, by channel; and claims on what is sent once, although several submissions or
 * processes could send it. The submission that claims it first gets true, also when it is tried again, and all others
 * get false.
 */
export class DeliveryQueue {
  readonly #database: LazyDatabase;
  readonly #clock: () => Instant;

  constructor(database: LazyDatabase, clock: () => Instant) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Counts the deliveries of each channel, with the most attempts of one, and when the next is due. */
  async waiting(): Promise<Row[]> {
    return this.#database.query(sql`SELECT channel, count(*) AS count, max(attempts) AS attempts, min(due_at) AS due
      FROM deliveries GROUP BY channel ORDER BY channel`);
  }

  /** Leases a due delivery for `leaseMs`, after which it is due again; undefined if none is due. */
  async lease(channel: string, leaseMs: number): Promise<Delivery | undefined> {
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

  async finish(channel: string, id: string): Promise<void> {
    await this.#database.run([
      keepClaimOfTeam(channel, id),
      sql`DELETE FROM deliveries WHERE channel = ${channel} AND submission_id = ${id}`,
    ]);
  }

  async postpone(channel: string, id: string, due: Instant, attempts: number): Promise<void> {
    await this.#database.query(sql`UPDATE deliveries SET due_at = ${instant(due)}, attempts = ${attempts}
      WHERE channel = ${channel} AND submission_id = ${id}`);
  }

  /** Makes deliveries of a later time due now, to be scheduled again: their date can have been moved to an earlier day. */
  async recheckSchedule(): Promise<void> {
    const now = instant(this.#clock());
    await this.#database.query(sql`UPDATE deliveries SET due_at = ${now} WHERE attempts = 0 AND due_at > ${now}`);
  }

  /** One a day for a mailbox and a form, or for each name on the list of a date, up to limits. */
  claimReceipt(submission: Submission): Promise<boolean> {
    const { id, form, dateId, receivedAt } = submission;
    const day = receivedAt.slice(0, "yyyy-mm-dd".length);
    const formAndName = form === "date" ? `date ${hashOfName(submission)}` : form;
    const claim = { channel: "receipt", mailbox: mailboxOfSender(submission), dateId, form: formAndName, day };
    return this.#claim(claim, id, isBelowLimits(claim));
  }

  /** One of a mailbox for a date. */
  claimReminder(submission: Submission): Promise<boolean> {
    const { id, dateId } = submission;
    return this.#claim({ channel: "reminder", mailbox: mailboxOfSender(submission), dateId, form: "", day: "" }, id);
  }

  /**
   * One to the team for a date, and one more if it is moved to another day. If the submission is cancelled or erased
   * before it is sent, another can claim it.
   */
  claimForTeam(channel: string, { id, dateId }: Submission, day: LocalDate): Promise<boolean> {
    return this.#claim({ channel, mailbox: "", dateId, form: "", day }, id);
  }

  /** No other submission can claim a mail that was sent, even if this one is cancelled or erased. */
  async keepForTeam(channel: string, { id }: Submission): Promise<void> {
    await this.#database.query(keepClaimOfTeam(channel, id));
  }

  async #claim(claim: Claim, id: string, condition = sql`1 = 1`): Promise<boolean> {
    // A cancellation locks the row too, so that it comes wholly before or after the claim.
    const lock = sql`UPDATE submissions SET hash = hash WHERE id = ${id}`;
    const select = sql`SELECT day FROM claims
      WHERE channel = ${claim.channel} AND submission_id = ${id} AND day = ${claim.day}`;
    const results = await this.#database.run([lock, insertClaim(claim, id, condition), select]);
    return (results.at(-1) ?? []).length > 0;
  }
}

function insertClaim(claim: Claim, id: string, condition: Statement): Statement {
  return sql`INSERT INTO claims (channel, mailbox, event, form, day, submission_id)
    SELECT ${claim.channel}, ${claim.mailbox}, ${claim.dateId}, ${claim.form}, ${claim.day}, id FROM submissions
    WHERE id = ${id} AND cancelled_at IS NULL AND ${condition}
    ON CONFLICT DO NOTHING`;
}

function isBelowLimits({ mailbox, dateId, day }: Claim): Statement {
  const isOfDay = sql`channel = 'receipt' AND mailbox = ${mailbox} AND day = ${day}`;
  const ofDay = sql`SELECT count(*) FROM claims WHERE ${isOfDay}`;
  const ofDayAndDate = sql`SELECT count(*) FROM claims WHERE ${isOfDay} AND event = ${dateId} AND event <> ''`;
  return sql`(${ofDay}) < ${MAX_RECEIPTS_OF_MAILBOX_A_DAY}
    AND (${ofDayAndDate}) < ${MAX_RECEIPTS_OF_MAILBOX_AND_DATE_A_DAY}`;
}

/** People who share a mailbox, however their names are spelled. */
function hashOfName({ fields: { name = "" } }: Submission): string {
  return createHash("sha256").update(folded(name)).digest("base64url").slice(0, 16);
}

function keepClaimOfTeam(channel: string, id: string): Statement {
  return sql`UPDATE claims SET submission_id = NULL WHERE channel = ${channel} AND mailbox = '' AND submission_id = ${id}`;
}
