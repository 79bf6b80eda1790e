import { createHash } from "node:crypto";
import { domainToASCII } from "node:url";
import type { Locale } from "../domain/locale.js";
import type { Submission } from "../domain/submission.js";
import type { Row, Statement } from "./database.js";

/** Undefined fields match every submission. */
export interface SubmissionFilter {
  readonly id?: string | undefined;
  readonly form?: string | undefined;
  readonly email?: string | undefined;
  readonly suspected?: boolean | undefined;
  /** ISO 8601; `from` is included, `before` is not. */
  readonly from?: string | undefined;
  readonly before?: string | undefined;
}

export function whereClause({ id, form, email, suspected, from, before }: SubmissionFilter): Statement {
  const conditions = Object.entries({
    "id = ?": id,
    "form = ?": form,
    "email = ?": email === undefined ? undefined : normalizedEmail(email),
    "suspected = ?": suspected === undefined ? undefined : Number(suspected),
    "received_at >= ?": from,
    "received_at < ?": before,
  }).flatMap(([sql, value]) => (value === undefined ? [] : [{ sql, value }]));
  const where = conditions.map(({ sql }) => sql).join(" AND ");
  return { sql: where && ` WHERE ${where}`, values: conditions.map(({ value }) => value) };
}

export function submissionFromRow(row: Row): Submission {
  return {
    id: row.id as string,
    form: row.form as string,
    locale: row.locale as Locale,
    receivedAt: row.received_at as string,
    suspected: row.suspected === 1,
    fields: JSON.parse(row.fields as string) as Submission["fields"],
  };
}

export function normalizedEmail(email: string): string {
  return email.normalize("NFC").toLowerCase();
}

/** Equal for addresses that usually lead to one mailbox: without the tag after a plus sign, and at Gmail without dots; the domain in ASCII (RFC 3492). */
export function mailboxOf(email: string): string {
  const [, mailbox = "", domain = ""] = /^([^+@]*)[^@]*@(.*)$/.exec(normalizedEmail(email)) ?? [];
  const isGmail = ["gmail.com", "googlemail.com"].includes(domain);
  return `${isGmail ? mailbox.replaceAll(".", "") : mailbox}@${domainToASCII(domain) || domain}`;
}

/** Equal for submissions of a form that differ only in case and blanks. */
export function contentHash(form: string, fields: Submission["fields"]): string {
  const normalized = Object.entries(fields)
    .map(([name, value]) => [name, value.toLowerCase().replaceAll(/\s+/g, " ").trim()])
    .sort(([a], [b]) => (a! < b! ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([form, normalized]))
    .digest("base64url");
}
