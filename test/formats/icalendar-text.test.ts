import { describe, expect, it } from "@jest/globals";
import ICAL from "ical.js";
import { sync as nodeIcal } from "node-ical";
import type { ApiEvent } from "../../src/contracts/event-record.js";
import { forEvery } from "../support/for-every.js";
import {
  awkward,
  evening,
  eventsIn,
  readAgain,
  valueIn,
  venue,
  withEvents,
  withFeed,
  written,
} from "../support/icalendar.js";

describe("A text in a calendar", () => {
  forEvery(awkward)("is read unchanged by parsers", (words) => {
    const text = withEvents({ title: words, description: words, venue: { ...venue, name: words } });
    const place = `${words}, Långgatan 1, 413 04 Göteborg`;
    const [event] = eventsIn(text);

    expect(valueIn(event!, "summary")).toBe(words);
    expect(valueIn(event!, "description")).toBe(`${words}\n\nÖppet och gratis.\n\n${evening.url}`);
    expect(valueIn(event!, "location")).toBe(place);
    expect(readAgain(text)).toMatchObject({ summary: words, location: place });
    expect(readAgain(text).description).toBe(`${words}\n\nÖppet och gratis.\n\n${evening.url}`);
  });

  it("keeps what looks like an escape", () => {
    const words = "\\n \\N \\; \\, \\\\n";
    const [event] = eventsIn(withEvents({ title: words, description: words })); // node-ical takes \\n for \n

    expect(valueIn(event!, "summary")).toBe(words);
    expect(valueIn(event!, "description")).toBe(`${words}\n\nÖppet och gratis.\n\n${evening.url}`);
  });
});

describe("A text with line ends, controls or properties", () => {
  const pretences = [
    "a\r\nATTENDEE:mailto:a@example.com",
    "a\nEND:VEVENT\nBEGIN:VEVENT\nUID:b",
    "a\rX",
    "a\r\n ATTENDEE:b",
    "a\u2028ATTENDEE:b\u2029c\u0085d",
    "a\0b\u0007c\u001fd\u007fe\u009ff\vg\fh",
    "a\ud83cb\udf89",
    "\\\r\n;,",
    "ö".repeat(10_000),
  ];
  const text = (change: Partial<ApiEvent>) => withEvents(change);
  const fields: Record<string, (pretence: string) => string> = {
    uid: (uid) => text({ uid }),
    title: (title) => text({ title }),
    "cancelled title": (title) => text({ title, status: "cancelled" }),
    summary: (summary) => text({ summary }),
    description: (description) => text({ description }),
    cityName: (cityName) => text({ cityName }),
    timezone: (timezone) => text({ timezone }),
    dateText: (dateText) => text({ dateText }),
    "venue name": (name) => text({ venue: { ...venue, name } }),
    "venue address": (address) => text({ venue: { ...venue, address } }),
    "venue postal code": (postalCode) => text({ venue: { ...venue, postalCode } }),
    "venue city": (city) => text({ venue: { ...venue, city } }),
    "venue country": (country) => text({ venue: { ...venue, country } }),
    url: (pretence) => text({ url: `https://www.example.com/en#${pretence}` }),
    "name of the calendar": (name) => withFeed({ name }),
    "description of the calendar": (description) => withFeed({ description }),
    "zone of the calendar": (zone) => withFeed({ zone }),
  };

  /** The names of all components and properties, as a parser sees them. */
  const shape = ([name, properties, components]: any): any => [
    name,
    properties.map(([property]: any) => property),
    components.map(shape),
  ];
  /** The names at the start of all lines, for a parser that accepts every kind of line end. */
  const beginnings = (text: string) =>
    text
      .split(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/)
      .filter((line) => !/^[ \t]/.test(line))
      .map((line) => line.split(/[:;]/)[0]);

  forEvery(Object.entries(fields))("adds no line, property or component in any field", (_, write) => {
    const expected = write("Text");
    for (const pretence of pretences) {
      const text = write(pretence);
      expect(shape(ICAL.parse(text))).toEqual(shape(ICAL.parse(expected)));
      expect(beginnings(text)).toEqual(beginnings(expected));
      expect(Object.keys(nodeIcal.parseICS(text))).toHaveLength(Object.keys(nodeIcal.parseICS(expected)).length);
      expect(text.replaceAll("\r\n", "")).not.toMatch(/(?!\t)[\p{Cc}\p{Cs}]/u);
    }
  });

  it("is escaped in each TEXT property", () => {
    const raw = 'a\\b;c,d\ne:f"g';
    const text = withFeed({ name: raw, description: raw, zone: raw }, [
      { ...evening, uid: raw, title: raw, description: raw, venue: { ...venue, name: raw } },
    ]);

    const escaped = 'a\\\\b\\;c\\,d\\ne:f"g';
    for (const name of ["NAME", "X-WR-CALNAME", "X-WR-CALDESC", "X-WR-TIMEZONE", "UID", "SUMMARY"]) {
      expect(written(text, name)).toEqual([`${name}:${escaped}`]);
    }
    expect(written(text, "LOCATION")).toEqual([`LOCATION:${escaped}\\, Långgatan 1\\, 413 04 Göteborg`]);
    expect(written(text, "DESCRIPTION")).toEqual([
      `DESCRIPTION:${escaped}`,
      `DESCRIPTION:${escaped}\\n\\nÖppet och gratis.\\n\\n${evening.url}`,
    ]);
  });

  it("loses only control characters and lone surrogates", () => {
    const raw = "a\r\nb\rc\u2028d\u0085e\vf\0g\u0007h\ud83ci\udf89j🎉";
    expect(valueIn(eventsIn(withEvents({ title: raw }))[0]!, "summary")).toBe(
      "a\nb\nc\nd\ne\nf\ufffdg\ufffdh\ufffdi\ufffdj🎉",
    );
  });
});
