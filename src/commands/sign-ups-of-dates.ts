import { cityBySpelling } from "../addresses/cities.js";
import { recordOf } from "../events/record.js";
import { eventInWords } from "../events/words.js";
import { unusedDetails } from "../letters/private-details.js";
import type { Site } from "../site.js";
import { eventIdOf, type Submission } from "../storage/submission.js";
import { startInWords } from "../text/in-words.js";
import { languageNames } from "../text/locale.js";
import { openSite } from "./open-site.js";
import { answersIn, byMailbox } from "./sign-ups.js";
import { UsageError } from "./submission-options.js";

const SHOWN_DATES = 10;

/** The next dates, and others that somebody signed up or applied for, each with the number of mailboxes. */
export async function datesWithSignUps(submissions: readonly Submission[], spelling?: string): Promise<string> {
  const { site, locale } = await openSite();
  const current = site.snapshot().agenda;
  const coming = { endsAfter: Date.now(), startsBefore: Infinity };
  const occurrences = current.search({ city: slugOf(spelling, site) }, coming);
  const withSignUps = new Set(submissions.map(({ fields }) => eventIdOf(fields) ?? ""));
  const shown = occurrences.filter(({ id }, index) => index < SHOWN_DATES || withSignUps.has(id));
  const countOf = (id: string) =>
    `${byMailbox(submissions.filter(({ fields }) => eventIdOf(fields) === id)).length}`.padStart(3);

  const lines = shown.map((occurrence) => {
    const { id, signUp, status, ...record } = recordOf(occurrence, locale, site);
    return `${countOf(id)}  ${id}  ${eventInWords(record)}  ${signUp ?? status}`;
  });
  for (const id of [...withSignUps].sort())
    if (isDateId(id) && !current.occurrence(id)) lines.push(`${countOf(id)}  ${id}  is not on the site any more`);
  if (shown.length < occurrences.length)
    lines.push(`${occurrences.length - shown.length} later dates, without sign-ups`);
  for (const problem of unusedDetails(site.privateDetails, site)) lines.push(`PRIVATE_DETAILS: ${problem}`);
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

/** One printable page, with a box for each name, in their order. */
export async function doorList(submissions: readonly Submission[], id: string): Promise<string> {
  const { site, locale, findOccurrence } = await openSite();
  const { record } = findOccurrence(id);
  const entries = byMailbox(submissions).map((group) => ({
    suspected: group.every(({ suspected }) => suspected),
    names: answersIn(group, "name"),
    email: group.at(-1)!.fields.email,
    language: languageNames[group.at(-1)!.locale],
    company: answersIn(group, "company").join(", "),
    note: answersIn(group, "note").join("\n"),
  }));
  entries.sort((a, b) => `${a.names}`.localeCompare(`${b.names}`, locale));
  const time = startInWords(Date.now(), record.timezone, locale, site.getFixedT(locale));
  const count = entries.flatMap(({ names }) => names).length;
  return site.render("documents/door-list.njk", locale, { record, entries, count, time });
}
