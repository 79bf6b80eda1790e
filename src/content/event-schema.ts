import * as z from "zod";
import { conceptCodes } from "../addresses/concepts.js";
import { isPageName } from "../addresses/paths.js";
import { locales } from "../text/locale.js";
import { isLocalDateTime } from "../text/wall-clock.js";
import { attendances, audiences } from "./event.js";
import { zoneName } from "./organisation.js";
import { localDate } from "./page.js";
import { recurrence } from "./recurrence.js";

const localDateTime = z
  .string()
  .refine(isLocalDateTime, "must be a local date and time that exists, such as 2027-05-06T17:30");
const instant = z.iso
  .datetime({ error: "must be an instant in UTC, such as 2026-11-02T09:00:00Z" })
  .refine((text) => Date.parse(text) >= Date.UTC(2026, 0), "must not be before 2026")
  .transform((text) => Date.parse(text));
const textUpTo = (maxLength: number) => z.partialRecord(z.enum(locales), z.string().min(3).max(maxLength));
const translatedText = textUpTo(160);
const place = z.strictObject({
  name: translatedText,
  address: z.string().min(1).nullable().default(null),
  postalCode: z.string().min(1).nullable().default(null),
  latitude: z.number().min(-90).max(90).nullable().default(null),
  longitude: z.number().min(-180).max(180).nullable().default(null),
});
const venue = place.refine(
  ({ latitude, longitude }) => (latitude === null) === (longitude === null),
  "has latitude and longitude, or neither",
);
/** An event has these, and each of its dates can override them. */
const details = {
  venue,
  theme: textUpTo(80),
  host: z.string(),
  notes: textUpTo(600),
  signUp: z.enum(["full", "closed"]),
};
export const eventTextSchema = z.strictObject({
  title: z.string().min(3).max(60),
  summary: z.string().min(40).max(160),
});
const textsOfDate = eventTextSchema.extend({ description: z.string().min(40).max(2000) }).partial();
const changeOfDate = z
  .strictObject({ ...details, texts: z.partialRecord(z.enum(locales), textsOfDate) })
  .partial()
  .extend({ updated: instant });
const reason = { reason: translatedText };
const override = z.discriminatedUnion(
  "status",
  [
    changeOfDate.extend({ status: z.literal("moved"), start: localDateTime, end: localDateTime, ...reason }),
    changeOfDate.extend({ status: z.enum(["cancelled", "postponed"]), ...reason }),
    changeOfDate.extend({ status: z.undefined().optional(), updated: instant.optional() }),
  ],
  { error: "must be moved, cancelled or postponed, or be left out" },
);
export const eventSchema = z.strictObject({
  concept: z.enum(conceptCodes),
  city: z.string(),
  audience: z.enum(audiences),
  attendance: z.enum(attendances),
  venue: venue.nullable(),
  theme: details.theme.nullable().default(null),
  host: details.host.nullable().default(null),
  notes: details.notes.nullable().default(null),
  language: translatedText.nullable().default(null),
  start: localDateTime,
  end: localDateTime,
  timezone: zoneName,
  recurrence: recurrence.optional(),
  exceptions: z.array(localDate).default([]),
  overrides: z.record(localDate, override).default({}),
  status: z.enum(["confirmed", "tentative"]).default("confirmed"),
  closesHoursBefore: z.number().min(0).max(1440).default(0),
  signUp: details.signUp.nullable().default(null),
  price: z
    .strictObject({ amount: z.number().positive(), currency: z.string().regex(/^[A-Z]{3}$/) })
    .nullable()
    .default(null),
  action: z
    .string()
    .refine(isPageName, "must be the name of a page in src/addresses/paths.ts")
    .nullable()
    .default(null),
  updated: instant,
});
