import { randomUUID } from "node:crypto";
import { mailboxOf } from "../contracts/mail-address.js";
import type { Submission } from "../domain/submission.js";
import { DAY_MS, type LocalDate } from "../domain/wall-clock.js";
import type { Database, Row, Statement } from "./database.js";
import { type Channel, deliveryQueue, enqueueStatement } from "./delivery-queue.js";
import { lazyDatabase } from "./lazy-database.js";
import { contentHash, type SubmissionFilter, submissionFromRow, whereClause } from "./submission-rows.js";

interface Dependencies {
  readonly connect: () => Promise<Database>;
  readonly clock: () => number;
}

export type SubmissionStore = ReturnType<typeof submissionStore>;

export function submissionStore({ connect, clock }: Dependencies) {
  const database = lazyDatabase(connect);
  const query = async (sql: string, values: Statement["values"]): Promise<Row[]> =>
    (await database.run({ sql, values }))[0]!;
  const instant = (ms: number) => new Date(ms).toISOString();

  return {
    open: database.open,

    /** Ignores the same content of a form within a day; the submission and its deliveries are on disk when this resolves. */
    async add(
      { form, locale, suspected, fields }: Omit<Submission, "id" | "receivedAt">,
      channels: readonly Channel[],
      delayMs = 0,
    ): Promise<"stored" | "duplicate"> {
      const [id, now] = [randomUUID(), clock()];
      const hash = contentHash(form, fields);
      const mailbox = mailboxOf(fields.email ?? "");
      // Frees the hash after a day, or if it was received on a clock that was ahead.
      const release = {
        sql: "UPDATE submissions SET hash = NULL WHERE hash = ? AND (received_at <= ? OR received_at > ?)",
        values: [hash, instant(now - DAY_MS), instant(now + DAY_MS)],
      };
      const insert = {
        sql: `INSERT INTO submissions (id, form, locale, received_at, suspected, email, fields, hash)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (hash) DO NOTHING RETURNING id`,
        values: [id, form, locale, instant(now), Number(suspected), mailbox, JSON.stringify(fields), hash],
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
      const { sql, values } = whereClause(filter);
      const rows = await query(`SELECT * FROM submissions${sql} ORDER BY received_at, id`, values);
      return rows.map(submissionFromRow);
    },

    async count(filter: SubmissionFilter): Promise<number> {
      const { sql, values } = whereClause(filter);
      const [row] = await query(`SELECT CAST(count(*) AS integer) AS number FROM submissions${sql}`, values);
      return row!.number as number;
    },

    async erase(filter: SubmissionFilter): Promise<number> {
      const { sql, values } = whereClause(filter);
      const erased = await query(`DELETE FROM submissions${sql} RETURNING id`, values);
      // The rows are deleted even if their traces cannot be removed now.
      if (erased.length > 0) await (await database.open()).purgeDeleted().catch(() => {});
      return erased.length;
    },

    /** On which submissions were received, oldest first, in UTC. */
    async days(): Promise<LocalDate[]> {
      const rows = await query("SELECT DISTINCT substr(received_at, 1, 10) AS day FROM submissions ORDER BY day", []);
      return rows.map(({ day }) => day as LocalDate);
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
