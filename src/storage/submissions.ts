import { createHash, randomUUID } from "node:crypto";
import type { Locale } from "../domain/locale.js";
import type { Submission } from "../domain/submission.js";
import { DAY_MS } from "../domain/wall-clock.js";
import { type Database, DatabaseReplaced, type Row, type Statement } from "./database.js";
import { migrations } from "./schema.js";

/** Which submissions; what is left out narrows nothing. */
export interface SubmissionFilter {
  readonly id?: string | undefined;
  readonly form?: string | undefined;
  /** The address of its sender, in whatever case. */
  readonly email?: string | undefined;
  readonly suspected?: boolean | undefined;
  /** ISO 8601 instants: from the one on, before the other. */
  readonly from?: string | undefined;
  readonly before?: string | undefined;
}

/** A mail that is to be sent, claimed for a while by who has asked for it. */
interface DueMail {
  readonly submission: Submission;
  /** How often it has been tried, this time included. */
  readonly attempts: number;
}

/**
 * What people have sent by the forms, and the mails about it that are still to be sent.
 *
 * Errors  every function throws what the database's driver throws when it is away.
 */
export interface SubmissionStore {
  /** Connects and brings the schema up to date. The other functions do so themselves where it has not been called. */
  open(): Promise<void>;
  /**
   * Keeps a submission. When it resolves, it is on disk. The same form with the same words within a day is known, and
   * not kept again; `isMailed` also puts a mail about it into the outbox, in the same transaction, due after so many
   * milliseconds.
   */
  add(sent: Omit<Submission, "id" | "receivedAt">, isMailed: boolean, delayMs?: number): Promise<"kept" | "known">;
  /** The oldest first. */
  list(filter: SubmissionFilter): Promise<Submission[]>;
  count(filter: SubmissionFilter): Promise<number>;
  /** Erases submissions with their mails. Gives how many. */
  erase(filter: SubmissionFilter): Promise<number>;
  /**
   * The mail that has been due longest, if any; nobody else gets it for so many milliseconds. One that
   * seems to be due later than in `maxDelayMs` was put off on a wrong clock, and is due too.
   */
  claimMail(forMs: number, maxDelayMs: number): Promise<DueMail | undefined>;
  /** When the oldest submission was received, an ISO 8601 instant; undefined when there is none. */
  oldest(): Promise<string | undefined>;
  /** When the newest of those received before an instant was received, both ISO 8601. */
  newestBefore(instant: string): Promise<string | undefined>;
  mailSent(submissionId: string): Promise<void>;
  /** To be tried again then, an ISO 8601 instant. */
  mailDue(submissionId: string, dueAt: string): Promise<void>;
  close(): Promise<void>;
}

interface Dependencies {
  /** Opens the database; called again after a failure. */
  readonly connect: () => Promise<Database>;
  /** Milliseconds since 1970 UTC. */
  readonly clock: () => number;
}

export function submissionStore({ connect, clock }: Dependencies): SubmissionStore {
  let opening: Promise<Database> | undefined;
  const database = () => {
    opening ??= openDatabase().catch((error: unknown) => {
      opening = undefined; // the next who needs it tries again
      throw error;
    });
    return opening;
  };
  const openDatabase = async () => {
    const opened = await connect();
    await opened.migrate(migrations).catch(async (error: unknown) => {
      await opened.close();
      throw error;
    });
    return opened;
  };
  const run = async (...statements: Statement[]): Promise<Row[][]> => {
    const used = database();
    try {
      return await (await used).run(statements);
    } catch (error) {
      if (!(error instanceof DatabaseReplaced)) throw error;
      if (opening === used) {
        opening = undefined;
        await (await used).close();
      }
      return (await database()).run(statements);
    }
  };
  /** The rows of one statement. */
  const query = async (sql: string, values: Statement["values"]): Promise<Row[]> => (await run({ sql, values }))[0]!;
  const instant = (ms: number) => new Date(ms).toISOString();

  return {
    async open() {
      await database();
    },

    async add({ form, locale, suspected, fields }, isMailed, delayMs = 0) {
      const [id, now] = [randomUUID(), clock()];
      const hash = hashOf(form, fields);
      // After a day the same words may be sent again: the older submission gives up its claim on them.
      const release = {
        sql: "UPDATE submissions SET hash = NULL WHERE hash = ? AND (received_at <= ? OR received_at > ?)",
        values: [hash, instant(now - DAY_MS), instant(now + DAY_MS)], // later ones were received on a wrong clock
      };
      const insert = {
        sql: `INSERT INTO submissions (id, form, locale, received_at, suspected, email, fields, hash)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (hash) DO NOTHING RETURNING id`,
        values: [
          id,
          form,
          locale,
          instant(now),
          Number(suspected),
          (fields.email ?? "").normalize("NFC").toLowerCase(),
          JSON.stringify(fields),
          hash,
        ],
      };
      // Words that first looked like a machine's, and now come from a person, are a person's: the team is told.
      const tell = (of: "id = ?" | "hash = ? AND suspected = 1", value: string) => ({
        sql: `INSERT INTO outbox (submission_id, attempts, due_at)
          SELECT id, 0, ? FROM submissions WHERE ${of} ON CONFLICT (submission_id) DO NOTHING`,
        values: [instant(now + delayMs), value],
      });
      const trust = { sql: "UPDATE submissions SET suspected = 0 WHERE hash = ? AND suspected = 1", values: [hash] };
      const [, inserted] = await run(
        release,
        insert,
        ...(isMailed ? [tell("id = ?", id), tell("hash = ? AND suspected = 1", hash)] : []),
        ...(suspected ? [] : [trust]),
      );
      return inserted!.length > 0 ? "kept" : "known";
    },

    async list(filter) {
      const { sql, values } = where(filter);
      const rows = await query(`SELECT * FROM submissions${sql} ORDER BY received_at, id`, values);
      return rows.map(submissionIn);
    },

    async count(filter) {
      const { sql, values } = where(filter);
      const [row] = await query(`SELECT CAST(count(*) AS integer) AS number FROM submissions${sql}`, values);
      return row!.number as number;
    },

    async erase(filter) {
      const { sql, values } = where(filter);
      const erased = await query(`DELETE FROM submissions${sql} RETURNING id`, values);
      // erased they are, whatever comes of this
      if (erased.length > 0) await (await database()).forget().catch(() => {});
      return erased.length;
    },

    async claimMail(forMs, maxDelayMs) {
      const [now, tooLate] = [instant(clock()), instant(clock() + maxDelayMs)];
      // due_at is compared twice for PostgreSQL, where a statement that waited for another claim rereads only the row.
      const [claimed] = await query(
        `UPDATE outbox SET attempts = attempts + 1, due_at = ? WHERE (due_at <= ? OR due_at > ?) AND submission_id =
          (SELECT submission_id FROM outbox WHERE due_at <= ? OR due_at > ? ORDER BY due_at LIMIT 1)
          RETURNING submission_id, attempts`,
        [instant(clock() + forMs), now, tooLate, now, tooLate],
      );
      if (!claimed) return undefined;
      const [row] = await query("SELECT * FROM submissions WHERE id = ?", [claimed.submission_id!]);
      return row && { submission: submissionIn(row), attempts: claimed.attempts as number }; // none if erased meanwhile
    },

    async oldest() {
      const [row] = await query("SELECT min(received_at) AS oldest FROM submissions", []);
      return (row?.oldest as string | null) ?? undefined;
    },

    async newestBefore(instant) {
      const sql = "SELECT max(received_at) AS newest FROM submissions WHERE received_at < ?";
      const [row] = await query(sql, [instant]);
      return (row?.newest as string | null) ?? undefined;
    },

    async mailSent(submissionId) {
      await query("DELETE FROM outbox WHERE submission_id = ?", [submissionId]);
    },

    async mailDue(submissionId, dueAt) {
      await query("UPDATE outbox SET due_at = ? WHERE submission_id = ?", [dueAt, submissionId]);
    },

    async close() {
      const opened = await opening?.catch(() => undefined);
      opening = undefined;
      await opened?.close();
    },
  };
}

/** The same for two submissions that say the same, whatever their case and blanks. */
function hashOf(form: string, fields: Submission["fields"]): string {
  const normalized = Object.entries(fields)
    .map(([name, value]) => [name, value.toLowerCase().replaceAll(/\s+/g, " ").trim()])
    .sort(([a], [b]) => (a! < b! ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([form, normalized]))
    .digest("base64url");
}

function where({ id, form, email, suspected, from, before }: SubmissionFilter): Statement {
  const conditions: [string, string | number | undefined][] = [
    ["id = ?", id],
    ["form = ?", form],
    ["email = ?", email?.normalize("NFC").toLowerCase()],
    ["suspected = ?", suspected === undefined ? undefined : Number(suspected)],
    ["received_at >= ?", from],
    ["received_at < ?", before],
  ];
  const given = conditions.filter((condition): condition is [string, string | number] => condition[1] !== undefined);
  return {
    sql: given.length === 0 ? "" : ` WHERE ${given.map(([sql]) => sql).join(" AND ")}`,
    values: given.map(([, value]) => value),
  };
}

function submissionIn(row: Row): Submission {
  return {
    id: row.id as string,
    form: row.form as string,
    locale: row.locale as Locale,
    receivedAt: row.received_at as string,
    suspected: row.suspected === 1,
    fields: JSON.parse(row.fields as string) as Submission["fields"],
  };
}
