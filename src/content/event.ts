import * as z from "zod";
import { conceptCodes } from "../addresses/concepts.js";
import { isPageName } from "../addresses/paths.js";
import { type Locale, locales } from "../text/locale.js";
import type { Slug } from "../text/slug.js";
import { isLocalDateTime, type LocalDateTime } from "../text/wall-clock.js";
import { currency, orNull, textOfLength, zoneName } from "./json-files.js";
import { localDate } from "./page.js";
import { recurrence } from "./recurrence.js";

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

export const eventFrontMatter = z.strictObject({ title: textOfLength(3, 60), summary: textOfLength(40, 160) });
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

export const eventSchema = z.strictObject({
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
  action: orNull(z.string().refine(isPageName, "must be the name of a page in src/addresses/paths.ts")),
  updated: instant,
});

export type Texts = Readonly<z.infer<typeof reason>>;
export type EventText = Readonly<z.infer<typeof eventText>>;
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
