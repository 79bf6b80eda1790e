import { isDelimiter, submissionsCsv } from "../documents/csv.js";
import { eventInWords } from "../events/words.js";
import { forms, isFormName } from "../forms/forms.js";
import { eventIdOf, type Submission } from "../storage/submission.js";
import type { SubmissionFilter } from "../storage/submission-rows.js";
import { type SubmissionStore, submissionStore } from "../storage/submissions.js";
import { byMailbox, merged } from "./sign-ups.js";
import { existingDatabase } from "./submission-database.js";
import { type Command, filterFrom, UsageError, type Values } from "./submission-options.js";

const MAX_PREVIEW = 60;

export const list = withStore(async (store, filter, { event }) => {
  const submissions = await selectedSubmissions(store, filter, event);
  return `${[...submissions.map(submissionLine), `Total: ${submissions.length}`].join("\n")}\n`;
});

export const show = withStore(async (store, filter, _, id) => {
  const [submission] = await store.list({ ...filter, id });
  if (!submission) throw new Error(`There is no submission ${id}.`);
  const { fields, ...rest } = submission;
  const heads = Object.entries(rest).map(([name, value]) => `${name}: ${value}`);
  const answers = Object.entries(fields).map(([name, value]) => `\n${onOneLine(name)}\n  ${printable(value)}`);
  return `${[...heads, ...answers].join("\n")}\n`;
});

export const dates = withStore(async (store, _, { city }) => {
  const { datesWithSignUps } = await import("./sign-ups-of-dates.js"); // loads the whole site
  return datesWithSignUps(await store.list({}), city);
});

export const exportAll = withStore(async (store, filter, { format, delimiter, event }) => {
  if (!["csv", "json", "html"].includes(format)) throw new UsageError("--format must be csv, json or html.");
  if (delimiter !== undefined && format !== "csv") throw new UsageError("--delimiter is only for --format csv.");
  if (delimiter !== undefined && !isDelimiter(delimiter)) throw new UsageError('--delimiter must be "," or ";".');
  if (format === "html" && !event) throw new UsageError("--format html needs --event with the id of a date.");
  if (format === "html") {
    const { doorList } = await import("./sign-ups-of-dates.js");
    return doorList(await submissionsAbout(store, filter, event!), event!);
  }
  const submissions = await selectedSubmissions(store, filter, event);
  return format === "json" ? `${JSON.stringify(submissions, null, 2)}\n` : submissionsCsv(submissions, delimiter);
});

export const erase = withStore(async (store, filter, { yes }) => {
  if (Object.values(filter).every((value) => value === undefined)) {
    throw new UsageError("erase needs a filter: --email, --older-than, --newer-than, --form, --id or --suspected.");
  }
  if (!yes) return `${(await store.list(filter)).length} would be erased. Add --yes to erase them.\n`;
  const log = (erased: string[]) => process.stdout.write(`${JSON.stringify({ time: new Date(), erased })}\n`);
  process.stderr.write(`${await store.erase(filter, log)} erased.\n`);
  return "";
});

/** All, or one for each mailbox that wrote about the date. */
async function selectedSubmissions(store: SubmissionStore, filter: SubmissionFilter, event: string | undefined) {
  return event ? byMailbox(await submissionsAbout(store, filter, event)).map(merged) : store.list(filter);
}

/** A misspelt id would look as if nobody had signed up. */
async function submissionsAbout(store: SubmissionStore, filter: SubmissionFilter, event: string) {
  const found = (await store.list(filter)).filter(({ fields }) => eventIdOf(fields) === event);
  if (found.length > 0) return found;
  const { openSite } = await import("./open-site.js"); // loads the whole site
  const { record } = (await openSite()).findOccurrence(event);
  throw new Error(`Nothing was sent about ${event}, ${eventInWords(record)}.`);
}

type Run = (store: SubmissionStore, filter: SubmissionFilter, values: Values, argument: string) => Promise<string>;

export function withStore(run: Run): Command {
  return async (values, argument) => {
    const filter = filterFrom(values);
    const { name, connect } = existingDatabase();
    process.stderr.write(`Database: ${name}\n`); // not on stdout, which an export can be written from
    const onUnreadable = (id: string) => {
      process.stderr.write(`Left out, because its fields are not a JSON object of texts: ${id}\n`);
      process.exitCode = 1;
    };
    const store = submissionStore({ connect, clock: Date.now, onUnreadable });
    try {
      return await run(store, filter, values, argument);
    } finally {
      await store.close();
    }
  };
}

export function submissionLine({ id, receivedAt, form, locale, suspected, fields }: Submission): string {
  return [receivedAt, form, locale, onOneLine(fields.name), onOneLine(fields.email), suspected ? "suspected" : "", id]
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
