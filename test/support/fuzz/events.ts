/** The open events API and the calendars: any query gets a valid answer, or a 400 that names parameters. */
import { expect, it } from "@jest/globals";
import fc from "fast-check";
import ical from "ical.js";
import { cursorAfter, eventQuery } from "../../../src/contracts/event-query.js";
import { apiEvent, eventAnswer, eventList } from "../../../src/contracts/event-record.js";
import * as wild from "./arbitraries.js";
import type { Fuzz } from "./fuzz.js";
import { asOfGet } from "./sound.js";
import type { Received } from "./wire.js";

const names = Object.keys(eventQuery.shape);
const cities = ["gothenburg", "stockholm", "varberg", "Göteborg", "Gbg", "o\u0308"];
const ids = ["after-commerce-gothenburg-2027-05-06", "boardroom-varberg-2026-12-30"];

/** Of each parameter whose values are listed, those and others. */
const listed = Object.fromEntries(
  Object.entries(apiEvent.shape).flatMap(([name, schema]) =>
    "options" in schema && names.includes(name) ? [[name, fc.constantFrom<string>(...schema.options, "x", "")]] : [],
  ),
);
const values = {
  ...listed,
  locale: wild.language,
  city: fc.oneof(fc.constantFrom(...cities), wild.slug),
  recurring: fc.constantFrom("true", "true", "true", "false", "1", "TRUE", ""),
  from: wild.date,
  to: wild.date,
  limit: fc.oneof(
    fc.integer({ min: 1, max: 200 }).map(String),
    fc.constantFrom("0", "201", "-1", "1.5", "1e2", "٣", ""),
  ),
  cursor: fc.constantFrom("", "x", "MA", ...[0, 1796000000000].map((starts) => cursorAfter({ starts, id: "a" }))),
};
const { locale } = values;

export function eventProperties({ site, hold }: Fuzz): void {
  /** Checks HEAD, OPTIONS and other methods; the answer to GET, unless it is 304 or a redirect, is returned. */
  async function answerTo(method: string, target: string, headers: wild.Pair[]): Promise<Received | undefined> {
    const sent = { method, target, headers };
    const answer = await site.ask(sent);
    if (method === "HEAD") expect(asOfGet(answer)).toEqual(asOfGet(await site.ask({ ...sent, method: "GET" })));
    else if (method !== "GET")
      expect(method === "OPTIONS" ? [204, 400, 404, 308] : [405, 400, 404, 308]).toContain(answer.status);
    return method === "GET" && ![304, 308].includes(answer.status) ? answer : undefined;
  }

  function expectRejected({ status, text }: Received, parameters: readonly string[]) {
    expect([400, 404]).toContain(status);
    expect(parameters).toEqual(expect.arrayContaining(Object.keys(JSON.parse(text).details ?? {})));
  }

  it("a list of events is valid, and no longer than its limit", () =>
    hold(0.25, [wild.queryNear(values), wild.method, wild.headers()], async (query, method, headers) => {
      const answer = await answerTo(method, `/api/events${query}`, headers);
      if (!answer) return;
      if (answer.status !== 200) return expectRejected(answer, names);
      const { count, events, total } = eventList.parse(JSON.parse(answer.text));
      expect(count).toBe(events.length);
      expect(count).toBeLessThanOrEqual(Math.min(total, 200));
    }));

  it("one event is valid, as JSON and as a file", () =>
    hold(
      0.12,
      [
        wild.segmentNear(fc.oneof(fc.constantFrom(...ids), wild.slug)),
        fc.constantFrom("", "", ".ics"),
        wild.queryNear({ locale }),
        wild.method,
        wild.headers(),
      ],
      async (segment, extension, query, method, headers) => {
        const answer = await answerTo(method, `/api/events/${segment}${extension}${query}`, headers);
        if (!answer) return;
        if (answer.status !== 200) return expectRejected(answer, [...names, "id"]);
        if (answer.headers["content-type"]?.startsWith("text/calendar")) expectCalendar(answer);
        else if (!answer.text.includes('"events":')) eventAnswer.parse(JSON.parse(answer.text));
      },
    ));

  it("the calendar of a city is valid", () =>
    hold(
      0.1,
      [
        wild.segmentNear(fc.oneof(fc.constantFrom(...cities), wild.slug)),
        fc.constantFrom("", "", ".ics"),
        wild.queryNear({ ...listed, locale }),
        wild.method,
        wild.headers(),
      ],
      async (segment, extension, query, method, headers) => {
        const answer = await answerTo(method, `/api/calendar/${segment}${extension}${query}`, headers);
        if (!answer) return;
        if (answer.status === 200) expectCalendar(answer);
        else expectRejected(answer, ["city", "locale", "concept"]);
      },
    ));
}

function expectCalendar({ headers, text }: Received): void {
  expect(headers["content-type"]).toBe("text/calendar; charset=utf-8");
  const lines = text.split("\r\n");
  expect({ first: lines[0], last: lines.at(-1) }).toEqual({ first: "BEGIN:VCALENDAR", last: "" });
  expect(lines.filter((line) => Buffer.byteLength(line) > 75 || line.includes("\n"))).toEqual([]);
  expect(new ical.Component(ical.parse(text)).name).toBe("vcalendar");
}
