import type { Instant } from "../text/wall-clock.js";
import { keepClaimOfTeam } from "./claims.js";
import { sql } from "./database.js";
import type { LazyDatabase } from "./open-database.js";
import { instant } from "./statements.js";
import { type Submission, submissionFromRow } from "./submission.js";

export interface Delivery {
  readonly submission: Submission;
  /** With which its sender can cancel it. */
  readonly key: string | null;
  readonly attempts: number;
}

interface Waiting {
  readonly channel: string;
  readonly count: number | string;
  /** The most of one. */
  readonly attempts: number;
  readonly due: string;
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

  async waiting(): Promise<Waiting[]> {
    return this.#database.query(sql`SELECT channel, count(*) AS count, max(attempts) AS attempts, min(due_at) AS due
      FROM deliveries GROUP BY channel ORDER BY channel`);
  }

  /** Claims a due delivery for `claimMs`; undefined if none is due. */
  async claim(channel: string, claimMs: number): Promise<Delivery | undefined> {
    const now = this.#clock();
    const isDue = sql`channel = ${channel} AND due_at <= ${instant(now)}`;
    // PostgreSQL rereads only the row after waiting for another claim, so the second comparison is needed.
    const claim = sql`UPDATE deliveries SET attempts = attempts + 1, due_at = ${instant(now + claimMs)}
      WHERE submission_id = (SELECT submission_id FROM deliveries WHERE ${isDue} ORDER BY due_at LIMIT 1) AND ${isDue}
      RETURNING submission_id, attempts`;
    const [claimed] = await this.#database.query(claim);
    if (!claimed) return undefined;
    const id = claimed.submission_id as string;
    const [row] = await this.#database.query(sql`SELECT * FROM submissions WHERE id =
      (SELECT submission_id FROM deliveries WHERE submission_id = ${id} AND channel = ${channel})`);
    if (!row) return this.claim(channel, claimMs); // erased or cancelled in the meantime, with its delivery
    const attempts = claimed.attempts as number;
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
}
