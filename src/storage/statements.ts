/** The statements that store and cancel submissions, named after the rules that they keep, and the filters. */
import { mailboxOf } from "../text/mail-address.js";
import { DAY_MS, type Instant } from "../text/wall-clock.js";
import { type Row, type Statement, sql } from "./database.js";
import { contentHash, eventIdOf, type Submission } from "./submission.js";

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

/**
 * Stores a submission with its deliveries, by the time at which they are due, unless there is the same content of the
 * form within a day. Then a person who repeats it clears its suspicion, and gets its receipt. The second returns the id
 * of what is stored.
 */
export function storing(submission: Submission, key: string | null, due: Map<string, Instant>, now: Instant) {
  const { id, suspected } = submission;
  const hash = contentHash(submission);
  const statements = [forgetContentAfterADay(hash, now), storeIfFirstOfItsKind(submission, hash, key)];
  for (const [channel, time] of due) statements.push(enqueue(channel, time, sql`id = ${id}`));
  if (suspected) return statements;
  if (due.has("receipt")) statements.push(enqueue("receipt", now, sql`hash = ${hash} AND suspected = 1`));
  statements.push(sql`UPDATE submissions SET suspected = 0 WHERE hash = ${hash}`);
  return statements;
}

function forgetContentAfterADay(hash: string, now: Instant): Statement {
  return sql`UPDATE submissions SET hash = NULL WHERE hash = ${hash} AND received_at <= ${instant(now - DAY_MS)}`;
}

function storeIfFirstOfItsKind(submission: Submission, hash: string, key: string | null): Statement {
  const { id, form, locale, receivedAt, suspected, fields } = submission;
  const mailbox = mailboxOf(fields.email ?? "");
  const event = eventIdOf(fields) ?? "";
  return sql`INSERT INTO submissions (id, form, locale, received_at, suspected, email, event, fields, hash, cancel_key)
    VALUES (${id}, ${form}, ${locale}, ${receivedAt}, ${Number(suspected)}, ${mailbox}, ${event},
      ${JSON.stringify(fields)}, ${hash}, ${key})
    ON CONFLICT (hash) DO NOTHING RETURNING id`;
}

/** For the first submission of the condition, or nothing if there is none. */
function enqueue(channel: string, due: Instant, condition: Statement): Statement {
  return sql`INSERT INTO deliveries (channel, submission_id, due_at, attempts)
    SELECT ${channel}, id, ${instant(due)}, 0 FROM submissions WHERE ${condition} ORDER BY received_at, id LIMIT 1
    ON CONFLICT DO NOTHING`;
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
  if (event !== undefined) conditions.push(sql`event = ${event}`);
  if (cancelled === false) conditions.push(sql`cancelled_at IS NULL`);
  if (cancelled) conditions.push(sql`cancelled_at IS NOT NULL AND id NOT IN (SELECT submission_id FROM deliveries)`);
  if (after) conditions.push(sql`(received_at, id) > (${after.received_at!}, ${after.id!})`);
  return conditions.reduce((all, condition) => sql`${all} AND ${condition}`);
}

/** Takes all that `theirs` matches off the list, once, as the first statement locks the rows. */
export function cancellation(theirs: Statement, channels: readonly string[], now: Instant): Statement[] {
  const ids = sql`SELECT id FROM submissions WHERE ${theirs}`;
  return [
    sql`UPDATE submissions SET hash = NULL WHERE ${theirs}`,
    sql`DELETE FROM claims WHERE submission_id IN (${ids})`,
    sql`DELETE FROM deliveries WHERE submission_id IN (${ids})`,
    ...channels.map((channel) => enqueue(channel, now, theirs)),
    sql`UPDATE submissions SET cancelled_at = ${instant(now)}, hash = NULL WHERE ${theirs} RETURNING id`,
  ];
}
