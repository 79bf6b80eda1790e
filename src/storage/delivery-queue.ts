import type { Row, Statement } from "./database.js";
import { submissionFromRow } from "./submission-rows.js";

/** A table for each, so that a build that knows fewer channels can run beside this one during a deploy. */
export const channelTables = { mail: "outbox", webhook: "webhook_outbox", receipt: "receipts" } as const;

export type Channel = keyof typeof channelTables;

export type DeliveryQueue = ReturnType<typeof deliveryQueue>;

type Query = (sql: string, values: Statement["values"]) => Promise<Row[]>;

/** Enqueues the submission, or the suspected one with its content; a receipt only if its recipient has none. */
export function enqueueStatement(
  channel: Channel,
  { id, hash, dueAt, recipient }: Readonly<Record<"id" | "hash" | "dueAt" | "recipient", string>>,
): Statement {
  const [column, place, values] = channel === "receipt" ? [", recipient", ", ?", [recipient]] : ["", "", []];
  return {
    sql: `INSERT INTO ${channelTables[channel]} (submission_id, attempts, due_at${column})
      SELECT id, 0, ?${place} FROM submissions WHERE id = ? OR hash = ? AND suspected = 1 ON CONFLICT DO NOTHING`,
    values: [dueAt, ...values, id, hash],
  };
}

export function deliveryQueue(channel: Channel, query: Query, clock: () => number) {
  const table = channelTables[channel];
  const instant = (ms: number) => new Date(ms).toISOString();

  return {
    /** Claims a due delivery for `claimMs`. */
    async claim(claimMs: number) {
      const now = instant(clock());
      // PostgreSQL rereads only the row after waiting for another claim, so due_at is compared twice.
      const [claimed] = await query(
        `UPDATE ${table} SET attempts = attempts + 1, due_at = ? WHERE due_at <= ? AND submission_id =
          (SELECT submission_id FROM ${table} WHERE due_at <= ? ORDER BY due_at LIMIT 1)
          RETURNING submission_id, attempts`,
        [instant(clock() + claimMs), now, now],
      );
      if (!claimed) return undefined;
      const [row] = await query("SELECT * FROM submissions WHERE id = ?", [claimed.submission_id!]);
      return row && { submission: submissionFromRow(row), attempts: claimed.attempts as number };
    },

    /** A receipt stays, without a due time, so that its recipient gets no other. */
    async finish(submissionId: string): Promise<void> {
      const finished = channel === "receipt" ? `UPDATE ${table} SET due_at = NULL` : `DELETE FROM ${table}`;
      await query(`${finished} WHERE submission_id = ?`, [submissionId]);
    },

    async retryAt(submissionId: string, dueAt: string): Promise<void> {
      await query(`UPDATE ${table} SET due_at = ? WHERE submission_id = ?`, [dueAt, submissionId]);
    },
  };
}
