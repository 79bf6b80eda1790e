import * as z from "zod";
import type { Locale } from "../text/locale.js";
import { mailboxOf } from "../text/mail-address.js";
import type { Row } from "./database.js";

export interface NewSubmission {
  readonly form: string;
  readonly locale: Locale;
  /** Perhaps sent by a program: treated like any other and marked, but its sender gets no receipt. */
  readonly suspected: boolean;
  /** The id of the date that it is about; empty if it is about none. */
  readonly dateId: string;
  /** Values by the name of the field, also those that name the date. Every form has `email`. */
  readonly fields: Readonly<Record<string, string>>;
}

export interface Submission extends NewSubmission {
  readonly id: string;
  readonly receivedAt: string;
  /** Undefined unless its sender, or the team, has cancelled it. */
  readonly cancelledAt?: string | undefined;
}

/** The choice of an application that names no date. */
export const ANY_DATE = "any";

/** The date of a row whose column does not say it: older builds have stored it. */
export function dateIdInFields({ date, event = "" }: Submission["fields"]): string {
  const id = date || event;
  return id === ANY_DATE ? "" : id;
}

/** A filter for all sign-ups of the mailbox for the date. */
export function sameSignUp({ form, dateId, fields }: NewSubmission) {
  return { form, dateId, email: fields.email ?? "" };
}

/** Equal for texts that differ only in case and blanks. */
export function folded(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, " ").trim();
}

export function submissionFromRow(row: Row): Submission {
  const fields = fieldsFromRow(row);
  return {
    id: row.id as string,
    form: row.form as string,
    locale: row.locale as Locale,
    receivedAt: row.received_at as string,
    suspected: row.suspected === 1,
    cancelledAt: (row.cancelled_at ?? undefined) as string | undefined,
    dateId: (row.event as string | null) ?? dateIdInFields(fields),
    fields,
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

export function mailboxOfSender({ fields }: NewSubmission): string {
  return mailboxOf(fields.email ?? "");
}

export function byMailbox(submissions: readonly Submission[]): Submission[][] {
  const groups = new Map<string, Submission[]>();
  for (const submission of submissions) {
    const mailbox = mailboxOfSender(submission);
    groups.set(mailbox, [...(groups.get(mailbox) ?? []), submission]);
  }
  return [...groups.values()];
}

/** The different values of a field, such as the names of two people who share a mailbox. */
export function answersIn(group: readonly Submission[], field: string): string[] {
  const values = group.flatMap(({ fields }) => fields[field] || []);
  return [...new Map(values.map((value) => [value.toLowerCase(), value])).values()];
}
