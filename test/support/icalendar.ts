import ICAL from "ical.js";
import { createI18n } from "../../src/content/i18n.js";
import type { ApiEvent } from "../../src/contracts/event-record.js";
import { type Calendar, icalendar } from "../../src/formats/icalendar.js";

export const venue = {
  name: "Baren på hörnet",
  address: "Långgatan 1",
  postalCode: "413 04",
  city: "Göteborg",
  country: "SE",
  latitude: 57.698,
  longitude: 11.9512345678,
};

/** With the fields that a calendar shows. */
export const evening = {
  uid: "evening-2027-03-25@www.example.com",
  concept: "AFTER",
  title: "After Commerce i Göteborg",
  description: "En kväll.\n\nKom som du är.",
  status: "confirmed",
  startsAt: "2027-03-25T17:30:00+01:00",
  endsAt: "2027-03-25T20:00:00+01:00",
  audience: "open",
  venue,
  price: null,
  url: "http://localhost:3000/sv/after-commerce/gothenburg#evening-2027-03-25",
  sequence: 439740,
  updatedAt: "2026-11-02T09:00:00Z",
} as ApiEvent;

export const calendar: Calendar = {
  feed: {
    ...{ name: "For Commerce i Göteborg", description: "Alla datum i Göteborg." },
    ...{ zone: "Europe/Stockholm", year: 2026 },
  },
  locale: "sv",
  t: createI18n("locales").getFixedT("sv"),
  events: [evening],
};

export const withFeed = (change: Partial<NonNullable<Calendar["feed"]>>, events: readonly ApiEvent[]) =>
  icalendar({ ...calendar, feed: { ...calendar.feed!, ...change }, events });

export const read = (text: string) => new ICAL.Component(ICAL.parse(text));
/** The properties of a component as ical.js reads them: name → value. */
export const propertiesOf = (component: ICAL.Component) =>
  Object.fromEntries(component.getAllProperties().map((property) => [property.name, property.getFirstValue()]));
export const eventIn = (text: string) => propertiesOf(read(text).getFirstSubcomponent("vevent")!);
/** The lines of a document, unfolded. */
export const linesOf = (text: string) => text.replace(/\r\n[ \t]/g, "").split("\r\n");
/** The lines as bytes: a character for each octet. */
export const octetLines = (text: string) => Buffer.from(text).toString("latin1").split("\r\n");
