import * as z from "zod";
import type { City } from "../addresses/cities.js";
import { conceptCodes, concepts, isPageName } from "../addresses/pages.js";
import { escapeMarkdown } from "../text/escaping.js";
import { listInWords } from "../text/in-words.js";
import { type Locale, locales, type Translate } from "../text/locale.js";
import { isSlug, type Slug } from "../text/slug.js";
import { DAY_MS, isLocalDateTime, type LocalDateTime } from "../text/wall-clock.js";
import type { ContentFiles } from "./files.js";
import { currency, localDate, orNull, textOfLength, zoneName } from "./json-files.js";
import { plainTextOf } from "./markdown.js";
import type { ReportProblem } from "./problems.js";
import { recurrence, recurrenceInWords } from "./recurrence.js";
import { type Facts, fillFacts } from "./references.js";

export const attendances = ["in-person", "online", "hybrid"] as const;

/** An event is open to anyone, to those who apply and get a seat, or to members. */
export const audiences = ["open", "application", "members"] as const;

export type Audience = (typeof audiences)[number];

const localDateTime = z
  .string()
  .refine(isLocalDateTime, "must be a local date and time that exists, such as 2027-05-06T17:30");
const instant = z.iso
  .datetime({ error: "must be an instant in UTC, such as 2026-11-02T09:00:00Z" })
  .refine((text) => Date.parse(text) >= Date.UTC(2026, 0), "must not be before 2026")
  .transform((text) => Date.parse(text));
const texts = (maxLength: number) => z.partialRecord(z.enum(locales), textOfLength(3, maxLength));
const reason = texts(160);

const venue = z
  .strictObject({
    name: texts(160),
    address: orNull(z.string().min(1)),
    postalCode: orNull(z.string().min(1)),
    latitude: orNull(z.number().min(-90).max(90)),
    longitude: orNull(z.number().min(-180).max(180)),
  })
  .refine(
    ({ latitude, longitude }) => (latitude === null) === (longitude === null),
    "has latitude and longitude, or neither",
  );

/** An event has these, and each of its dates can override them. */
const details = {
  venue,
  /** The subject, as a question. */
  theme: texts(80),
  /** An id of content/hosts.json. */
  host: z.string(),
  /** What was talked about, once it is over. */
  notes: texts(600),
  /** Ends sign-up before `closesHoursBefore`. */
  signUp: z.enum(["full", "closed"]),
};

const eventFrontMatter = z.strictObject({ title: textOfLength(3, 60), summary: textOfLength(40, 160) });
const eventText = eventFrontMatter.extend({ description: textOfLength(40, 2000) });

/** What an override leaves out is as on the other dates. */
const changeOfDate = z
  .strictObject({ ...details, texts: z.partialRecord(z.enum(locales), eventText.partial()) })
  .partial()
  .extend({ updated: instant });
const override = z.discriminatedUnion(
  "status",
  [
    changeOfDate.extend({ status: z.literal("moved"), reason, start: localDateTime, end: localDateTime }),
    changeOfDate.extend({ status: z.enum(["cancelled", "postponed"]), reason }),
    /** One that has only its subject, host or notes is changed with its event. */
    changeOfDate.extend({
      status: z.undefined().optional(),
      reason: z.undefined({ error: "is no field here" }).optional(),
      updated: instant.optional(),
    }),
  ],
  { error: "must be moved, cancelled or postponed, or be left out" },
);

const eventSchema = z.strictObject({
  concept: z.enum(conceptCodes),
  /** The city that hosts it, if it is online. */
  city: z.string(),
  audience: z.enum(audiences),
  attendance: z.enum(attendances),
  venue: venue.nullable(),
  theme: orNull(details.theme),
  host: orNull(details.host),
  notes: orNull(details.notes),
  /** The languages that people speak there, in words. */
  language: orNull(texts(160)),
  start: localDateTime,
  end: localDateTime,
  timezone: zoneName,
  recurrence: orNull(recurrence),
  exceptions: z.array(localDate).default([]),
  /** Changes by date of the rule. */
  overrides: z.record(localDate, override).default({}),
  status: z.enum(["confirmed", "tentative"]).default("confirmed"),
  /** Sign-up ends this long before the start. */
  closesHoursBefore: z.number().min(0).max(1440).default(0),
  signUp: orNull(details.signUp),
  price: orNull(z.strictObject({ amount: z.number().positive(), currency })),
  /** The name of the page to sign up on; `dates` is the page of the date itself. */
  action: orNull(z.string().refine(isPageName, "must be the name of a page in src/addresses/pages.ts")),
  updated: instant,
});

export type Texts = Readonly<z.infer<typeof reason>>;
type EventText = Readonly<z.infer<typeof eventText>>;
export type Override = Readonly<z.infer<typeof override>>;

/** An event is announced once; each time it takes place is an occurrence (contract §3). */
export interface Event extends Omit<Readonly<z.infer<typeof eventSchema>>, "start" | "end" | "timezone"> {
  readonly slug: Slug;
  /** The start of the first occurrence, in the zone. */
  readonly starts: LocalDateTime;
  readonly ends: LocalDateTime;
  readonly zone: string;
  readonly texts: Readonly<Partial<Record<Locale, EventText>>>;
}

export function localesOf({ texts }: Event): Locale[] {
  return locales.filter((locale) => texts[locale] !== undefined);
}

const MAX_DAYS = 14;

export const eventFile = (slug: Slug) => `events/${slug}/event.json`;

export function readEvents(files: ContentFiles, facts: Record<Locale, Facts>): Event[] {
  const events: Event[] = [];
  for (const slug of files.slugsIn("events")) {
    const report = files.reporterFor(eventFile(slug));
    if (!isSlug(`${slug}-2026-01-01`)) report("", "has a folder whose name is too long for the id of a date");
    const texts = readEventTexts(files, slug, facts);
    const data = files.json(eventFile(slug), eventSchema);
    if (!data) continue;
    const { start, end, timezone, ...rest } = data;
    const event: Event = { ...rest, slug, starts: start, ends: end, zone: timezone, texts };
    checkEvent(event, report);
    events.push(event);
  }
  return events;
}

function readEventTexts(files: ContentFiles, slug: Slug, facts: Record<Locale, Facts>) {
  const texts: Partial<Record<Locale, EventText>> = {};
  const available = locales.filter((locale) => files.has(`events/${slug}/${locale}.md`));
  if (available.length === 0)
    files.report(`events/${slug}`, "", `needs a text in at least one language: ${locales.join(".md, ")}.md`);
  for (const locale of available) {
    const name = `events/${slug}/${locale}.md`;
    const report = files.reporterFor(name);
    const matter = files.frontMatter(name, eventFrontMatter, facts[locale]);
    if (!matter) continue;
    const description = plainTextOf(fillFacts(matter.body, facts[locale], report, escapeMarkdown));
    if (description === "") report("", "has no text below its front matter");
    texts[locale] = { ...matter.data, description };
  }
  return texts;
}

function checkEvent(event: Event, report: ReportProblem): void {
  const { starts, ends, attendance, venue, notes, recurrence, overrides } = event;
  checkEnd("end", starts, ends, report);
  if ((attendance === "online") !== (venue === null))
    report("venue", "must be null if attendance is online, and only then");
  if (notes && recurrence) report("notes", "must stand in the override of a date, because the event recurs");
  checkDetails("", event, event, report);
  for (const [date, override] of Object.entries(overrides)) {
    const at = `overrides.${date}.`;
    if (override.status === "moved") checkEnd(`${at}end`, override.start, override.end, report);
    if (override.venue && attendance === "online") report(`${at}venue`, "must be left out where attendance is online");
    checkDetails(at, override, event, report);
  }
}

function checkEnd(field: string, start: LocalDateTime, end: LocalDateTime, report: ReportProblem): void {
  const days = (Date.parse(`${end}Z`) - Date.parse(`${start}Z`)) / DAY_MS;
  if (days <= 0 || days > MAX_DAYS) report(field, `must be after the start, by at most ${MAX_DAYS} days`);
}

/** Checks what an event has, or an override of one of its dates. */
function checkDetails(at: string, details: Event | Override, event: Event, report: ReportProblem): void {
  const { venue, theme, notes } = details;
  const language = "language" in details ? details.language : null;
  const reason = "reason" in details ? details.reason : null;
  const texts = { "venue.name": venue?.name, theme, notes, language, reason };
  for (const [field, text] of Object.entries(texts))
    for (const locale of localesOf(event))
      if (text && !text[locale]) report(at + field, `has no text in ${locale}, a language of the event`);
  if (notes && event.concept === "BOARDROOM")
    report(`${at}notes`, "must be left out, because nothing leaves the room of a round table");
}

/** What texts can name of an event. */
export function eventFacts({ slug, starts, ends, venue, recurrence }: Event, locale: Locale, t: Translate): Facts {
  const often = recurrence ? recurrenceInWords(recurrence.rule, starts.slice(0, 10), locale, t) : undefined;
  return new Map([
    [`event.${slug}.starts`, starts.slice(11)],
    [`event.${slug}.ends`, ends.slice(11)],
    [`event.${slug}.venue`, venue?.name[locale]],
    [`event.${slug}.recurrence`, often],
  ]);
}

/** `cities.all` names the cities that have events, and `cities.<concept>` those where it is held regularly. */
export function cityFacts(cities: readonly City[], events: readonly Event[], locale: Locale): Facts {
  const meetings = events.filter(({ attendance }) => attendance !== "online");
  const namesOf = (held: readonly Event[]) => {
    const hosting = cities.filter(({ slug }) => held.some(({ city }) => city === slug));
    const names = hosting.map(({ names }) => names[locale]);
    return names.length > 0 ? listInWords(names, locale) : undefined;
  };
  const facts = new Map([["cities.all", namesOf(meetings)]]);
  for (const { code, slug } of concepts)
    facts.set(`cities.${slug}`, namesOf(meetings.filter(({ concept, recurrence }) => concept === code && recurrence)));
  return facts;
}
