/** The statements that store a submission, each named after the rule that it keeps, and the filters. */
import { mailboxOf } from "../text/mail-address.js";
import { DAY_MS, type Instant } from "../text/wall-clock.js";
import { type Row, type Statement, sql } from "./database.js";
import type { Submission } from "./submission.js";

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
  readonly event?: string | undefined;
  /** Cancelled, with nothing that waits to be sent; or not cancelled. */
  readonly cancelled?: boolean | undefined;
}

export function instant(time: Instant): string {
  return new Date(time).toISOString();
}

export function forgetContentAfterADay(hash: string, now: Instant): Statement {
  return sql`UPDATE submissions SET hash = NULL WHERE hash = ${hash} AND received_at <= ${instant(now - DAY_MS)}`;
}

/** Returns its id, or nothing if there is the same content already. */
export function storeIfFirstOfItsKind(submission: Submission, hash: string, key: string | null): Statement {
  const { id, form, locale, receivedAt, suspected, fields } = submission;
  const mailbox = mailboxOf(fields.email ?? "");
  return sql`INSERT INTO submissions (id, form, locale, received_at, suspected, email, fields, hash, cancel_key)
    VALUES (${id}, ${form}, ${locale}, ${receivedAt}, ${Number(suspected)}, ${mailbox}, ${JSON.stringify(fields)}, ${hash},
      ${key})
    ON CONFLICT (hash) DO NOTHING RETURNING id`;
}

/** Nothing if the submission was not stored. */
export function enqueue(channel: string, id: string, due: Instant): Statement {
  return sql`INSERT INTO deliveries (channel, submission_id, due_at, attempts)
    SELECT ${channel}, id, ${instant(due)}, 0 FROM submissions WHERE id = ${id}`;
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

/** The condition of a filter, for rows that come later than `after` in order of receipt and id. */
export function matches(filter: SubmissionFilter, after?: Row): Statement {
  const { id, form, email, suspected, from, before, event, cancelled } = filter;
  const conditions = [sql`1 = 1`];
  if (id !== undefined) conditions.push(sql`id = ${id}`);
  if (form !== undefined) conditions.push(sql`form = ${form}`);
  if (email !== undefined) conditions.push(sql`email = ${mailboxOf(email)}`);
  if (suspected !== undefined) conditions.push(sql`suspected = ${Number(suspected)}`);
  if (from !== undefined) conditions.push(sql`received_at >= ${instant(from)}`);
  if (before !== undefined) conditions.push(sql`received_at < ${instant(before)}`);
  if (event !== undefined) conditions.push(isAbout(event));
  if (cancelled === false) conditions.push(sql`cancelled_at IS NULL`);
  if (cancelled)
    conditions.push(
      sql`cancelled_at IS NOT NULL AND id NOT IN (SELECT submission_id FROM deliveries)`, // nothing about it waits to be sent
    );
  if (after) conditions.push(sql`(received_at, id) > (${after.received_at!}, ${after.id!})`);
  return conditions.reduce((all, condition) => sql`${all} AND ${condition}`);
}

/** As in `eventIdOf`. JSON escapes the quotes of what was typed, so it cannot be taken for one of these fields. */
function isAbout(event: string): Statement {
  const id = event.replaceAll(/[^\w-]|_/g, ""); // none of LIKE's own characters
  return sql`(fields LIKE ${`%"event":"${id}"%`} OR fields LIKE ${`%"date":"${id}"%`})`;
}

/** For the first sign-up of a date, or for the next once the first is cancelled or erased before anything was sent. */
export function claimForDate(channel: string, event: string, id: string): Statement {
  return sql`INSERT INTO date_claims (channel, event, submission_id, is_sent)
    SELECT ${channel}, ${event}, id, 0 FROM submissions WHERE id = ${id} AND cancelled_at IS NULL
    ON CONFLICT (channel, event) DO UPDATE SET submission_id = excluded.submission_id
      WHERE date_claims.is_sent = 0 AND date_claims.submission_id NOT IN
        (SELECT submission_id FROM deliveries WHERE channel = ${channel})`;
}

/** Takes all that `theirs` matches off the list, once, as the first statement locks the rows. */
export function cancellation(theirs: Statement, channels: readonly string[], now: Instant): Statement[] {
  const ids = sql`SELECT id FROM submissions WHERE ${theirs}`;
  return [
    sql`UPDATE submissions SET hash = NULL WHERE ${theirs}`,
    sql`DELETE FROM receipts WHERE submission_id IN (${ids})`,
    sql`DELETE FROM deliveries WHERE submission_id IN (${ids})`,
    ...channels.map(
      (channel) => sql`INSERT INTO deliveries (channel, submission_id, due_at, attempts)
        SELECT ${channel}, id, ${instant(now)}, 0 FROM submissions WHERE ${theirs} ORDER BY received_at, id LIMIT 1`,
    ),
    sql`UPDATE submissions SET cancelled_at = ${instant(now)}, hash = NULL WHERE ${theirs} RETURNING id`,
  ];
}
