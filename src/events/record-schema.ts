import * as z from "zod";
import { conceptCodes } from "../addresses/concepts.js";
import { type Locale, locales } from "../text/locale.js";
import { attendances, audiences, type Occurrence, signUps } from "./event.js";
import type { eventFilters } from "./query.js";

const instant = z.iso.datetime({ offset: true });
const price = z.object({ amount: z.number(), currency: z.string().length(3), text: z.string() });
const venue = z.object({
  name: z.string(),
  address: z.string().nullable(),
  postalCode: z.string().nullable(),
  city: z.string(),
  country: z.string().length(2),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
});

/** Contract §3; every key is always present, null where there is no value. */
export const apiEvent = z.strictObject({
  id: z.string(),
  uid: z
    .string()
    .describe("The UID of its calendar entries (RFC 5545 §3.8.4.7), the same in every language and on every domain."),
  concept: z.enum(conceptCodes),
  city: z.string(),
  cityName: z.string(),
  locale: z.enum(locales).describe("The language of the texts."),
  locales: z.array(z.enum(locales)).describe("All languages that it has texts in."),
  title: z.string(),
  summary: z.string(),
  description: z
    .string()
    .describe("Plain text. If the date was moved, cancelled or postponed, it begins with the change and the reason."),
  status: z.enum(["confirmed", "tentative", "cancelled", "postponed"]),
  startsAt: instant,
  endsAt: instant,
  timezone: z.string(),
  dateText: z.string().describe("Date and times in words."),
  recurring: z.boolean(),
  recurrence: z.object({ seriesId: z.string(), rule: z.string(), text: z.string() }).nullable(),
  previousStartsAt: instant.nullable().describe("The start before it was moved."),
  audience: z
    .enum(audiences)
    .describe("`open`: anyone may come; `application`: seats are applied for; `members`: members of Commerce Commons."),
  signUp: z
    .enum(signUps)
    .nullable()
    .describe("`closed`: sign-up is over; null where nobody signs up, or it does not take place."),
  theme: z.string().nullable().describe("What it is about."),
  host: z.object({ name: z.string(), role: z.string().nullable() }).nullable(),
  language: z.string().nullable().describe("The languages that people speak there, in words."),
  attendance: z.enum(attendances),
  venue: venue.nullable(),
  price: price.nullable().describe("Null if nothing is paid on the day: it is free, or part of the membership."),
  url: z.url(),
  actionUrl: z
    .url()
    .nullable()
    .describe("The page to sign up, apply or join, for this event; null unless `signUp` is `open`."),
  calendarUrl: z.url().describe("The calendar of its city."),
  sequence: z.int().nonnegative().describe("Increases with every change (RFC 5545 §3.8.7.4)."),
  updatedAt: z.iso.datetime(),
});

export type ApiEvent = z.infer<typeof apiEvent>;

/** `path` and `actionPath` are `url` and `actionUrl` without the origin, for links of the site itself. */
export type EventRecord = Readonly<ApiEvent & { path: string; actionPath: string | null }>;

/** Falls back to English, then to the first language that the event has. */
export type RecordOf = (occurrence: Occurrence, requested: Locale) => EventRecord;

/** What the request asked for, null where it did not. */
const filters = z.strictObject({
  concept: apiEvent.shape.concept.nullable(),
  city: apiEvent.shape.city.nullable(),
  audience: apiEvent.shape.audience.nullable(),
  recurring: z.literal(true).nullable(),
  locale: apiEvent.shape.locale.nullable(),
} satisfies Record<(typeof eventFilters)[number], z.ZodType>);

export const eventList = z.strictObject({
  events: z.array(apiEvent),
  count: z.int().nonnegative().describe("Number of events in this response."),
  total: z.int().nonnegative().describe("Number of events that match in the window."),
  locale: z.enum(locales),
  filters,
  window: z
    .strictObject({ from: z.iso.date(), to: z.iso.date() })
    .describe("Dates in the site's zone; `to` is not included."),
  links: z.strictObject({ self: z.url(), next: z.url().nullable() }),
});

export type EventList = z.infer<typeof eventList>;

export const eventAnswer = z.strictObject({ event: apiEvent });
