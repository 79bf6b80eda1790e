import type { Submission } from "../domain/submission.js";

/**
 * Submissions as a table for spreadsheets, in UTF-8 with a byte order mark, which some of them need. What a spreadsheet
 * would read as a formula gets an apostrophe before it, which shows it as the text it is.
 *
 * Errors  none: any text can be given.
 * Source  RFC 4180; OWASP, “CSV Injection”.
 */
export function submissionsCsv(submissions: readonly Submission[]): string {
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
  return `\ufeff${[head, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("")}`;
}

/**
 * Where a cell with a formula could begin, whichever delimiter a spreadsheet splits by (a semicolon in Swedish and
 * Norwegian ones): at the start, and after a delimiter, quote or line end.
 */
const FORMULA = /^(?=\s*[=+\-@|%＝＋－＠\t\r])|(?<=[,;\t\r\n"])(?=[^\S\t\r\n]*[=+\-@|%＝＋－＠])/g;

function cell(text: string): string {
  const harmless = text.replaceAll(FORMULA, "'");
  return /[",;\t\r\n']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
