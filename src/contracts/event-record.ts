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

/** An occurrence as the public interface shows it (contract §3): every key is always there, null where there is nothing. */
export const eventRecord = z.strictObject({
  id: z.string(),
  /** The UID of its calendar entries (RFC 5545 §3.8.4.7), the same in every language. */
  uid: z.string(),
  concept: z.enum(concepts.map(({ code }) => code)),
  city: z.string(),
  cityName: z.string(),
  /** The language of the texts here. */
  locale: z.enum(locales),
  /** The languages there are. */
  locales: z.array(z.enum(locales)),
  title: z.string(),
  summary: z.string(),
  /** Plain text. Begins with what has changed and why, when the date was moved, cancelled or postponed. */
  description: z.string(),
  status: z.enum(["confirmed", "tentative", "cancelled", "postponed"]),
  startsAt: instant,
  endsAt: instant,
  timezone: z.string(),
  /** Date and times in words. */
  dateText: z.string(),
  recurring: z.boolean(),
  recurrence: z.object({ seriesId: z.string(), rule: z.string(), text: z.string() }).nullable(),
  /** When it was to start before it was moved. */
  previousStartsAt: instant.nullable(),
  attendance: z.enum(["in-person", "online", "hybrid"]),
  venue: venue.nullable(),
  /** Null when it is free. */
  price: price.nullable(),
  url: z.url(),
  /** Where to take the next step: apply, join. */
  actionUrl: z.url().nullable(),
  /** The calendar of its city. */
  calendarUrl: z.url(),
  /** Grows with every change (RFC 5545 §3.8.7.4). */
  sequence: z.int().nonnegative(),
  updatedAt: z.iso.datetime(),
});

export type EventRecord = z.infer<typeof eventRecord>;

export const eventList = z.strictObject({
  events: z.array(eventRecord),
  /** How many are in `events`. */
  count: z.int(),
  /** How many the filters find in the window. */
  total: z.int(),
  locale: z.enum(locales),
  filters: z.strictObject({
    concept: eventRecord.shape.concept.nullable(),
    city: z.string().nullable(),
    recurring: z.literal(true).nullable(),
    locale: z.enum(locales).nullable(),
  }),
  /** Calendar dates in the site's zone, `to` not included. */
  window: z.strictObject({ from: z.iso.date(), to: z.iso.date() }),
  links: z.strictObject({ self: z.url(), next: z.url().nullable() }),
});

export type EventList = z.infer<typeof eventList>;
