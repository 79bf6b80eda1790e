import type { Row, Statement } from "./database.js";
import { eventIdOf, type Submission } from "./submission.js";

/** Which senders have a receipt, and what they were notified of. */
export function writtenLetters(run: (...statements: Statement[]) => Promise<Row[][]>) {
  return {
    /** Only the first submission of a mailbox, form and event on a day (UTC) gets a receipt, up to a limit. */
    async claimReceipt({ id, fields }: Submission, maxOfMailboxADay: number): Promise<boolean> {
      const insert = {
        sql: `INSERT INTO receipts (day, form, event, mailbox, submission_id)
          SELECT substr(received_at, 1, 10), form, ?, email, id FROM submissions WHERE id = ? AND ? > (
            SELECT count(*) FROM receipts WHERE mailbox = submissions.email AND day = substr(received_at, 1, 10)
          ) ON CONFLICT DO NOTHING`,
        values: [eventIdOf(fields) ?? "", id, maxOfMailboxADay],
      };
      const [, rows] = await run(insert, { sql: "SELECT day FROM receipts WHERE submission_id = ?", values: [id] });
      return rows!.length > 0;
    },

    /** By submission: the change that its sender was last notified of. */
    async eventNotices(): Promise<Map<string, string>> {
      const [rows] = await run({ sql: "SELECT submission_id, change FROM event_notices", values: [] });
      return new Map(rows!.map((row) => [row.submission_id as string, row.change as string]));
    },

    async markNotified(submissionId: string, change: string): Promise<void> {
      const sql = `INSERT INTO event_notices (submission_id, change) VALUES (?, ?)
        ON CONFLICT (submission_id) DO UPDATE SET change = excluded.change`;
      await run({ sql, values: [submissionId, change] });
    },
  };
}
