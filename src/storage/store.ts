import { createHash, randomBytes, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { mailboxOf } from "../text/mail-address.js";
import { DAY_MS, type Instant } from "../text/wall-clock.js";
import { type Database, instant, LazyDatabase, type Row, type Statement, sql } from "./database.js";
import { DeliveryQueue } from "./queue.js";
import { fillDateIds } from "./schema.js";
import { folded, type NewSubmission, type Submission, sameSignUp, submissionFromRow } from "./submission.js";

/** SQLite stops the process, and locks out others, for some 5 ms of each batch. */
const ERASED_AT_ONCE = 20;
const ERASE_PAUSE_MS = 10;
const LISTED_AT_ONCE = 100;
const KEY_BYTES = 16;

/** What is sent about a submission: at once, unless it has a time, and not to a sender who is suspected. */
export interface PlannedDelivery {
  readonly channel: string;
  readonly due?: Instant;
  readonly to: "team" | "sender" | "webhook";
}

/** What a notice said about a date. */
export interface Notice {
  readonly status: string;
  readonly startsAt: string;
  /** Empty if it is the usual one. */
  readonly venue: string;
  /** Identifies a new address at a venue of the same name; otherwise empty. */
  readonly address: string;
}

/** The submissions, with what waits to be sent about them and what was sent. */
export class SubmissionStore {
  readonly queue: DeliveryQueue;
  readonly #database: LazyDatabase;
  readonly #clock: () => Instant;
  readonly #builtAt: Instant;

  /** A clock that is behind `builtAt` is wrong: nothing counts as received earlier. */
  constructor(connect: () => Promise<Database>, clock: () => Instant, builtAt: Instant) {
    this.#database = new LazyDatabase(connect);
    this.#clock = clock;
    this.#builtAt = builtAt;
    this.queue = new DeliveryQueue(this.#database, clock);
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  /** Rejects if nothing can be stored now, also because the disk is full or read-only. */
  async check(): Promise<void> {
    await this.#database.query(sql`UPDATE schema_version SET version = version`);
  }

  async usedBytes(): Promise<number> {
    return (await this.#database.open()).usedBytes();
  }

  /**
   * Resolves when the submission and its deliveries are on disk. If one of the last 24 hours has its hash, nothing is
   * stored; but a person who repeats a suspected one clears it and gets what goes to its sender.
   */
  async add(submission: NewSubmission, deliveries: readonly PlannedDelivery[]): Promise<void> {
    const now = this.#clock();
    const hash = contentHash(submission);
    const id = randomUUID();
    const receivedAt = instant(Math.max(now, this.#builtAt));
    const inserted = sql`id = ${id}`; // no row if the submission is a repeat
    const insertedOrCleared = sql`${inserted} OR (hash = ${hash} AND suspected = 1)`;
    // All run in one transaction.
    const statements = [forgetHashAfterADay(hash, now), insertIfHashIsNew({ ...submission, id, receivedAt }, hash)];
    for (const { channel, due = now, to } of deliveries) {
      if (to !== "sender") statements.push(enqueue(channel, due, inserted));
      else if (!submission.suspected) statements.push(enqueue(channel, due, insertedOrCleared));
    }
    if (!submission.suspected) statements.push(sql`UPDATE submissions SET suspected = 0 WHERE hash = ${hash}`);
    await this.#database.run(statements);
  }

  /** Oldest first, without cancelled sign-ups. */
  list(filter: SubmissionFilter): Promise<Submission[]> {
    return this.listAll({ ...filter, cancelled: false });
  }

  /** Oldest first, with cancelled sign-ups. */
  async listAll(filter: SubmissionFilter): Promise<Submission[]> {
    if (filter.dateId !== undefined) await fillDateIds(await this.#database.open());
    const submissions: Submission[] = [];
    let rows: Row[] = [];
    do {
      const rest = matches(filter, rows.at(-1));
      rows = await this.#database.query(
        sql`SELECT * FROM submissions WHERE ${rest} ORDER BY received_at, id LIMIT ${LISTED_AT_ONCE}`,
      );
      submissions.push(...rows.map(submissionFromRow));
    } while (rows.length === LISTED_AT_ONCE);
    return submissions;
  }

  /** Deletes in batches, between which requests are answered; without `ref`, it does not keep the process alive. */
  async erase(filter: SubmissionFilter, onErased = (_ids: string[]) => {}, { ref = true } = {}): Promise<number> {
    const batch = sql`SELECT id FROM submissions WHERE ${matches(filter)} LIMIT ${ERASED_AT_ONCE}`;
    let erased = 0;
    for (;;) {
      const rows = await this.#database.query(sql`DELETE FROM submissions WHERE id IN (${batch}) RETURNING id`);
      if (rows.length > 0) onErased(rows.map(({ id }) => id as string));
      erased += rows.length;
      if (rows.length < ERASED_AT_ONCE) break;
      await wait(ERASE_PAUSE_MS, undefined, { ref });
    }
    // The rows are deleted even if their traces cannot be removed now.
    if (erased > 0) await (await this.#database.open()).purgeDeleted().catch(() => {});
    return erased;
  }

  /** When the newest submission before this instant was received. */
  async newestBefore(before: Instant): Promise<Instant | undefined> {
    const newest = sql`SELECT max(received_at) AS newest FROM submissions WHERE received_at < ${instant(before)}`;
    const [row] = await this.#database.query(newest);
    return row?.newest ? Date.parse(row.newest as string) : undefined;
  }

  /** Undefined if nobody has the key, or its sign-up is cancelled and its mailbox has signed up again. */
  async findSignUp(key: string): Promise<Submission | undefined> {
    const [row] = await this.#database.query(sql`SELECT * FROM submissions WHERE cancel_key = ${key}`);
    if (!row) return undefined;
    const submission = submissionFromRow(row);
    const isReplaced = submission.cancelledAt && (await this.list(sameSignUp(submission))).length > 0;
    return isReplaced ? undefined : submission;
  }

  /** Takes all sign-ups of the mailbox for the date off the list, and queues `channels` once. Resolves with their ids. */
  async cancel(submission: Submission, channels: readonly string[]): Promise<string[]> {
    const now = this.#clock();
    const theirs = matches({ ...sameSignUp(submission), cancelled: false });
    const ids = sql`SELECT id FROM submissions WHERE ${theirs}`;
    const results = await this.#database.run([
      sql`UPDATE submissions SET hash = NULL WHERE ${theirs}`, // locks the rows, so that one of several does it
      sql`DELETE FROM claims WHERE submission_id IN (${ids})`,
      sql`DELETE FROM deliveries WHERE submission_id IN (${ids})`,
      ...channels.map((channel) => enqueue(channel, now, theirs)),
      sql`UPDATE submissions SET cancelled_at = ${instant(now)}, hash = NULL WHERE ${theirs} RETURNING id`,
    ]);
    return (results.at(-1) ?? []).map(({ id }) => id as string);
  }

  /** The last notice that each sender got about the date, by the id of the submission. */
  async notices(): Promise<Map<string, Notice>> {
    const rows = await this.#database.query<Notice & { submission_id: string }>(
      sql`SELECT submission_id, status, starts_at AS "startsAt", venue, address FROM notices`,
    );
    return new Map(rows.map((row) => [row.submission_id, row]));
  }

  async saveNotice(id: string, { status, startsAt, venue, address }: Notice): Promise<void> {
    await this.#database.run([
      sql`DELETE FROM notices WHERE submission_id = ${id}`,
      sql`INSERT INTO notices VALUES (${id}, ${status}, ${startsAt}, ${venue}, ${address})`,
    ]);
  }
}

/** Undefined fields match every submission. */
export interface SubmissionFilter {
  readonly id?: string | undefined;
  readonly form?: string | undefined;
  readonly email?: string | undefined;
  readonly suspected?: boolean | undefined;
  /** Included; `before` is not. */
  readonly from?: Instant | undefined;
  readonly before?: Instant | undefined;
  /** The id of the date that it is about. */
  readonly dateId?: string | undefined;
  /** Cancelled, with nothing that waits to be sent; or not cancelled. */
  readonly cancelled?: boolean | undefined;
}

/** Equal for submissions of a form that differ only in case, blanks and the spelling of the mailbox. */
function contentHash({ form, fields }: NewSubmission): string {
  const normalized = Object.entries(fields).map(([name, value]): [string, string] => {
    const text = name === "email" ? mailboxOf(value) : value;
    return [name, folded(text)];
  });
  normalized.sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([form, normalized]))
    .digest("base64url");
}

function forgetHashAfterADay(hash: string, now: Instant): Statement {
  return sql`UPDATE submissions SET hash = NULL WHERE hash = ${hash} AND received_at <= ${instant(now - DAY_MS)}`;
}

/** The column `hash` is unique. A sign-up gets a key to cancel it with. */
function insertIfHashIsNew(submission: Submission, hash: string): Statement {
  const { id, form, locale, receivedAt, suspected, dateId, fields } = submission;
  const key = form === "date" ? randomBytes(KEY_BYTES).toString("hex") : null;
  return sql`INSERT INTO submissions (id, form, locale, received_at, suspected, email, event, fields, hash, cancel_key)
    VALUES (${id}, ${form}, ${locale}, ${receivedAt}, ${Number(suspected)}, ${mailboxOf(fields.email ?? "")}, ${dateId},
      ${JSON.stringify(fields)}, ${hash}, ${key})
    ON CONFLICT (hash) DO NOTHING`;
}

/** Queues a delivery for the first submission that meets the condition, if there is one. */
function enqueue(channel: string, due: Instant, condition: Statement): Statement {
  return sql`INSERT INTO deliveries (channel, submission_id, due_at, attempts)
    SELECT ${channel}, id, ${instant(due)}, 0 FROM submissions WHERE ${condition} ORDER BY received_at, id LIMIT 1
    ON CONFLICT DO NOTHING`;
}

/** The condition of a filter, for rows that come later than `after` in order of receipt and id. */
function matches(filter: SubmissionFilter, after?: Row): Statement {
  const { id, form, email, suspected, from, before, dateId, cancelled } = filter;
  const conditions = [sql`1 = 1`];
  if (id !== undefined) conditions.push(sql`id = ${id}`);
  if (form !== undefined) conditions.push(sql`form = ${form}`);
  if (email !== undefined) conditions.push(sql`email = ${mailboxOf(email)}`);
  if (suspected !== undefined) conditions.push(sql`suspected = ${Number(suspected)}`);
  if (from !== undefined) conditions.push(sql`received_at >= ${instant(from)}`);
  if (before !== undefined) conditions.push(sql`received_at < ${instant(before)}`);
  if (dateId !== undefined) conditions.push(sql`event = ${dateId}`);
  if (cancelled === false) conditions.push(sql`cancelled_at IS NULL`);
  if (cancelled) conditions.push(sql`cancelled_at IS NOT NULL AND id NOT IN (SELECT submission_id FROM deliveries)`);
  if (after) conditions.push(sql`(received_at, id) > (${after.received_at!}, ${after.id!})`);
  return conditions.reduce((all, condition) => sql`${all} AND ${condition}`);
}
