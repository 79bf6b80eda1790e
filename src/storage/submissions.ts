import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { mailboxOf } from "../text/mail-address.js";
import { DAY_MS, type Instant } from "../text/wall-clock.js";
import type { Database, Row, Statement } from "./database.js";
import { deliveryQueue } from "./delivery-queue.js";
import { lazyDatabase } from "./open-database.js";
import type { NewSubmission, Submission } from "./submission.js";
import { contentHash, type SubmissionFilter, submissionFromRow, whereClause } from "./submission-rows.js";
import { writtenLetters } from "./written-letters.js";

/** SQLite stops the process, and locks out others, for some 5 ms of each batch. */
const ERASED_AT_ONCE = 20;
const ERASE_PAUSE_MS = 10;
const LISTED_AT_ONCE = 100;

interface Options {
  readonly connect: () => Promise<Database>;
  readonly clock: () => number;
  /** A clock that is behind it is wrong: nothing counts as received earlier. */
  readonly builtAt?: Instant;
  /** Gets the id of a row that cannot be read, which a list leaves out; without it, the list fails. */
  readonly onUnreadable?: (id: string) => void;
}

export type SubmissionStore = ReturnType<typeof submissionStore>;

export function submissionStore({ connect, clock, builtAt = 0, onUnreadable }: Options) {
  const { open, use, close } = lazyDatabase(connect);
  const run = (...statements: Statement[]) => use((database) => database.run(statements));
  const query = async (sql: string, ...values: Statement["values"]): Promise<Row[]> => (await run({ sql, values }))[0]!;
  const instant = (ms: number) => new Date(ms).toISOString();

  return {
    close,
    /** Rejects if nothing can be stored now, also because the disk is full or read-only. */
    check: () => run({ sql: "UPDATE schema_version SET version = version", values: [] }),
    usedBytes: () => use((database) => database.usedBytes()),
    queue: (channel: string) => deliveryQueue(channel, query, clock),
    ...writtenLetters(run),

    /**
     * Ignores the same content of a form within a day; the receipt is sent if only the first was suspected. Resolves when
     * submission and deliveries are on disk.
     */
    async add({ form, locale, suspected, fields }: NewSubmission, channels: readonly string[]) {
      const id = randomUUID();
      const now = clock();
      const hash = contentHash(form, fields);
      const mailbox = mailboxOf(fields.email ?? "");
      const receivedAt = instant(Math.max(now, builtAt));
      const forgetAfterADay = {
        sql: "UPDATE submissions SET hash = NULL WHERE hash = ? AND received_at <= ?",
        values: [hash, instant(now - DAY_MS)],
      };
      const insertUnlessDuplicate = {
        sql: `INSERT INTO submissions (id, form, locale, received_at, suspected, email, fields, hash)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (hash) DO NOTHING RETURNING id`,
        values: [id, form, locale, receivedAt, Number(suspected), mailbox, JSON.stringify(fields), hash],
      };
      const enqueueItOrReceiptOfSuspectedDuplicate = (channel: string) => ({
        sql: `INSERT INTO deliveries (channel, submission_id, due_at, attempts) SELECT ?, id, ?, 0 FROM submissions
          WHERE id = ? OR hash = ? AND suspected = 1 AND ? = 'receipt' ON CONFLICT DO NOTHING`,
        values: [channel, instant(now), id, hash, channel],
      });
      const clearSuspicion = { sql: "UPDATE submissions SET suspected = 0 WHERE hash = ?", values: [hash] };
      const [, inserted] = await run(
        forgetAfterADay,
        insertUnlessDuplicate,
        ...channels.map(enqueueItOrReceiptOfSuspectedDuplicate),
        ...(suspected ? [] : [clearSuspicion]), // last, because the suspicion decides what is enqueued
      );
      return inserted!.length > 0 ? "stored" : "duplicate";
    },

    async list(filter: SubmissionFilter): Promise<Submission[]> {
      const submissions: Submission[] = [];
      for (let after: SubmissionFilter["after"]; ; ) {
        const { sql, values } = whereClause({ ...filter, after });
        const page = `SELECT * FROM submissions${sql} ORDER BY received_at, id LIMIT ${LISTED_AT_ONCE}`;
        const rows = await query(page, ...values);
        for (const row of rows) {
          after = { receivedAt: row.received_at as string, id: row.id as string };
          try {
            submissions.push(submissionFromRow(row));
          } catch (error) {
            if (!onUnreadable) throw error;
            onUnreadable(after.id);
          }
        }
        if (rows.length < LISTED_AT_ONCE) return submissions;
      }
    },

    /** In batches, between which requests are answered; without `ref`, it does not keep the process alive. */
    async erase(filter: SubmissionFilter, onErased = (_ids: string[]) => {}, { ref = true } = {}): Promise<number> {
      const { sql, values } = whereClause(filter);
      const batch = `(SELECT id FROM submissions${sql} LIMIT ${ERASED_AT_ONCE})`;
      for (let erased = 0; ; await wait(ERASE_PAUSE_MS, undefined, { ref })) {
        const rows = await query(`DELETE FROM submissions WHERE id IN ${batch} RETURNING id`, ...values);
        if (rows.length > 0) onErased(rows.map(({ id }) => id as string));
        erased += rows.length;
        if (rows.length === ERASED_AT_ONCE) continue;
        // The rows are deleted even if their traces cannot be removed now.
        if (erased > 0) await (await open()).purgeDeleted().catch(() => {});
        return erased;
      }
    },

    /** When the newest submission before this instant was received. */
    async newestBefore(before: Instant): Promise<Instant | undefined> {
      const sql = "SELECT max(received_at) AS newest FROM submissions WHERE received_at < ?";
      const [row] = await query(sql, instant(before));
      return row?.newest ? Date.parse(row.newest as string) : undefined;
    },

    async waitingChannels(): Promise<string[]> {
      return (await query("SELECT DISTINCT channel FROM deliveries")).map(({ channel }) => channel as string);
    },
  };
}
