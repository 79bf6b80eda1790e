import { cityBySpelling } from "../addresses/cities.js";
import { isFormName } from "../addresses/site-map.js";
import { readConfig } from "../config.js";
import { isDelimiter, submissionsCsv } from "../documents/csv.js";
import type { Occurrence } from "../events/event.js";
import { unusedDetails } from "../events/private-details.js";
import { type EventRecord, recordOf } from "../events/record.js";
import { eventInWords } from "../events/words.js";
import { forms } from "../forms/forms.js";
import { doorList } from "../letters/team-messages.js";
import { openBuild, Site } from "../site.js";
import { byMailbox, eventIdOf, merged, type Submission } from "../storage/submission.js";
import type { SubmissionFilter, SubmissionStore } from "../storage/submissions.js";
import { defaultLocale, type Locale } from "../text/locale.js";
import { DAY_MS, dateAt } from "../text/wall-clock.js";
import { filterFrom, UsageError, type Values } from "./submission-options.js";

const MAX_PREVIEW = 60;
const SHOWN_DATES = 10;
const MAX_NAMED = 10;

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

/** The next dates, and others that somebody signed up or applied for, each with the number of mailboxes. */
export async function dates({ city }: Values, _: string, store: SubmissionStore): Promise<string> {
  const submissions = await store.list({});
  const site = openSite();
  const { agenda } = site.snapshot();
  const coming = { endsAfter: Date.now(), startsBefore: Infinity };
  const occurrences = agenda.search({ city: slugOf(city, site) }, coming);
  const withSignUps = new Set(submissions.map(({ fields }) => eventIdOf(fields) ?? ""));
  const shown = occurrences.filter(({ id }, index) => index < SHOWN_DATES || withSignUps.has(id));
  const countOf = (id: string) =>
    `${byMailbox(submissions.filter(({ fields }) => eventIdOf(fields) === id)).length}`.padStart(3);

  const lines = shown.map((occurrence) => {
    const record = recordOf(occurrence, teamLocale(site), site);
    return `${countOf(record.id)}  ${record.id}  ${eventInWords(record)}  ${record.signUp ?? record.status}`;
  });
  for (const id of [...withSignUps].sort())
    if (isDateId(id) && !agenda.occurrence(id)) lines.push(`${countOf(id)}  ${id}  is not on the site any more`);
  if (shown.length < occurrences.length)
    lines.push(`${occurrences.length - shown.length} later dates, without sign-ups`);
  for (const problem of unusedDetails(site)) lines.push(`PRIVATE_DETAILS: ${problem}`);
  return `${lines.join("\n")}\n`;
}

/** Not "any", which applicants can choose. */
const isDateId = (id: string) => /-\d{4}-\d\d-\d\d$/.test(id);

function slugOf(spelling: string | undefined, { library }: Site): string | undefined {
  if (spelling === undefined) return undefined;
  const city = cityBySpelling(library.cities, spelling);
  if (!city) throw new UsageError(`--city must be one of ${library.cities.map(({ slug }) => slug).join(", ")}.`);
  return city.slug;
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
  const answers = isFormName(form) ? forms[form].filter(({ kind }) => kind === "text") : [];
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

export function openSite(): Site {
  const config = readConfig();
  return new Site(config, openBuild(config));
}

export function teamLocale({ config }: Site): Locale {
  return (config.smtp ?? config.webhook)?.locale ?? defaultLocale;
}

/** In the team's language. Throws for another text than the id of a date, and names dates that can be meant. */
export function findRecord(id: string, site: Site): EventRecord {
  return recordOf(findOccurrence(id, site), teamLocale(site), site);
}

export function findOccurrence(text: string, { snapshot }: Site): Occurrence {
  const { agenda } = snapshot();
  const occurrence = agenda.occurrence(text);
  if (occurrence) return occurrence;
  const ofDayOrSeries = agenda
    .search({}, { endsAfter: Date.now() - DAY_MS, startsBefore: Infinity })
    .filter(({ id, event, starts }) => [event.slug, dateAt(starts, event.zone), id.slice(-10)].includes(text));
  if (ofDayOrSeries.length === 0) throw new Error(`There is no date ${text}. The command dates lists the coming ones.`);
  const ids = ofDayOrSeries.slice(0, MAX_NAMED).map(({ id }) => id);
  throw new Error(`${text} is not the id of a date. It can be one of:\n  ${ids.join("\n  ")}`);
}
