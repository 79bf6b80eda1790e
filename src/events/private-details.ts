import { readFileSync } from "node:fs";
import * as z from "zod";
import type { Event } from "../content/events.js";
import { ContentError } from "../content/problems.js";
import type { Site } from "../site.js";
import { errorMessage } from "../storage/errors.js";
import type { Submission } from "../storage/submission.js";
import { weekdayAndDay } from "../text/in-words.js";
import { type Locale, locales } from "../text/locale.js";
import { dateAt, daysAfter, type Instant, isLocalDate } from "../text/wall-clock.js";
import { type Occurrence, plannedDates, takesPlace } from "./agenda.js";
import { type EventRecord, whereInWords } from "./record.js";

const texts = z.record(z.enum(locales), z.string().trim().min(3).max(1000));
const schema = z.record(z.string(), z.strictObject({ address: texts, note: texts.optional() }));

/** What those who sign up for an open date are mailed, and the team with the list for the door, by the slug of an event or the id of a date. */
export type PrivateDetails = Readonly<z.infer<typeof schema>>;

/** Problems name the entry and never its text, because they are logged. */
export function readPrivateDetails(file: string, events: readonly Event[]): PrivateDetails {
  const missing = ({ input }: { input?: unknown }) => (input === undefined ? "is missing" : undefined);
  const { data = {}, error } = schema.safeParse(readJson(file), { error: missing });
  const unreadable = error?.issues.map(({ path, message }) => ({ field: path.join("."), message })) ?? [];
  const unknown = Object.keys(data).map((field) => ({ field, message: explainUnknownKey(field, events) }));
  const problems = [...unreadable, ...unknown].filter(({ message }) => message !== "");
  if (problems.length > 0) throw new ContentError(problems.map((problem) => ({ file: named(file), ...problem })));
  return data;
}

/**
 * The place in words, its address and a note, or who mails the address and by when to somebody who signed up at `time`;
 * a line can be empty. A program may not find out an address by its forms.
 */
export function placeLines(
  event: EventRecord,
  time: Instant,
  { locale, suspected }: Pick<Submission, "locale" | "suspected">,
  site: Site,
) {
  const { audience, id } = event;
  const place = whereInWords(event, site.getFixedT(locale));
  if (audience === "application") return [place];
  const details = suspected ? undefined : detailsOf(site.snapshot().agenda.occurrence(id)!, site);
  if (details) return [place, details.address[locale], details.note?.[locale]];
  return [place, addressMailInWords(event, time, locale, site)];
}

/** Whether a confirmation by mail has the address or link. */
export function isAddressMailed(occurrence: Occurrence, site: Site): boolean {
  return detailsOf(occurrence, site) !== undefined; // readConfig rejects PRIVATE_DETAILS without confirmations
}

export function isAddressKnown(occurrence: Occurrence, site: Site): boolean {
  return Boolean(occurrence.event.venue?.address) || isAddressMailed(occurrence, site);
}

/** Says which entries no mail has, and which dates the entry of their event is not for. */
export function unusedDetails(site: Site): string[] {
  const coming = site.snapshot().agenda.search({}, { endsAfter: site.clock() });
  return Object.keys(site.privateDetails).flatMap((key) => {
    const dates = coming.filter(({ id, event }) => id === key || event.slug === key);
    if (dates.length === 0) return [`${key} has no coming date`];
    if (dates[0]!.event.audience === "members") return [`${key} is for members, who are never mailed it`];
    const without = dates.filter((date) => takesPlace(date) && !isAddressKnown(date, site));
    return without.map(({ id }) => `${key} is not for ${id}, which has a place of its own and needs an entry`);
  });
}

/** Undefined for members, whose membership is checked first. The entry of the event is not for a date at another venue. */
function detailsOf({ event, hasOwnVenue, id }: Occurrence, { privateDetails }: Site) {
  if (event.audience !== "open") return undefined;
  return privateDetails[id] ?? (hasOwnVenue ? undefined : privateDetails[event.slug]);
}

function explainUnknownKey(key: string, events: readonly Event[]): string {
  const [, slug = key, date] = /^(.+)-(\d{4}-\d\d-\d\d)$/.exec(key) ?? [];
  const event = events.find((event) => event.slug === slug);
  const hasDate = event && (!date || (isLocalDate(date) && plannedDates(event, date, date).length > 0));
  if (!hasDate) return "is neither the slug of an event nor the id of a date";
  return event.audience === "application" ? "has no confirmation, because its seats are applied for" : "";
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    const message = error instanceof SyntaxError ? "is not JSON" : errorMessage(error); // V8 quotes the text
    throw new ContentError([{ file: named(file), field: "", message }]);
  }
}

const named = (file: string) => `PRIVATE_DETAILS, ${file}`;

/**
 * Says who mails the address or the link after a sign-up at `time`, and by when; members get it once their membership
 * has been checked. Empty if nothing but a public address is needed.
 */
export function addressMailInWords(record: EventRecord, time: number, locale: Locale, site: Site): string {
  const { attendance, audience, startsAt, timezone, venue } = record;
  const { daysBefore, from } = site.library.organisation.addressMail;
  const lastDay = daysAfter(startsAt.slice(0, 10), -daysBefore);
  let when = dateAt(time, timezone) >= lastDay ? "Soon" : "By";
  if (audience === "members") when = "ToMembers";
  const missing = [];
  if (venue && !venue.address) missing.push("address");
  if (attendance !== "in-person") missing.push("link");
  const t = site.getFixedT(locale);
  const values = { from: from[locale], date: weekdayAndDay(lastDay, locale) };
  return missing.map((what) => t(`forms:receipt.later.${what}${when}`, values)).join(" ");
}
