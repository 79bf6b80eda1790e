/**
 * `npm run bench`, second half: a question to the events API, beside plain node:http sending as many bytes, among 10
 * series and among 10,000, with the same number of events in the answer. And a city's calendar.
 */
import { createApp } from "../../src/app.js";
import { readConfig } from "../../src/config.js";
import type { Event } from "../../src/domain/event.js";
import { createFront } from "../../src/front.js";
import { createServices } from "../../src/services.js";
import { compare, plain } from "./compare.js";

const list = "/api/events?city=gothenburg&concept=AFTER&locale=sv&limit=10";
const calendar = "/api/calendar/gothenburg?locale=sv";
/** About what ten events weigh. */
const LIST_BYTES = 19_000;

/** The site, with `count` series in place of its own: weekly evenings, each a minute after the other. */
function listener(count?: number) {
  const config = readConfig({ LOG_LEVEL: "silent" });
  const { library } = createServices(config);
  const events =
    count === undefined
      ? library.events
      : Array.from({ length: count }, (_, number) => series(library.events[0]!, number));
  const services = createServices(config, { library: { ...library, events } });
  return createFront(services, createApp(services)).listener;
}

function series(model: Event, number: number): Event {
  const minutes = number % 1000;
  const time = `${String(6 + Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
  return {
    ...model,
    slug: `evening-${number}`,
    starts: `2026-11-0${1 + (number % 9)}T${time}`,
    ends: `2026-11-0${1 + (number % 9)}T23:59`,
    recurrence: { text: "FREQ=MONTHLY;COUNT=24", rule: { frequency: "MONTHLY", interval: 1, count: 24 } },
    exceptions: [],
    overrides: {},
  };
}

await compare(import.meta.filename, {
  "plain node:http, a list's bytes": {
    path: list,
    requests: 10_000,
    listener: () => plain("application/json", LIST_BYTES),
  },
  "a list of 10 events among 10 series": { path: list, requests: 2_000, listener: () => listener(10) },
  "a list of 10 events among 10,000 series": { path: list, requests: 2_000, listener: () => listener(10_000) },
  "a city's calendar": { path: calendar, requests: 10_000, listener: () => listener() },
});
