/** The commands of `npm run submissions` that list, print and erase submissions. */
import type { parseArgs } from "node:util";
import { cityBySpelling } from "../addresses/cities.js";
import { formNames, isFormName } from "../addresses/pages.js";
import { readConfig } from "../config.js";
import type { Occurrence } from "../events/agenda.js";
import { unusedDetails } from "../events/private-details.js";
import { eventInWords, recordOf } from "../events/record.js";
import { forms } from "../forms/forms.js";
import { doorList } from "../letters/door-list.js";
import { openBuild, Site } from "../site.js";
import type { SubmissionFilter, SubmissionStore } from "../storage/store.js";
import { answersIn, byMailbox, type Submission } from "../storage/submission.js";
import { DAY_MS, dateAt, type Instant, monthsBefore } from "../text/wall-clock.js";
import { isDelimiter, submissionsCsv } from "./csv.js";

export const options = {
  form: { type: "string" },
  email: { type: "string" },
  id: { type: "string" },
  suspected: { type: "boolean" },
  "newer-than": { type: "string" },
  "older-than": { type: "string" },
  format: { type: "string", default: "csv" },
  delimiter: { type: "string" },
  yes: { type: "boolean", default: false },
  to: { type: "string" },
  event: { type: "string" },
  city: { type: "string" },
  "new-address": { type: "boolean", default: false },
  only: { type: "string" },
  except: { type: "string" },
  help: { type: "boolean", short: "h", default: false },
} as const;

export type OptionName = keyof typeof options;

export const filters: readonly OptionName[] = ["form", "email", "id", "suspected", "newer-than", "older-than"];

export type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>["values"];

export class UsageError extends Error {}

function filterFrom(values: Values): SubmissionFilter {
  const { form, email, id, suspected, "newer-than": maxAge, "older-than": minAge } = values;
  if (form !== undefined && !isFormName(form)) throw new UsageError(`--form must be one of ${formNames.join(", ")}.`);
  for (const [name, value] of Object.entries({ email, id })) {
    if (value?.trim() === "") throw new UsageError(`--${name} is empty.`);
  }
  return {
    form,
    email: email?.trim(),
    id: id?.trim(),
    suspected,
    from: maxAge === undefined ? undefined : instantBefore(maxAge, "newer-than"),
    before: minAge === undefined ? undefined : instantBefore(minAge, "older-than"),
  };
}

function instantBefore(age: string, option: string): Instant {
  const [, number, unit] = /^(\d{1,4})([dm])$/.exec(age) ?? [];
  if (number === undefined) throw new UsageError(`--${option} must be a number of days or months, such as 90d or 12m.`);
  return unit === "m" ? monthsBefore(Date.now(), Number(number)) : Date.now() - Number(number) * DAY_MS;
}

const MAX_PREVIEW = 60;
const SHOWN_DATES = 10;
const MAX_NAMED = 10;

export async function list(values: Values, _: string, store: SubmissionStore): Promise<string> {
  const submissions = await selectedSubmissions(filterFrom(values), values.event, store);
  return `${[...submissions.map(submissionLine), `Total: ${submissions.length}`].join("\n")}\n`;
}

export async function show(_: Values, id: string, store: SubmissionStore): Promise<string> {
  const [submission] = await store.listAll({ id });
  if (!submission) throw new Error(`There is no submission ${id}.`);
  const { fields, dateId: _dateId, ...rest } = submission;
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
  const occurrences = agenda.search({ city: slugOf(city, site) }, { endsAfter: Date.now() });
  const withSignUps = new Set(submissions.map(({ dateId }) => dateId).filter((id) => id !== ""));
  const shown = occurrences.filter(({ id }, index) => index < SHOWN_DATES || withSignUps.has(id));
  const countOf = (id: string) => `${byMailbox(submissions.filter(({ dateId }) => dateId === id)).length}`.padStart(3);

  const lines = shown.map((occurrence) => {
    const record = recordOf(occurrence, site.config.teamLocale, site);
    return `${countOf(record.id)}  ${record.id}  ${eventInWords(record)}  ${record.signUp ?? record.status}`;
  });
  for (const id of [...withSignUps].sort())
    if (!agenda.occurrence(id)) lines.push(`${countOf(id)}  ${id}  is not on the site any more`);
  if (shown.length < occurrences.length)
    lines.push(`${occurrences.length - shown.length} later dates, without sign-ups`);
  for (const problem of unusedDetails(site)) lines.push(`PRIVATE_DETAILS: ${problem}`);
  return `${lines.join("\n")}\n`;
}

function slugOf(spelling: string | undefined, site: Site): string | undefined {
  if (spelling === undefined) return undefined;
  const city = cityBySpelling(site.library.cities, spelling);
  if (!city) throw new UsageError(`--city must be one of ${site.library.citiesText}.`);
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
  const { format, delimiter, event: dateId } = values;
  const filter = filterFrom(values);
  if (!["csv", "json", "html"].includes(format)) throw new UsageError("--format must be csv, json or html.");
  if (delimiter !== undefined && format !== "csv") throw new UsageError("--delimiter is only for --format csv.");
  if (delimiter !== undefined && !isDelimiter(delimiter)) throw new UsageError('--delimiter must be "," or ";".');
  if (format === "html") {
    if (!dateId) throw new UsageError("--format html needs --event with the id of a date.");
    const site = openSite();
    const submissions = await submissionsAbout(dateId, filter, store);
    return doorList(submissions, recordOf(findOccurrence(dateId, site), site.config.teamLocale, site), site);
  }
  const submissions = await selectedSubmissions(filter, dateId, store);
  if (format === "csv") return submissionsCsv(submissions, delimiter);
  const shown = submissions.map(({ dateId: _, ...submission }) => submission);
  return `${JSON.stringify(shown, null, 2)}\n`;
}

export async function erase(values: Values, _: string, store: SubmissionStore): Promise<string> {
  const filter = filterFrom(values);
  if (Object.values(filter).every((value) => value === undefined))
    throw new UsageError("erase needs a filter: --email, --older-than, --newer-than, --form, --id or --suspected.");
  if (!values.yes) return `${(await store.listAll(filter)).length} would be erased. Add --yes to erase them.\n`;
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
async function selectedSubmissions(filter: SubmissionFilter, dateId: string | undefined, store: SubmissionStore) {
  if (dateId) return byMailbox(await submissionsAbout(dateId, filter, store)).map(merged);
  const isOfPerson = filter.email !== undefined || filter.id !== undefined;
  return isOfPerson ? store.listAll(filter) : store.list(filter);
}

/** One submission with the references and the answers of all. */
function merged(group: readonly Submission[]): Submission {
  const latest = group.at(-1)!;
  const names = [...new Set(group.flatMap(({ fields }) => Object.keys(fields)))];
  const all = Object.fromEntries(names.map((name) => [name, answersIn(group, name).join(" / ")]));
  const fields = { ...all, email: latest.fields.email ?? "" };
  return { ...latest, id: group.map(({ id }) => id).join(" "), suspected: group.every((one) => one.suspected), fields };
}

/** A misspelt id would look as if nobody had signed up. */
async function submissionsAbout(dateId: string, filter: SubmissionFilter, store: SubmissionStore) {
  const submissions = await store.list({ ...filter, dateId });
  if (submissions.length > 0) return submissions;
  const site = openSite();
  const record = recordOf(findOccurrence(dateId, site), site.config.teamLocale, site);
  throw new Error(`Nothing was sent about ${dateId}, ${eventInWords(record)}.`);
}

export function submissionLine(submission: Submission): string {
  const { id, receivedAt, form, locale, suspected, cancelledAt, dateId, fields } = submission;
  const marks = [suspected && "suspected", cancelledAt && "cancelled"].filter(Boolean).join(" ");
  return [receivedAt, form, locale, onOneLine(fields.name), onOneLine(fields.email), marks, id]
    .concat(onOneLine(fields.date || dateId), preview(form, fields))
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

/** Throws for another text than the id of a date, and names dates that can be meant. */
export function findOccurrence(text: string, { snapshot }: Site): Occurrence {
  const { agenda } = snapshot();
  const occurrence = agenda.occurrence(text);
  if (occurrence) return occurrence;
  const ofDayOrSeries = agenda
    .search({}, { endsAfter: Date.now() - DAY_MS })
    .filter(({ id, event, starts }) => [event.slug, dateAt(starts, event.zone), id.slice(-10)].includes(text));
  if (ofDayOrSeries.length === 0) throw new Error(`There is no date ${text}. The command dates lists the coming ones.`);
  const ids = ofDayOrSeries.slice(0, MAX_NAMED).map(({ id }) => id);
  throw new Error(`${text} is not the id of a date. It can be one of:\n  ${ids.join("\n  ")}`);
}
