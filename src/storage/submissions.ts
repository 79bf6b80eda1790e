import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { mailboxOf } from "../contracts/mail-address.js";
import type { Submission } from "../domain/submission.js";
import { DAY_MS, type Instant } from "../domain/wall-clock.js";
import type { Database, Row, Statement } from "./database.js";
import { type Channel, deliveryQueue, enqueueStatement } from "./delivery-queue.js";
import { lazyDatabase } from "./lazy-database.js";
import { contentHash, type SubmissionFilter, submissionFromRow, whereClause } from "./submission-rows.js";

/** SQLite stops the process, and locks out others, for some 5 ms of each batch. */
const ERASED_AT_ONCE = 20;
const ERASE_PAUSE_MS = 10;
const LISTED_AT_ONCE = 100;

interface Dependencies {
  readonly connect: () => Promise<Database>;
  readonly clock: () => number;
  /** A clock that is behind it is wrong: nothing counts as received earlier. */
  readonly builtAt?: Instant;
}

export type SubmissionStore = ReturnType<typeof submissionStore>;

export function submissionStore({ connect, clock, builtAt = 0 }: Dependencies) {
  const database = lazyDatabase(connect);
  const query = async (sql: string, values: Statement["values"]): Promise<Row[]> =>
    (await database.run({ sql, values }))[0]!;
  const instant = (ms: number) => new Date(ms).toISOString();

  return {
    open: database.open,
    usedBytes: database.usedBytes,

    /** Ignores the same content of a form within a day; the submission and its deliveries are on disk when this resolves. */
    async add(
      { form, locale, suspected, fields }: Omit<Submission, "id" | "receivedAt">,
      channels: readonly Channel[],
      delayMs = 0,
    ): Promise<"stored" | "duplicate"> {
      const [id, now] = [randomUUID(), clock()];
      const hash = contentHash(form, fields);
      const mailbox = mailboxOf(fields.email ?? "");
      const receivedAt = instant(Math.max(now, builtAt));
      const release = {
        sql: "UPDATE submissions SET hash = NULL WHERE hash = ? AND received_at <= ?",
        values: [hash, instant(now - DAY_MS)],
      };
      const insert = {
        sql: `INSERT INTO submissions (id, form, locale, received_at, suspected, email, fields, hash)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (hash) DO NOTHING RETURNING id`,
        values: [id, form, locale, receivedAt, Number(suspected), mailbox, JSON.stringify(fields), hash],
      };
      const recipient = `${instant(now).slice(0, 10)} ${form} ${mailbox}`;
      const delivery = { id, hash, dueAt: instant(now + delayMs), recipient };
      // A duplicate that is not suspected clears the suspicion of the first, which is then sent.
      const trust = { sql: "UPDATE submissions SET suspected = 0 WHERE hash = ? AND suspected = 1", values: [hash] };
      const [, inserted] = await database.run(
        release,
        insert,
        ...channels.map((channel) => enqueueStatement(channel, delivery)),
        ...(suspected ? [] : [trust]),
      );
      return inserted!.length > 0 ? "stored" : "duplicate";
    },

    async list(filter: SubmissionFilter): Promise<Submission[]> {
      const submissions: Submission[] = [];
      for (;;) {
        const { sql, values } = whereClause({ ...filter, after: submissions.at(-1) });
        const page = `SELECT * FROM submissions${sql} ORDER BY received_at, id LIMIT ${LISTED_AT_ONCE}`;
        const rows = await query(page, values);
        for (const row of rows) submissions.push(submissionFromRow(row));
        if (rows.length < LISTED_AT_ONCE) return submissions;
      }
    },

    async count(filter: SubmissionFilter): Promise<number> {
      const { sql, values } = whereClause(filter);
      const [row] = await query(`SELECT CAST(count(*) AS integer) AS number FROM submissions${sql}`, values);
      return row!.number as number;
    },

    /** In batches, so that requests are answered between them; `ref` keeps the process alive until the last. */
    async erase(filter: SubmissionFilter, { ref = true } = {}): Promise<number> {
      const { sql, values } = whereClause(filter);
      const batch = `(SELECT id FROM submissions${sql} LIMIT ${ERASED_AT_ONCE})`;
      for (let erased = 0; ; await wait(ERASE_PAUSE_MS, undefined, { ref })) {
        const { length } = await query(`DELETE FROM submissions WHERE id IN ${batch} RETURNING id`, values);
        erased += length;
        if (length === ERASED_AT_ONCE) continue;
        // The rows are deleted even if their traces cannot be removed now.
        if (erased > 0) await (await database.open()).purgeDeleted().catch(() => {});
        return erased;
      }
    },

    /** When the first submission was received, and the last one until then; undefined without any. */
    async receiptsUntil(until: Instant): Promise<{ first: Instant; last: Instant } | undefined> {
      const last = "SELECT max(received_at) FROM submissions WHERE received_at <= ?";
      const sql = `SELECT min(received_at) AS first, (${last}) AS last FROM submissions`;
      const [row] = await query(sql, [instant(until)]);
      if (!row?.first) return undefined;
      return { first: Date.parse(row.first as string), last: row.last ? Date.parse(row.last as string) : -Infinity };
    },

    queue: (channel: Channel) => deliveryQueue(channel, query, clock),

    /** By submission: the change that its sender was last notified of. */
    async eventNotices(): Promise<Map<string, string>> {
      const rows = await query("SELECT submission_id, change FROM event_notices", []);
      return new Map(rows.map((row) => [row.submission_id as string, row.change as string]));
    },

    async markNotified(submissionId: string, change: string): Promise<void> {
      await query(
        `INSERT INTO event_notices (submission_id, change) VALUES (?, ?)
          ON CONFLICT (submission_id) DO UPDATE SET change = excluded.change`,
        [submissionId, change],
      );
    },

    close: database.close,
  };
}
