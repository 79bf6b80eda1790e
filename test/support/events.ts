import type { Event } from "../../src/content/event.js";
import type { Library } from "../../src/content/library.js";
import { recurrence } from "../../src/content/recurrence.js";
import { BASE_URL, filesWith } from "./library.js";

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

export const { library: shipped } = filesWith({ baseUrl: BASE_URL });

/** What ships, with one event changed: reading a changed copy of content/ takes a second or two each time. */
export function withEvent(slug: string, change: (event: Event) => Partial<Event>): Library {
  if (!shipped.events.some((event) => event.slug === slug)) throw new Error(`There is no event ${slug}`);
  const events = shipped.events.map((event) => (event.slug === slug ? { ...event, ...change(event) } : event));
  return { ...shipped, events };
}
