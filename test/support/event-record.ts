import type { EventRecord } from "../../src/contracts/event-record.js";

/** An evening in Gothenburg, in English, with every field except a price and a change. */
export const evening: EventRecord = {
  id: "evening-2027-03-25",
  uid: "evening-2027-03-25@www.example.com",
  concept: "AFTER",
  city: "gothenburg",
  cityName: "Gothenburg",
  locale: "en",
  locales: ["en", "sv"],
  title: "An [evening]",
  summary: "One evening.",
  description: "One evening.\n\nCome as you are.",
  status: "confirmed",
  startsAt: "2027-03-25T17:30:00+01:00",
  endsAt: "2027-03-25T20:00:00+01:00",
  timezone: "Europe/Stockholm",
  dateText: "Thursday 25 March 2027, 17:30–20:00",
  recurring: false,
  recurrence: null,
  previousStartsAt: null,
  audience: "open",
  signUp: "open",
  attendance: "in-person",
  venue: {
    name: "The bar",
    address: "Långgatan 1",
    postalCode: "413 04",
    city: "Gothenburg",
    country: "SE",
    latitude: 57.698,
    longitude: 0,
  },
  price: null,
  url: "https://www.example.com/en/dates/evening-2027-03-25",
  actionUrl: "https://www.example.com/en/contact?event=evening-2027-03-25#form",
  calendarUrl: "https://www.example.com/api/calendar/gothenburg?locale=en",
  sequence: 439740,
  updatedAt: "2026-11-02T09:00:00Z",
  path: "/en/dates/evening-2027-03-25",
  actionPath: "/en/contact?event=evening-2027-03-25#form",
};

/** Returns the key and each interpolated value. */
export const keysOf = (key: string, values: object = {}) =>
  [key, ...Object.entries(values).map(([name, value]) => `${name}=${value}`)].join(" ");
