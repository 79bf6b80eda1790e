/** The content as it ships, with the frozen events; and events, made or changed. */
import { readFileSync } from "node:fs";
import { openAssets } from "../../src/content/assets.js";
import type { Event } from "../../src/content/events.js";
import { createI18n } from "../../src/content/i18n.js";
import { createLibrary, type Feature, type Library } from "../../src/content/library.js";
import { recurrence } from "../../src/content/recurrence.js";
import type { Files } from "../../src/site.js";
import { isBuilt } from "./is-built.mjs";
import { frozenEvents } from "./shipped.js";

type Settings = { baseUrl: string; features?: Feature[] };

export const BASE_URL = "https://www.forcommerce.example";

const translations = createI18n("locales");
const { content, compiledViews } = await texts();

/** From the build, because the parsers of Markdown and YAML take half a second in every file of tests. */
async function texts() {
  if (!isBuilt(["content", "locales", "views"]))
    return (await import("../../src/build/read-content.js")).readTexts({ baseUrl: BASE_URL });
  const built = (name: string) => readFileSync(`dist/${name}.json`, "utf8");
  return { content: built("content"), compiledViews: JSON.parse(built("views")) as Files["compiledViews"] };
}

export const shippedLibrary = (settings: Settings) => createLibrary(content, settings);

const { events, cities } = frozenEvents;
/** Texts as they ship, with events and cities of the frozen content: a test of these holds dates and names. */
const tested = JSON.stringify({ ...JSON.parse(content), events, cities });
const made = new Map<string, Files>();

export function filesWith(settings: Settings): Files {
  const key = JSON.stringify(settings);
  const files = made.get(key) ?? {
    ...translations,
    library: createLibrary(tested, settings),
    assets: openAssets("dist/public"),
    compiledViews,
  };
  made.set(key, files);
  return files;
}

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
