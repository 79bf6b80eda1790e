import type { Row, Statement } from "./database.js";
import type { Submission } from "./submission.js";
import { submissionFromRow } from "./submission-rows.js";

type Query = (sql: string, ...values: Statement["values"]) => Promise<Row[]>;

/** Each submission is in the queue of a channel until it is sent. */
export function deliveryQueue(channel: string, query: Query, clock: () => number) {
  const instant = (ms: number) => new Date(ms).toISOString();
  return {
    /** Claims a due delivery for `claimMs`; undefined if none is due. */
    async claim(claimMs: number): Promise<{ submission: Submission; attempts: number } | undefined> {
      const now = clock();
      const isDue = "channel = ? AND due_at <= ?";
      const due = [channel, instant(now)];
      // PostgreSQL rereads only the row after waiting for another claim, so due_at is compared twice.
      const [claimed] = await query(
        `UPDATE deliveries SET attempts = attempts + 1, due_at = ? WHERE ${isDue} AND submission_id =
          (SELECT submission_id FROM deliveries WHERE ${isDue} ORDER BY due_at LIMIT 1)
          RETURNING submission_id, attempts`,
        ...[instant(now + claimMs), ...due, ...due],
      );
      if (!claimed) return undefined;
      const [row] = await query("SELECT * FROM submissions WHERE id = ?", claimed.submission_id!);
      if (!row) return this.claim(claimMs); // erased in the meantime, with its delivery
      return { submission: submissionFromRow(row), attempts: claimed.attempts as number };
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
