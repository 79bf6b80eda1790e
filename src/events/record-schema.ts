import * as z from "zod";
import { conceptCodes } from "../addresses/concepts.js";
import { attendances, audiences } from "../content/events.js";
import { locales } from "../text/locale.js";
import { signUps } from "./agenda.js";

const text = (description: string) => z.string().describe(description);
const instant = z.iso.datetime({ offset: true });
const price = z.object({ amount: z.number(), currency: z.string().length(3), text: z.string() });
const host = z.object({ name: z.string(), role: text("What they do.") });
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
  uid: text("The UID of its calendar entries (RFC 5545 §3.8.4.7), the same in every language and on every domain."),
  concept: z.enum(conceptCodes),
  city: z.string(),
  cityName: z.string(),
  locale: z.enum(locales).describe("The language of the texts."),
  locales: z.array(z.enum(locales)).describe("All languages that it has texts in."),
  title: z.string(),
  summary: z.string(),
  description: text(
    "Plain text. If the date was moved, cancelled or postponed, it begins with the change and the reason.",
  ),
  status: z.enum(["confirmed", "tentative", "cancelled", "postponed"]),
  startsAt: instant,
  endsAt: instant,
  timezone: z.string(),
  dateText: text("Date and times in words, with the time zone of an event that is online."),
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
  theme: z.string().nullable().describe("The subject, as a question; null until it is announced."),
  host: host.nullable().describe("Who welcomes people there."),
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

export type Venue = z.infer<typeof venue>;
