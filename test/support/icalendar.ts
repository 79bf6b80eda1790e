import ICAL from "ical.js";
import { sync as nodeIcal } from "node-ical";
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

export const evening: ApiEvent = {
  id: "evening-2027-03-25",
  uid: "evening-2027-03-25@www.example.com",
  concept: "AFTER",
  city: "gothenburg",
  cityName: "Göteborg",
  locale: "sv",
  locales: ["en", "sv", "nb"],
  title: "After Commerce i Göteborg",
  summary: "En kväll.",
  description: "En kväll.\n\nKom som du är.",
  status: "confirmed",
  startsAt: "2027-03-25T17:30:00+01:00",
  endsAt: "2027-03-25T20:00:00+01:00",
  timezone: "Europe/Stockholm",
  dateText: "torsdag 25 mars 2027, 17.30–20.00",
  recurring: false,
  recurrence: null,
  previousStartsAt: null,
  signUp: "open",
  audience: "open",
  attendance: "in-person",
  venue,
  price: null,
  url: "http://localhost:3000/sv/after-commerce/gothenburg#evening-2027-03-25",
  actionUrl: null,
  calendarUrl: "http://localhost:3000/api/calendar/gothenburg",
  sequence: 439740,
  updatedAt: "2026-11-02T09:00:00Z",
};

const t = createI18n("locales").getFixedT("sv");

export const calendar: Calendar = {
  feed: {
    name: "For Commerce i Göteborg",
    description: "Alla datum i Göteborg.",
    zone: "Europe/Stockholm",
    year: 2026,
  },
  locale: "sv",
  t,
  events: [evening],
};

export const withFeed = (change: Partial<NonNullable<Calendar["feed"]>>, events: readonly ApiEvent[] = [evening]) =>
  icalendar({ ...calendar, feed: { ...calendar.feed!, ...change }, events });

export const withEvents = (...changes: Partial<ApiEvent>[]) =>
  icalendar({ ...calendar, events: changes.map((change) => ({ ...evening, ...change })) });
export const read = (text: string) => new ICAL.Component(ICAL.parse(text));
export const eventsIn = (text: string) => read(text).getAllSubcomponents("vevent");
export const valueIn = (component: ICAL.Component, name: string) => component.getFirstPropertyValue(name);
/** The event as parsed by node-ical. */
export const readAgain = (text: string) => nodeIcal.parseICS(text)[evening.uid] as any;
/** The lines of a document, unfolded. */
export const linesOf = (text: string) => text.replace(/\r\n[ \t]/g, "").split("\r\n");
export const written = (text: string, name: string) =>
  linesOf(text).filter((line) => line.startsWith(`${name}:`) || line.startsWith(`${name};`));

/** The lines as bytes: a character for each octet. */
export function octetLines(text: string): string[] {
  return Buffer.from(text).toString("latin1").split("\r\n");
}

/** Texts that need escaping, folding or neither. */
export const awkward = [
  "å ä ö ø æ Å Ä Ö Ø Æ é ß 日本",
  "🎉 👩‍💻 🇸🇪 e\u0301",
  "She said \"hello\" 'there'",
  "a\\b \\ c \\\\ d\\",
  "a;b,c:d=e^f%41&amp;",
  "one\ntwo\n\nthree",
  "a\ttab, and a line that is long enough to be folded, more than once if it must be, says whoever wrote this",
  "END:VEVENT",
  "{{title}} $& $t(site:menu)",
];
