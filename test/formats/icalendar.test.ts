import { describe, expect, it } from "@jest/globals";
import ICAL from "ical.js";
import { icalendar } from "../../src/formats/icalendar.js";
import { forEvery } from "../support/for-every.js";
import {
  calendar,
  evening,
  eventIn,
  linesOf,
  octetLines,
  propertiesOf,
  read,
  venue,
  withFeed,
} from "../support/icalendar.js";

const withEvents = (...changes: Partial<typeof evening>[]) =>
  icalendar({ ...calendar, events: changes.map((change) => ({ ...evening, ...change })) });
/** A calendar whose name, description and event have this text wherever they can. */
const withText = (text: string) =>
  withFeed({ name: text, description: text }, [
    { ...evening, title: text, description: text, venue: { ...venue, name: text } },
  ]);
const ending = `Öppet och gratis.\n\n${evening.url}`;

describe("A calendar", () => {
  const headOf = (text: string) => {
    const lines = linesOf(text);
    return lines.slice(1, lines.indexOf("BEGIN:VEVENT")).toSorted();
  };

  it("has its name, zone and refresh interval once each, and no METHOD", () => {
    expect(headOf(icalendar(calendar))).toEqual([
      "CALSCALE:GREGORIAN",
      "DESCRIPTION:Alla datum i Göteborg.",
      "NAME:For Commerce i Göteborg",
      "PRODID:-//for-commerce//calendar//SV",
      "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
      "VERSION:2.0",
      "X-PUBLISHED-TTL:PT1H",
      "X-WR-CALDESC:Alla datum i Göteborg.",
      "X-WR-CALNAME:For Commerce i Göteborg",
      "X-WR-TIMEZONE:Europe/Stockholm",
    ]);
  });

  it("that is no feed has nothing that describes a calendar to subscribe to, and METHOD only if it is mailed", () => {
    const { feed, ...file } = calendar;
    const organizer = { name: "For Commerce", email: "hello@example.com" };
    const [scale, ...rest] = ["CALSCALE:GREGORIAN", "PRODID:-//for-commerce//calendar//SV", "VERSION:2.0"];

    expect(headOf(icalendar(file))).toEqual([scale, ...rest]);
    expect(headOf(icalendar({ ...file, organizer }))).toEqual([scale, "METHOD:PUBLISH", ...rest]);
  });
});

describe("A VEVENT", () => {
  it("has each property once, with its times in UTC, and no other", () => {
    const lines = linesOf(icalendar(calendar));

    expect(lines.slice(lines.indexOf("BEGIN:VEVENT") + 1, lines.indexOf("END:VEVENT")).toSorted()).toEqual([
      "CATEGORIES:After Commerce",
      `DESCRIPTION:En kväll.\\n\\nKom som du är.\\n\\nÖppet och gratis.\\n\\n${evening.url}`,
      "DTEND:20270325T190000Z",
      "DTSTAMP:20261102T090000Z",
      "DTSTART:20270325T163000Z",
      "GEO:57.698;11.951235",
      "LAST-MODIFIED:20261102T090000Z",
      "LOCATION:Baren på hörnet\\, Långgatan 1\\, 413 04 Göteborg",
      "SEQUENCE:439740",
      "STATUS:CONFIRMED",
      "SUMMARY:After Commerce i Göteborg",
      "TRANSP:OPAQUE",
      "UID:evening-2027-03-25@www.example.com",
      `URL:${evening.url}`,
    ]);
  });

  forEvery([
    ["http://[::1]:3000/en#a", "http://[::1]:3000/en#a"],
    ["http://my_host/en", "http://my_host/en"],
    ["https://göteborg.example/å;b,c", "https://xn--gteborg-90a.example/%C3%A5;b,c"],
  ])("has an absolute URL in ASCII", (url, uri) => {
    expect(eventIn(withEvents({ url })).url).toBe(uri);
  });

  forEvery([
    ["confirmed", "CONFIRMED", "OPAQUE", evening.title],
    ["tentative", "TENTATIVE", "OPAQUE", evening.title],
    ["cancelled", "CANCELLED", "TRANSPARENT", `INSTÄLLT: ${evening.title}`],
    ["postponed", "TENTATIVE", "TRANSPARENT", `UPPSKJUTEN: ${evening.title}`],
  ] as const)("has its status, and a change before its title", (status, STATUS, transp, summary) => {
    expect(eventIn(withEvents({ status }))).toMatchObject({ status: STATUS, transp, summary });
  });

  forEvery([
    ["without an address", { ...venue, address: null, postalCode: null }, "Baren på hörnet, Göteborg"],
    ["with a street alone", { ...venue, postalCode: null }, "Baren på hörnet, Långgatan 1, Göteborg"],
    ["online", null, "På nätet"],
  ])("has the venue and the known parts of the address as LOCATION", (_, venue, place) => {
    expect(eventIn(withEvents({ venue })).location).toBe(place);
  });

  forEvery([
    [{ latitude: -33.9, longitude: 0 }, ["GEO:-33.9;0"]],
    [{ latitude: 0.0000001, longitude: -0.0000001 }, ["GEO:0;0"]],
    [{ latitude: null, longitude: null }, []],
  ])("has GEO if its coordinates are known, in the notation of RFC 5545", (coordinates, written) => {
    const lines = linesOf(withEvents({ venue: { ...venue, ...coordinates } }));
    expect(lines.filter((line) => line.startsWith("GEO"))).toEqual(written);
  });

  it("that the package ics rejects throws its message", () => {
    expect(() => withEvents({ sequence: 0.5 })).toThrow("sequence must be an integer");
  });
});

describe("A text in a calendar", () => {
  const awkward = [
    "å ä ö ø æ Å Ä Ö Ø Æ é ß 日本 🎉 👩‍💻 🇸🇪 e\u0301",
    "She said \"hello\" 'there' {{title}} $& $t(site:menu)",
    "a\\b \\ c \\\\ d\\",
    "a;b,c:d=e^f%41&amp;",
    "one\ntwo\n\nthree\ta tab",
    "\\n \\N \\; \\, \\\\n",
    "END:VEVENT",
    // Shifted by each number of octets, so that some split a character at the end of a line.
    ...[..."01234567"].map((_, count) => "x".repeat(count) + "å日🎉👩‍💻".repeat(40)),
  ];

  forEvery(awkward)("is read unchanged from lines of at most 75 octets that end in CR LF", (words) => {
    const text = withText(words);
    for (const line of octetLines(text)) expect(line.length).toBeLessThanOrEqual(75);
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    expect(text).toMatch(/[^\n]\r\nEND:VCALENDAR\r\n$/);

    const event = { summary: words, description: `${words}\n\n${ending}`, location: expect.stringContaining(words) };

    expect(eventIn(text)).toMatchObject(event);
    expect(propertiesOf(read(text)).description).toBe(words);
    // These ical.js does not know, and leaves escaped.
    const written = ["DESCRIPTION", "NAME", "X-WR-CALNAME", "X-WR-CALDESC"].map((name) =>
      linesOf(text)
        .find((line) => line.startsWith(`${name}:`))!
        .slice(name.length),
    );
    expect(new Set(written).size).toBe(1);
  });

  it("loses only control characters and lone surrogates", () => {
    expect(eventIn(withText("a\r\nb\rc\u2028d\u0085e\vf\0g\u0007h\ud83ci\udf89j🎉")).summary).toBe(
      "a\nb\nc\nd\ne\nf\ufffdg\ufffdh\ufffdi\ufffdj🎉",
    );
  });

  /** The names of all components and properties, as a parser sees them. */
  const shape = ([name, properties, components]: any): any => [
    name,
    properties.map(([property]: any) => property),
    components.map(shape),
  ];
  /** The names at the start of all lines, for a parser that accepts every kind of line end. */
  const beginnings = (text: string) => {
    const lines = text.split(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/).filter((line) => !/^[ \t]/.test(line));
    return lines.map((line) => line.split(/[:;]/)[0]);
  };

  forEvery([
    "a\r\nATTENDEE:mailto:a@example.com",
    "a\nEND:VEVENT\nBEGIN:VEVENT\nUID:b",
    "a\rX",
    "a\u2028ATTENDEE:b\u2029c\u0085d",
    "a\0b\u0007c\u001fd\u007fe\u009ff\vg\fh",
    "a\ud83cb\udf89",
    "\\\r\n;,",
    "ö".repeat(2_000),
  ])("adds no line, property or component in any field", (pretence) => {
    /** A calendar with this text in every field of text. */
    const write = (text: string) => {
      const inAll = (...names: string[]) => Object.fromEntries(names.map((name) => [name, text]));
      const place = { ...venue, ...inAll("name", "address", "postalCode", "city", "country") };
      const texts = inAll("uid", "title", "summary", "description", "cityName", "timezone", "dateText");
      const url = `https://www.example.com/en#${text}`;
      return withFeed(inAll("name", "description", "zone"), [{ ...evening, ...texts, venue: place, url }]);
    };
    const [text, expected] = [write(pretence), write("Text")];

    expect(shape(ICAL.parse(text))).toEqual(shape(ICAL.parse(expected)));
    expect(beginnings(text)).toEqual(beginnings(expected));
    expect(text.replaceAll("\r\n", "")).not.toMatch(/(?!\t)[\p{Cc}\p{Cs}]/u);
  });
});
