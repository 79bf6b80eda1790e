import { readFileSync } from "node:fs";
import * as z from "zod";
import { ContentError } from "../content/problems.js";
import { type Event, hasUsualVenue, type Occurrence, ruleDates, takesPlace } from "../events/event.js";
import { addressMailInWords, type EventRecord } from "../events/record.js";
import { placeInWords } from "../events/words.js";
import type { Site } from "../site.js";
import { type Locale, locales } from "../text/locale.js";
import { type Instant, isLocalDate } from "../text/wall-clock.js";

const texts = z.record(z.enum(locales), z.string().trim().min(3).max(1000));
const schema = z.record(z.string(), z.strictObject({ address: texts, note: texts.optional() }));

/** What only those who sign up for an open date are mailed, by the slug of an event or the id of a date. */
export type PrivateDetails = Readonly<z.infer<typeof schema>>;

/** Problems name the entry and never its text, because they are logged. */
export function readPrivateDetails(file: string, events: readonly Event[]): PrivateDetails {
  const error = ({ input }: { input?: unknown }) => (input === undefined ? "is missing" : undefined);
  const result = schema.safeParse(readJson(file), { error });
  const keys = Object.keys(result.data ?? {});
  const problems = [
    ...(result.error?.issues ?? []).map(({ path, message }) => ({ file, field: path.join("."), message })),
    ...keys
      .map((field) => ({ file, field, message: explainUnknownKey(field, events) }))
      .filter(({ message }) => message),
  ];
  if (problems.length > 0) throw new ContentError(problems);
  return result.data!;
}

/** The place in words, with its address, or who mails it and by when to somebody who signed up at `time`. */
export function placeWithAddress(record: EventRecord, time: Instant, locale: Locale, site: Site, all: PrivateDetails) {
  const { audience, id, venue } = record;
  const place = venue ? placeInWords(venue) : site.getFixedT(locale)("events:board.online");
  if (audience === "application") return [place];
  const details = detailsOf(site.snapshot().agenda.occurrence(id)!, all, site.library.events);
  if (details) return [place, details.address[locale], details.note?.[locale]];
  return [place, addressMailInWords(record, time, locale, site)];
}

/** Says which entries no mail has, and which dates the entry of their event is not for. */
export function unusedDetails(details: PrivateDetails, { snapshot, clock, library }: Site): string[] {
  const coming = snapshot().agenda.search({}, { endsAfter: clock(), startsBefore: Infinity });
  return Object.keys(details).flatMap((key) => {
    const dates = coming.filter(({ id, event }) => id === key || event.slug === key);
    if (dates.length === 0) return [`${key} has no coming date`];
    if (dates[0]!.event.audience === "members") return [`${key} is for members, who are never mailed it`];
    const needing = dates.filter((date) => takesPlace(date) && !date.event.venue?.address);
    const without = needing.filter((date) => !detailsOf(date, details, library.events));
    return without.map(({ id }) => `${key} is not for ${id}, which has a place of its own and needs an entry`);
  });
}

/** Undefined for members, whose membership is checked first. The entry of the event is not for a date at another venue. */
function detailsOf(occurrence: Occurrence, details: PrivateDetails, events: readonly Event[]) {
  if (occurrence.event.audience !== "open") return undefined;
  return details[occurrence.id] ?? (hasUsualVenue(occurrence, events) ? details[occurrence.event.slug] : undefined);
}

function explainUnknownKey(key: string, events: readonly Event[]): string {
  const [, slug = key, date] = /^(.+)-(\d{4}-\d\d-\d\d)$/.exec(key) ?? [];
  const event = events.find((event) => event.slug === slug);
  const hasDate = event && (!date || (isLocalDate(date) && ruleDates(event, date, date).length > 0));
  if (!hasDate) return "is neither the slug of an event nor the id of a date";
  return event.audience === "application" ? "has no confirmation, because its seats are applied for" : "";
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    const message = error instanceof SyntaxError ? "is not JSON" : (error as Error).message; // V8 quotes the text
    throw new ContentError([{ file, field: "", message }]);
  }
}
