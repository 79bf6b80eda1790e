import type { Submission } from "../domain/submission.js";

type Delimiter = "," | ";";

export const isDelimiter = (text: string): text is Delimiter => text === "," || text === ";";

/** RFC 4180, OWASP "CSV Injection"; some spreadsheets need the byte order mark. */
export function submissionsCsv(submissions: readonly Submission[], delimiter: Delimiter = ","): string {
  const fields = [...new Set(submissions.flatMap((submission) => Object.keys(submission.fields)))];
  const head = ["id", "receivedAt", "form", "locale", "suspected", ...fields];
  const rows = submissions.map(({ id, receivedAt, form, locale, suspected, fields: values }) => [
    id,
    receivedAt,
    form,
    locale,
    String(suspected),
    ...fields.map((field) => values[field] ?? ""),
  ]);
  return `\ufeff${[head, ...rows].map((row) => `${row.map(cell).join(delimiter)}\r\n`).join("")}`;
}

/** A formula can begin after any delimiter, because Swedish and Norwegian spreadsheets split at semicolons. */
const FORMULA = /^(?=\s*[=+\-@|%＝＋－＠\t\r])|(?<=[,;\t\r\n"])(?=[^\S\t\r\n]*[=+\-@|%＝＋－＠])/g;

function cell(text: string): string {
  const harmless = text.replaceAll(FORMULA, "'");
  return /[",;\t\r\n']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
