import { cityBySpelling } from "../addresses/cities.js";
import { readConfig } from "../config.js";
import type { Occurrence } from "../events/event.js";
import { unusedDetails } from "../events/private-details.js";
import { type EventRecord, recordOf } from "../events/record.js";
import { eventInWords } from "../events/words.js";
import { byMailbox } from "../letters/sign-ups.js";
import { openBuild, Site } from "../site.js";
import { eventIdOf } from "../storage/submission.js";
import type { SubmissionStore } from "../storage/submissions.js";
import { defaultLocale, type Locale } from "../text/locale.js";
import { DAY_MS, dateAt } from "../text/wall-clock.js";
import { UsageError, type Values } from "./submission-options.js";

const SHOWN_DATES = 10;
const MAX_NAMED = 10;

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
