import { createHash } from "node:crypto";
import * as z from "zod";
import type { Locale } from "../text/locale.js";
import { mailboxOf } from "../text/mail-address.js";
import type { Row, Statement } from "./database.js";
import type { Submission } from "./submission.js";

const storedFields = z.record(z.string(), z.string());

/** Undefined fields match every submission. */
export interface SubmissionFilter {
  readonly id?: string | undefined;
  readonly form?: string | undefined;
  readonly email?: string | undefined;
  readonly suspected?: boolean | undefined;
  /** ISO 8601; `from` is included, `before` is not. */
  readonly from?: string | undefined;
  readonly before?: string | undefined;
  /** Only those that come later in order of receipt and id. */
  readonly after?: Pick<Submission, "receivedAt" | "id"> | undefined;
}

export function whereClause({ id, form, email, suspected, from, before, after }: SubmissionFilter): Statement {
  const conditions = Object.entries({
    "id = ?": id,
    "form = ?": form,
    "email = ?": email === undefined ? undefined : mailboxOf(email),
    "suspected = ?": suspected === undefined ? undefined : Number(suspected),
    "received_at >= ?": from,
    "received_at < ?": before,
    "(received_at, id) > (?, ?)": after && [after.receivedAt, after.id],
  }).flatMap(([sql, value]) => (value === undefined ? [] : [{ sql, value }]));
  const where = conditions.map(({ sql }) => sql).join(" AND ");
  return { sql: where && ` WHERE ${where}`, values: conditions.flatMap(({ value }) => value) };
}

export function submissionFromRow(row: Row): Submission {
  return {
    id: row.id as string,
    form: row.form as string,
    locale: row.locale as Locale,
    receivedAt: row.received_at as string,
    suspected: row.suspected === 1,
    fields: fieldsOf(row),
  };
}

function fieldsOf({ id, fields }: Row): Submission["fields"] {
  try {
    return storedFields.parse(JSON.parse(fields as string));
  } catch {
    throw new Error(`The fields of submission ${id} are not a JSON object of texts`); // without the text, for the log
  }
}

/** Equal for submissions of a form that differ only in case, blanks and the spelling of the mailbox. */
export function contentHash(form: string, fields: Submission["fields"]): string {
  const normalized = Object.entries(fields)
    .map(([name, value]) => [name, name === "email" ? mailboxOf(value) : value])
    .map(([name, value]) => [name, value!.toLowerCase().replaceAll(/\s+/g, " ").trim()])
    .sort(([a], [b]) => (a! < b! ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([form, normalized]))
    .digest("base64url");
}
