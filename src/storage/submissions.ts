import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Instant } from "../text/wall-clock.js";
import { type Database, type Row, type Statement, sql } from "./database.js";
import { LazyDatabase } from "./open-database.js";
import {
  cancellation,
  claimForDate,
  clearSuspicion,
  enqueue,
  enqueueReceiptOfSuspectedDuplicate,
  forgetContentAfterADay,
  instant,
  matches,
  type SubmissionFilter,
  storeIfFirstOfItsKind,
} from "./statements.js";
import {
  contentHash,
  eventIdOf,
  type NewSubmission,
  type Submission,
  sameSignUp,
  submissionFromRow,
} from "./submission.js";

/** SQLite stops the process, and locks out others, for some 5 ms of each batch. */
const ERASED_AT_ONCE = 20;
const ERASE_PAUSE_MS = 10;
const LISTED_AT_ONCE = 100;

interface Options {
  readonly connect: () => Promise<Database>;
  readonly clock: () => Instant;
  /** A clock that is behind it is wrong: nothing counts as received earlier. */
  readonly builtAt?: Instant;
  /** Gets the id of a row that cannot be read, which a list leaves out; without it, the list fails. */
  readonly onUnreadable?: (id: string) => void;
}

export interface Delivery {
  readonly submission: Submission;
  /** With which its sender can cancel it. */
  readonly key: string | null;
  readonly attempts: number;
}

const KEY_BYTES = 16;

/** The submissions, what waits to be sent about them, and what was sent. */
export class SubmissionStore {
  readonly #database: LazyDatabase;
  readonly #options: Options;

  constructor(options: Options) {
    this.#database = new LazyDatabase(options.connect);
    this.#options = options;
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  /** Rejects if nothing can be stored now, also because the disk is full or read-only. */
  async check(): Promise<void> {
    await this.#query(sql`UPDATE schema_version SET version = version`);
  }

  async usedBytes(): Promise<number> {
    return (await this.#database.open()).usedBytes();
  }

  /**
   * Ignores the same content of a form within a day; the receipt is sent if only the first was suspected. Resolves when
   * submission and deliveries are on disk. With `later`, deliveries by the time at which they are due, it gets a key.
   */
  async add(
    submission: NewSubmission,
    channels: readonly string[],
    later?: ReadonlyMap<string, Instant>,
  ): Promise<"stored" | "duplicate"> {
    const now = this.#options.clock();
    const receivedAt = instant(Math.max(now, this.#options.builtAt ?? 0));
    const received = { ...submission, id: randomUUID(), receivedAt };
    const hash = contentHash(submission);
    const key = later ? randomBytes(KEY_BYTES).toString("hex") : null;
    const statements = [forgetContentAfterADay(hash, now), storeIfFirstOfItsKind(received, hash, key)];
    for (const channel of channels) statements.push(enqueue(channel, received.id, now));
    for (const [channel, due] of later ?? []) statements.push(enqueue(channel, received.id, due));
    if (!submission.suspected) {
      if (channels.includes("receipt")) statements.push(enqueueReceiptOfSuspectedDuplicate(hash, now));
      statements.push(clearSuspicion(hash));
    }
    const [, stored] = await this.#run(statements);
    return stored!.length > 0 ? "stored" : "duplicate";
  }

  /** Oldest first, without the cancelled ones unless the filter has `cancelled`. */
  async list(given: SubmissionFilter): Promise<Submission[]> {
    const filter = { cancelled: false, ...given };
    const { onUnreadable } = this.#options;
    const submissions: Submission[] = [];
    for (let last: Row | undefined; ; ) {
      const rows = await this.#query(
        sql`SELECT * FROM submissions WHERE ${matches(filter, last)} ORDER BY received_at, id LIMIT ${LISTED_AT_ONCE}`,
      );
      for (const row of rows) {
        try {
          submissions.push(submissionFromRow(row));
        } catch (error) {
          if (!onUnreadable) throw error;
          onUnreadable(row.id as string);
        }
      }
      last = rows.at(-1);
      if (rows.length < LISTED_AT_ONCE) return submissions;
    }
  }

  /** In batches, between which requests are answered; without `ref`, it does not keep the process alive. */
  async erase(filter: SubmissionFilter, onErased = (_ids: string[]) => {}, { ref = true } = {}): Promise<number> {
    const batch = sql`SELECT id FROM submissions WHERE ${matches(filter)} LIMIT ${ERASED_AT_ONCE}`;
    for (let erased = 0; ; await wait(ERASE_PAUSE_MS, undefined, { ref })) {
      const rows = await this.#query(sql`DELETE FROM submissions WHERE id IN (${batch}) RETURNING id`);
      if (rows.length > 0) onErased(rows.map(({ id }) => id as string));
      erased += rows.length;
      if (rows.length === ERASED_AT_ONCE) continue;
      // The rows are deleted even if their traces cannot be removed now.
      if (erased > 0) await (await this.#database.open()).purgeDeleted().catch(() => {});
      return erased;
    }
  }

  /** When the newest submission before this instant was received. */
  async newestBefore(before: Instant): Promise<Instant | undefined> {
    const newest = sql`SELECT max(received_at) AS newest FROM submissions WHERE received_at < ${instant(before)}`;
    const [row] = await this.#query(newest);
    return row?.newest ? Date.parse(row.newest as string) : undefined;
  }

  async waitingChannels(): Promise<string[]> {
    const rows = await this.#query(sql`SELECT DISTINCT channel FROM deliveries`);
    return rows.map(({ channel }) => channel as string);
  }

  /** Claims a due delivery for `claimMs`; undefined if none is due. */
  async claimDelivery(channel: string, claimMs: number): Promise<Delivery | undefined> {
    const now = this.#options.clock();
    const isDue = sql`channel = ${channel} AND due_at <= ${instant(now)}`;
    // PostgreSQL rereads only the row after waiting for another claim, so the second comparison is needed.
    const claim = sql`UPDATE deliveries SET attempts = attempts + 1, due_at = ${instant(now + claimMs)}
      WHERE submission_id = (SELECT submission_id FROM deliveries WHERE ${isDue} ORDER BY due_at LIMIT 1) AND ${isDue}
      RETURNING submission_id, attempts`;
    const [claimed] = await this.#query(claim);
    if (!claimed) return undefined;
    const [row] = await this.#query(sql`SELECT * FROM submissions WHERE id =
      (SELECT submission_id FROM deliveries WHERE submission_id = ${claimed.submission_id!} AND channel = ${channel})`);
    if (!row) return this.claimDelivery(channel, claimMs); // erased or cancelled in the meantime, with its delivery
    const { attempts } = claimed;
    return { submission: submissionFromRow(row), key: row.cancel_key as string | null, attempts: attempts as number };
  }

  async finishDelivery(channel: string, id: string): Promise<void> {
    await this.#run([
      sql`UPDATE date_claims SET is_sent = 1 WHERE channel = ${channel} AND submission_id = ${id}`,
      sql`DELETE FROM deliveries WHERE channel = ${channel} AND submission_id = ${id}`,
    ]);
  }

  async postponeDelivery(channel: string, id: string, delayMs: number, attempts: number): Promise<void> {
    const dueAt = instant(this.#options.clock() + delayMs);
    await this.#query(sql`UPDATE deliveries SET due_at = ${dueAt}, attempts = ${attempts}
      WHERE channel = ${channel} AND submission_id = ${id}`);
  }

  /** Makes deliveries of a later time due now, to be scheduled again: their date can have been moved to an earlier day. */
  async recheckSchedule(): Promise<void> {
    const now = instant(this.#options.clock());
    await this.#query(sql`UPDATE deliveries SET due_at = ${now} WHERE attempts = 0 AND due_at > ${now}`);
  }

  /** Undefined if nobody has the key, or its sign-up is cancelled and its mailbox has signed up again. */
  async findSignUp(key: string): Promise<{ submission: Submission; isCancelled: boolean } | undefined> {
    const [row] = await this.#query(sql`SELECT * FROM submissions WHERE cancel_key = ${key}`);
    if (!row) return undefined;
    const submission = submissionFromRow(row);
    const isCancelled = row.cancelled_at !== null;
    if (isCancelled && (await this.list(sameSignUp(submission))).length > 0) return undefined;
    return { submission, isCancelled };
  }

  /** All sign-ups of the mailbox for the date, and queues `channels` once. Resolves with their ids. */
  async cancel(submission: Submission, channels: readonly string[]): Promise<string[]> {
    const theirs = matches({ ...sameSignUp(submission), cancelled: false });
    const results = await this.#run(cancellation(theirs, channels, this.#options.clock()));
    return results.at(-1)!.map(({ id }) => id as string);
  }

  /** True for one submission about the date until it is finished; also when it is tried again. */
  async claimForDate(channel: string, { id, fields }: Submission): Promise<boolean> {
    const select = sql`SELECT event FROM date_claims
      WHERE channel = ${channel} AND submission_id = ${id} AND is_sent = 0`;
    const [, claimed] = await this.#run([claimForDate(channel, eventIdOf(fields) ?? "", id), select]);
    return claimed!.length > 0;
  }

  /** True for one submission of a mailbox for the date; also when it is tried again. */
  async claimReminder({ id, fields }: Submission): Promise<boolean> {
    const claim = sql`INSERT INTO receipts (day, form, event, mailbox, submission_id)
      SELECT '', 'reminder', ${eventIdOf(fields) ?? ""}, email, id FROM submissions
      WHERE id = ${id} AND cancelled_at IS NULL
      ON CONFLICT DO NOTHING`;
    return this.#hasClaimed(claim, "reminder", id);
  }

  /** Only the first submission of a mailbox, form and event on a day (UTC) gets a receipt, up to a limit. */
  async claimReceipt({ id, form, fields }: Submission, maxOfMailboxADay: number): Promise<boolean> {
    const claim = sql`INSERT INTO receipts (day, form, event, mailbox, submission_id)
      SELECT substr(received_at, 1, 10), form, ${eventIdOf(fields) ?? ""}, email, id FROM submissions
      WHERE id = ${id} AND cancelled_at IS NULL AND ${maxOfMailboxADay} >
        (SELECT count(*) FROM receipts WHERE mailbox = submissions.email AND day = substr(received_at, 1, 10))
      ON CONFLICT DO NOTHING`;
    return this.#hasClaimed(claim, form, id);
  }

  async #hasClaimed(claim: Statement, form: string, id: string): Promise<boolean> {
    const select = sql`SELECT day FROM receipts WHERE submission_id = ${id} AND form = ${form}`;
    const [, claimed] = await this.#run([claim, select]);
    return claimed!.length > 0;
  }

  /** By submission: the change that its sender was last notified of. */
  async eventNotices(): Promise<Map<string, string>> {
    const rows = await this.#query(sql`SELECT submission_id, change FROM event_notices`);
    return new Map(rows.map((row) => [row.submission_id as string, row.change as string]));
  }

  async markNotified(id: string, change: string): Promise<void> {
    await this.#query(sql`INSERT INTO event_notices (submission_id, change) VALUES (${id}, ${change})
      ON CONFLICT (submission_id) DO UPDATE SET change = excluded.change`);
  }

  async #run(statements: readonly Statement[]): Promise<Row[][]> {
    return (await this.#database.open()).run(statements);
  }

  async #query(statement: Statement): Promise<Row[]> {
    return (await this.#run([statement]))[0]!;
  }
}
