import type { Event } from "../../src/content/event.js";
import { recurrence } from "../../src/content/recurrence.js";

type Facts = Partial<Omit<Event, "recurrence">> & { readonly rule?: string };

/** A meeting in Gothenburg from 17:30 to 20:00 on Thursday 6 May 2027, with the given changes. Throws for an invalid rule. */
export function event({ rule, ...facts }: Facts = {}): Event {
  return {
    slug: "meeting",
    concept: "AFTER",
    city: "gothenburg",
    audience: "open",
    attendance: "in-person",
    venue: { name: { en: "a bar" }, address: null, postalCode: null, latitude: null, longitude: null },
    starts: "2027-05-06T17:30",
    ends: "2027-05-06T20:00",
    zone: "Europe/Stockholm",
    recurrence: rule === undefined ? null : recurrence.parse(rule),
    exceptions: [],
    overrides: {},
    status: "confirmed",
    closesHoursBefore: 0,
    signUp: null,
    theme: null,
    host: null,
    notes: null,
    language: null,
    price: null,
    action: null,
    updated: Date.parse("2026-11-02T09:00Z"),
    texts: { en: { title: "Meeting", summary: "We meet.", description: "We meet and talk." } },
    ...facts,
  };
}
