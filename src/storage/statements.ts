/** The rules for which processes race, and the filters. Each is kept by one statement. */
import { mailboxOf } from "../text/mail-address.js";
import { DAY_MS, type Instant } from "../text/wall-clock.js";
import { type Row, type Statement, sql } from "./database.js";
import { eventIdOf, type Submission } from "./submission.js";

/** Undefined fields match every submission. */
export interface SubmissionFilter {
  readonly id?: string | undefined;
  readonly form?: string | undefined;
  readonly email?: string | undefined;
  readonly suspected?: boolean | undefined;
  /** Included; `before` is not. */
  readonly from?: Instant | undefined;
  readonly before?: Instant | undefined;
}

export function instant(time: Instant): string {
  return new Date(time).toISOString();
}

export function forgetContentAfterADay(hash: string, now: Instant): Statement {
  return sql`UPDATE submissions SET hash = NULL WHERE hash = ${hash} AND received_at <= ${instant(now - DAY_MS)}`;
}

/** Returns its id, or nothing if there is the same content already. */
export function storeIfFirstOfItsKind(submission: Submission, hash: string): Statement {
  const { id, form, locale, receivedAt, suspected, fields } = submission;
  const mailbox = mailboxOf(fields.email ?? "");
  return sql`INSERT INTO submissions (id, form, locale, received_at, suspected, email, fields, hash)
    VALUES (${id}, ${form}, ${locale}, ${receivedAt}, ${Number(suspected)}, ${mailbox}, ${JSON.stringify(fields)}, ${hash})
    ON CONFLICT (hash) DO NOTHING RETURNING id`;
}

/** Nothing if the submission was not stored. */
export function enqueue(channel: string, id: string, now: Instant): Statement {
  return sql`INSERT INTO deliveries (channel, submission_id, due_at, attempts)
    SELECT ${channel}, id, ${instant(now)}, 0 FROM submissions WHERE id = ${id}`;
}

/** Before its suspicion is cleared. */
export function enqueueReceiptOfSuspectedDuplicate(hash: string, now: Instant): Statement {
  return sql`INSERT INTO deliveries (channel, submission_id, due_at, attempts)
    SELECT 'receipt', id, ${instant(now)}, 0 FROM submissions WHERE hash = ${hash} AND suspected = 1
    ON CONFLICT DO NOTHING`;
}

export function clearSuspicion(hash: string): Statement {
  return sql`UPDATE submissions SET suspected = 0 WHERE hash = ${hash}`;
}

/** PostgreSQL rereads only the row after waiting for another claim, so due_at is compared twice. */
export function claimLongestDue(channel: string, now: Instant, claimMs: number): Statement {
  const time = instant(now);
  return sql`UPDATE deliveries SET attempts = attempts + 1, due_at = ${instant(now + claimMs)}
    WHERE channel = ${channel} AND due_at <= ${time} AND submission_id =
      (SELECT submission_id FROM deliveries WHERE channel = ${channel} AND due_at <= ${time} ORDER BY due_at LIMIT 1)
    RETURNING submission_id, attempts`;
}

/** Only the first submission of a mailbox, form and event on a day (UTC) gets a receipt, up to a limit. */
export function claimReceipt({ id, fields }: Submission, maxOfMailboxADay: number): Statement {
  return sql`INSERT INTO receipts (day, form, event, mailbox, submission_id)
    SELECT substr(received_at, 1, 10), form, ${eventIdOf(fields) ?? ""}, email, id FROM submissions
    WHERE id = ${id} AND ${maxOfMailboxADay} >
      (SELECT count(*) FROM receipts WHERE mailbox = submissions.email AND day = substr(received_at, 1, 10))
    ON CONFLICT DO NOTHING`;
}

/** Oldest first, from after the last row of the page before. */
export function selectPage(filter: SubmissionFilter, last: Row | undefined, limit: number): Statement {
  const { sql, values } = whereClause(filter, last);
  return { sql: `SELECT * FROM submissions ${sql} ORDER BY received_at, id LIMIT ${limit}`, values };
}

export function eraseBatch(filter: SubmissionFilter, limit: number): Statement {
  const { sql, values } = whereClause(filter);
  const batch = `SELECT id FROM submissions ${sql} LIMIT ${limit}`;
  return { sql: `DELETE FROM submissions WHERE id IN (${batch}) RETURNING id`, values };
}

function whereClause(filter: SubmissionFilter, after?: Row): Statement {
  const { id, form, email, suspected, from, before } = filter;
  const conditions: Statement[] = [];
  if (id !== undefined) conditions.push(sql`id = ${id}`);
  if (form !== undefined) conditions.push(sql`form = ${form}`);
  if (email !== undefined) conditions.push(sql`email = ${mailboxOf(email)}`);
  if (suspected !== undefined) conditions.push(sql`suspected = ${Number(suspected)}`);
  if (from !== undefined) conditions.push(sql`received_at >= ${instant(from)}`);
  if (before !== undefined) conditions.push(sql`received_at < ${instant(before)}`);
  if (after) conditions.push(sql`(received_at, id) > (${after.received_at!}, ${after.id!})`);
  if (conditions.length === 0) return sql``;
  const all = conditions.map((condition) => condition.sql).join(" AND ");
  return { sql: `WHERE ${all}`, values: conditions.flatMap(({ values }) => values) };
}
