import type { Row, Statement } from "./database.js";
import { submissionFromRow } from "./submission-rows.js";

type Query = (sql: string, ...values: Statement["values"]) => Promise<Row[]>;

/** Each submission is in the queue of a channel until it is sent. */
export function deliveryQueue(channel: string, query: Query, clock: () => number) {
  const instant = (ms: number) => new Date(ms).toISOString();
  return {
    /** Claims a due delivery for `claimMs`. */
    async claim(claimMs: number) {
      const now = clock();
      const due = "channel = ? AND due_at <= ?";
      // PostgreSQL rereads only the row after waiting for another claim, so due_at is compared twice.
      const [claimed] = await query(
        `UPDATE deliveries SET attempts = attempts + 1, due_at = ? WHERE ${due} AND submission_id =
          (SELECT submission_id FROM deliveries WHERE ${due} ORDER BY due_at LIMIT 1)
          RETURNING submission_id, attempts`,
        instant(now + claimMs),
        channel,
        instant(now),
        channel,
        instant(now),
      );
      if (!claimed) return undefined;
      const [row] = await query("SELECT * FROM submissions WHERE id = ?", claimed.submission_id!);
      return row && { submission: submissionFromRow(row), attempts: claimed.attempts as number };
    },

    async finish(submissionId: string): Promise<void> {
      await query("DELETE FROM deliveries WHERE channel = ? AND submission_id = ?", channel, submissionId);
    },

    async retryAt(submissionId: string, dueAt: string): Promise<void> {
      const sql = "UPDATE deliveries SET due_at = ? WHERE channel = ? AND submission_id = ?";
      await query(sql, dueAt, channel, submissionId);
    },
  };
}
