import { z } from "zod";
import { concepts } from "../domain/concept.js";
import { locales } from "../domain/locale.js";

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

/**
 * An occurrence as the public interface shows it (contract §3): every key is always there, null where there is nothing.
 */
export const eventRecord = z.strictObject({
  id: z.string(),
  uid: z.string().describe("The UID of its calendar entries (RFC 5545 §3.8.4.7), the same in every language."),
  concept: z.enum(concepts.map(({ code }) => code)),
  city: z.string(),
  cityName: z.string(),
  locale: z.enum(locales).describe("The language of the texts here."),
  locales: z.array(z.enum(locales)).describe("The languages there are."),
  title: z.string(),
  summary: z.string(),
  description: z
    .string()
    .describe("Plain text. Begins with what has changed and why, when the date was moved, cancelled or postponed."),
  status: z.enum(["confirmed", "tentative", "cancelled", "postponed"]),
  startsAt: instant,
  endsAt: instant,
  timezone: z.string(),
  dateText: z.string().describe("Date and times in words."),
  recurring: z.boolean(),
  recurrence: z.object({ seriesId: z.string(), rule: z.string(), text: z.string() }).nullable(),
  previousStartsAt: instant.nullable().describe("When it was to start before it was moved."),
  attendance: z.enum(["in-person", "online", "hybrid"]),
  venue: venue.nullable(),
  price: price.nullable().describe("Null when nothing is paid on the day: it is free, or part of the membership."),
  url: z.url(),
  actionUrl: z
    .url()
    .nullable()
    .describe(
      "Where to take the next step: apply, join or write; null also when it is cancelled or postponed. A form there is filled in for the event, or says that it is over or not open yet.",
    ),
  calendarUrl: z.url().describe("The calendar of its city."),
  sequence: z.int().nonnegative().describe("Grows with every change (RFC 5545 §3.8.7.4)."),
  updatedAt: z.iso.datetime(),
});

export type EventRecord = z.infer<typeof eventRecord>;

export const eventList = z.strictObject({
  events: z.array(eventRecord),
  count: z.int().nonnegative().describe("How many are in `events`."),
  total: z.int().nonnegative().describe("How many the filters find in the window."),
  locale: z.enum(locales),
  filters: z.strictObject({
    concept: eventRecord.shape.concept.nullable(),
    city: z.string().nullable(),
    recurring: z.literal(true).nullable(),
    locale: z.enum(locales).nullable(),
  }),
  window: z
    .strictObject({ from: z.iso.date(), to: z.iso.date() })
    .describe("Calendar dates in the site's zone, `to` not included."),
  links: z.strictObject({ self: z.url(), next: z.url().nullable() }),
});

export type EventList = z.infer<typeof eventList>;

/** One event. */
export const eventAnswer = z.strictObject({ event: eventRecord });
