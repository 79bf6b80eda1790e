import type { Submission } from "../storage/submission.js";

type Delimiter = "," | ";";

export const isDelimiter = (text: string): text is Delimiter => text === "," || text === ";";

const columns = ["id", "receivedAt", "form", "locale", "suspected", "cancelledAt"] as const;

/** RFC 4180, OWASP "CSV Injection"; some spreadsheets need the byte order mark. */
export function submissionsCsv(submissions: readonly Submission[], delimiter: Delimiter = ","): string {
  const fields = [...new Set(submissions.flatMap((submission) => Object.keys(submission.fields)))];
  const rows = submissions.map((submission) => [
    ...columns.map((column) => String(submission[column] ?? "")),
    ...fields.map((field) => submission.fields[field] ?? ""),
  ]);
  return `\ufeff${[[...columns, ...fields], ...rows].map((row) => `${row.map(cell).join(delimiter)}\r\n`).join("")}`;
}

/** A formula can begin after any delimiter, because Swedish and Norwegian spreadsheets split at semicolons. */
const FORMULA = /^(?=\s*[=+\-@|%＝＋－＠\t\r])|(?<=[,;\t\r\n"])(?=[^\S\t\r\n]*[=+\-@|%＝＋－＠])/g;

function cell(text: string): string {
  const harmless = text.replaceAll(FORMULA, "'");
  return /[",;\t\r\n']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
