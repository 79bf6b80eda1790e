import { isFormName } from "../addresses/forms.js";
import { isDelimiter, submissionsCsv } from "../documents/csv.js";
import { eventInWords } from "../events/words.js";
import { forms } from "../forms/forms.js";
import { doorList } from "../letters/door-list.js";
import { byMailbox, merged } from "../letters/sign-ups.js";
import type { SubmissionFilter } from "../storage/statements.js";
import { eventIdOf, type Submission } from "../storage/submission.js";
import type { SubmissionStore } from "../storage/submissions.js";
import { findRecord, openSite, teamLocale } from "./dates.js";
import { filterFrom, UsageError, type Values } from "./submission-options.js";

const MAX_PREVIEW = 60;

export async function list(values: Values, _: string, store: SubmissionStore): Promise<string> {
  const submissions = await selectedSubmissions(filterFrom(values), values.event, store);
  return `${[...submissions.map(submissionLine), `Total: ${submissions.length}`].join("\n")}\n`;
}

export async function show(_: Values, id: string, store: SubmissionStore): Promise<string> {
  const [submission] = await store.list({ id, cancelled: undefined });
  if (!submission) throw new Error(`There is no submission ${id}.`);
  const { fields, ...rest } = submission;
  const known = Object.entries(rest).filter(([, value]) => value !== undefined);
  const heads = known.map(([name, value]) => `${name}: ${value}`);
  const answers = Object.entries(fields).map(([name, value]) => `\n${onOneLine(name)}\n  ${printable(value)}`);
  return `${[...heads, ...answers].join("\n")}\n`;
}

/** What waits to be sent; "tried 0 times" is for a later day, such as reminders. */
export async function waiting(_: Values, __: string, store: SubmissionStore): Promise<string> {
  const channels = await store.queue.waiting();
  const lines = channels.map(
    ({ channel, count, attempts, due }) => `${count}  ${channel}  tried ${attempts} times at most, next ${due}`,
  );
  return `${lines.join("\n") || "Nothing waits to be sent."}\n`;
}

export async function exportAll(values: Values, _: string, store: SubmissionStore): Promise<string> {
  const { format, delimiter, event } = values;
  const filter = filterFrom(values);
  if (!["csv", "json", "html"].includes(format)) throw new UsageError("--format must be csv, json or html.");
  if (delimiter !== undefined && format !== "csv") throw new UsageError("--delimiter is only for --format csv.");
  if (delimiter !== undefined && !isDelimiter(delimiter)) throw new UsageError('--delimiter must be "," or ";".');
  if (format === "html") {
    if (!event) throw new UsageError("--format html needs --event with the id of a date.");
    const site = openSite();
    const submissions = await submissionsAbout(event, filter, store);
    return doorList(submissions, findRecord(event, site), teamLocale(site), site);
  }
  const submissions = await selectedSubmissions(filter, event, store);
  return format === "json" ? `${JSON.stringify(submissions, null, 2)}\n` : submissionsCsv(submissions, delimiter);
}

export async function erase(values: Values, _: string, store: SubmissionStore): Promise<string> {
  const filter = filterFrom(values);
  if (Object.values(filter).every((value) => value === undefined))
    throw new UsageError("erase needs a filter: --email, --older-than, --newer-than, --form, --id or --suspected.");
  if (!values.yes)
    return `${(await store.list({ ...filter, cancelled: undefined })).length} would be erased. Add --yes to erase them.\n`;
  const log = (erased: string[]) => process.stdout.write(`${JSON.stringify({ time: new Date(), erased })}\n`);
  process.stderr.write(`${await store.erase(filter, log)} erased.\n`);
  return "";
}

/** Takes all sign-ups of the mailbox for its date off the list, and prints their references, as erasures do. */
export async function cancel(_: Values, id: string, store: SubmissionStore): Promise<string> {
  const [submission] = await store.list({ id, form: "date" });
  if (!submission) throw new Error(`There is no sign-up ${id} on a list.`);
  return `${JSON.stringify({ time: new Date(), cancelled: await store.cancel(submission, []) })}\n`;
}

/** All, with the cancelled ones of a person, as erase finds them; or one for each mailbox that wrote about the date. */
async function selectedSubmissions(filter: SubmissionFilter, event: string | undefined, store: SubmissionStore) {
  if (event) return byMailbox(await submissionsAbout(event, filter, store)).map(merged);
  const isOfPerson = filter.email !== undefined || filter.id !== undefined;
  return store.list(isOfPerson ? { ...filter, cancelled: undefined } : filter);
}

/** A misspelt id would look as if nobody had signed up. */
async function submissionsAbout(event: string, filter: SubmissionFilter, store: SubmissionStore) {
  const submissions = await store.list({ ...filter, event });
  if (submissions.length > 0) return submissions;
  throw new Error(`Nothing was sent about ${event}, ${eventInWords(findRecord(event, openSite()))}.`);
}

export function submissionLine(submission: Submission): string {
  const { id, receivedAt, form, locale, suspected, cancelledAt, fields } = submission;
  const marks = [suspected && "suspected", cancelledAt && "cancelled"].filter(Boolean).join(" ");
  return [receivedAt, form, locale, onOneLine(fields.name), onOneLine(fields.email), marks, id]
    .concat(onOneLine(eventIdOf(fields)), preview(form, fields))
    .join("  ");
}

/** The first line of the message, or of the first long answer. */
function preview(form: string, fields: Submission["fields"]): string {
  const answers = isFormName(form) ? forms[form].fields.filter(({ kind }) => kind === "text") : [];
  const text = fields.message || fields.note || answers.map(({ name }) => fields[name]).find(Boolean) || "";
  const line = onOneLine(text.split("\n")[0]);
  return line.length > MAX_PREVIEW ? `${line.slice(0, MAX_PREVIEW)}…` : line;
}

/** Control characters could manipulate the terminal. */
function onOneLine(text = ""): string {
  return text.replaceAll(/[\s\p{C}]+/gu, " ");
}

function printable(text: string): string {
  return text.split("\n").map(onOneLine).join("\n  ");
}
