import { createHash } from "node:crypto";
import * as z from "zod";
import type { Locale } from "../text/locale.js";
import { mailboxOf } from "../text/mail-address.js";
import type { Row } from "./database.js";

export interface NewSubmission {
  readonly form: string;
  readonly locale: Locale;
  /** Perhaps sent by a program: treated like any other and marked, but its sender gets no receipt. */
  readonly suspected: boolean;
  /** Values by the name of the field. Every form has `email`. */
  readonly fields: Readonly<Record<string, string>>;
}

export interface Submission extends NewSubmission {
  readonly id: string;
  readonly receivedAt: string;
  /** Undefined unless its sender, or the team, has cancelled it. */
  readonly cancelledAt?: string | undefined;
}

/** Undefined if the form is not about a date. */
export function eventIdOf({ date, event }: Submission["fields"]): string | undefined {
  return date || event || undefined;
}

/** A filter for all sign-ups of the mailbox for the date. */
export function sameSignUp({ form, fields }: Submission) {
  return { form, email: fields.email ?? "", event: eventIdOf(fields) ?? "" };
}

/** Equal for submissions of a form that differ only in case, blanks and the spelling of the mailbox. */
export function contentHash({ form, fields }: NewSubmission): string {
  const normalized = Object.entries(fields).map(([name, value]): [string, string] => {
    const text = name === "email" ? mailboxOf(value) : value;
    return [name, folded(text)];
  });
  normalized.sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([form, normalized]))
    .digest("base64url");
}

/** Equal for texts that differ only in case and blanks. */
export function folded(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, " ").trim();
}

export function submissionFromRow(row: Row): Submission {
  return {
    id: row.id as string,
    form: row.form as string,
    locale: row.locale as Locale,
    receivedAt: row.received_at as string,
    suspected: row.suspected === 1,
    cancelledAt: (row.cancelled_at ?? undefined) as string | undefined,
    fields: fieldsFromRow(row),
  };
}

const storedFields = z.record(z.string(), z.string());

/** Somebody can have spoilt a row: it is shown as it is, so that it keeps no other from a list. */
export function fieldsFromRow({ fields }: Row): Submission["fields"] {
  try {
    return storedFields.parse(JSON.parse(fields as string));
  } catch {
    return { unreadable: String(fields) };
  }
}

export function byMailbox(submissions: readonly Submission[]): Submission[][] {
  const groups = new Map<string, Submission[]>();
  for (const submission of submissions) {
    const mailbox = mailboxOf(submission.fields.email ?? "");
    groups.set(mailbox, [...(groups.get(mailbox) ?? []), submission]);
  }
  return [...groups.values()];
}

/** The different values of a field, such as the names of two people who share a mailbox. */
export function answersIn(group: readonly Submission[], field: string): string[] {
  const values = group.flatMap(({ fields }) => fields[field] || []);
  return [...new Map(values.map((value) => [value.toLowerCase(), value])).values()];
}
