import type { Submission } from "../storage/submission.js";
import { mailboxOf } from "../text/mail-address.js";

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

/** One submission with the references and the answers of all. */
export function merged(group: readonly Submission[]): Submission {
  const latest = group.at(-1)!;
  const names = [...new Set(group.flatMap(({ fields }) => Object.keys(fields)))];
  const all = Object.fromEntries(names.map((name) => [name, answersIn(group, name).join(" / ")]));
  const fields = { ...all, email: latest.fields.email ?? "" };
  return { ...latest, id: group.map(({ id }) => id).join(" "), suspected: group.every((one) => one.suspected), fields };
}
