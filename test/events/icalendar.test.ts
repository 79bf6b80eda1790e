import { describe, expect, it } from "@jest/globals";
import ICAL from "ical.js";
import { createI18n } from "../../src/content/i18n.js";
import { type Calendar, icalendar } from "../../src/events/icalendar.js";
import type { ApiEvent } from "../../src/events/record.js";
import { forEvery } from "../support/for-every.js";

const address = { address: "Långgatan 1", postalCode: "413 04", city: "Göteborg", country: "SE" };
const venue = { ...address, name: "Baren på hörnet", latitude: 57.698, longitude: 11.9512345678 };

const evening = {
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

const names = { name: "For Commerce i Göteborg", description: "Alla datum i Göteborg." };
const calendar: Calendar = {
  feed: { ...names, zone: "Europe/Stockholm", year: 2026 },
  locale: "sv",
  t: createI18n("locales").getFixedT("sv"),
  events: [evening],
};

const withFeed = (change: Partial<NonNullable<Calendar["feed"]>>, events: readonly ApiEvent[]) =>
  icalendar({ ...calendar, feed: { ...calendar.feed!, ...change }, events });

const read = (text: string) => new ICAL.Component(ICAL.parse(text));
const propertiesOf = (component: ICAL.Component) =>
  Object.fromEntries(component.getAllProperties().map((property) => [property.name, property.getFirstValue()]));
const eventIn = (text: string) => propertiesOf(read(text).getFirstSubcomponent("vevent")!);
const linesOf = (text: string) => text.replace(/\r\n[ \t]/g, "").split("\r\n");

/** A calendar whose name, description and event have this text wherever they can. */
const withText = (text: string) =>
  withFeed({ name: text, description: text }, [
    { ...evening, title: text, description: text, venue: { ...venue, name: text } },
  ]);

it("a calendar has a name, zone and refresh interval only if it is a feed, and METHOD only if it is mailed", () => {
  const headOf = (calendar: Calendar) => {
    const lines = linesOf(icalendar(calendar));
    return lines.slice(1, lines.indexOf("BEGIN:VEVENT")).toSorted();
  };
  const { feed, ...file } = calendar;
  const common = ["CALSCALE:GREGORIAN", "PRODID:-//for-commerce//calendar//SV", "VERSION:2.0"];
  const named = [`NAME:${names.name}`, `X-WR-CALNAME:${names.name}`, "X-WR-TIMEZONE:Europe/Stockholm"];
  const described = [`DESCRIPTION:${names.description}`, `X-WR-CALDESC:${names.description}`];
  const hourly = ["REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H"];
  expect(headOf(calendar)).toEqual([...common, ...named, ...described, ...hourly].sort());
  expect(headOf(file)).toEqual(common);
  const mailed = { ...file, organizer: { name: "For Commerce", email: "hello@example.com" } };
  expect(headOf(mailed)).toEqual([...common, "METHOD:PUBLISH"].sort());
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
    ["confirmed", "CONFIRMED", "OPAQUE", evening.title],
    ["tentative", "TENTATIVE", "OPAQUE", evening.title],
    ["cancelled", "CANCELLED", "TRANSPARENT", `INSTÄLLT: ${evening.title}`],
    ["postponed", "TENTATIVE", "TRANSPARENT", `UPPSKJUTEN: ${evening.title}`],
  ] as const)(
    "has its status, a change before its title, and an invitation and time only if it takes place",
    (...row) => {
      const [status, STATUS, transp, summary] = row;
      const events = [{ ...evening, status }];
      const file = { locale: calendar.locale, t: calendar.t, events };
      const organizer = { name: "For Commerce", email: "hello@example.com" };
      for (const text of [icalendar(file), icalendar({ ...file, organizer }), withFeed({}, events)])
        expect(eventIn(text)).toMatchObject({ status: STATUS, transp, summary });
      expect(withFeed({}, events).includes("Öppet och gratis.")).toBe(transp === "OPAQUE");
    },
  );
});

describe("A text in a calendar", () => {
  const awkward = [
    "å ä ö ø æ Å Ä Ö Ø Æ é ß 日本 🎉 👩‍💻 🇸🇪 e\u0301",
    "She said \"hello\" 'there' {{title}} $& $t(site:menu)",
    "a\\b \\ c \\\\ d\\ \\n \\N \\; \\, \\\\n a;b,c:d=e^f%41&amp;",
    "one\ntwo\n\nthree\ta tab",
    "END:VEVENT",
    // Shifted by each number of octets, so that some split a character at the end of a line.
    ...[..."01234567"].map((_, count) => "x".repeat(count) + "å日🎉👩‍💻".repeat(40)),
  ];

  forEvery(awkward)("is read unchanged from lines of at most 75 octets that end in CR LF", (words) => {
    const text = withText(words);
    for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    expect(text).toMatch(/[^\n]\r\nEND:VCALENDAR\r\n$/);
    expect(eventIn(text)).toMatchObject({
      summary: words,
      description: `${words}\n\nÖppet och gratis.\n\n${evening.url}`,
      location: expect.stringContaining(words),
    });
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
    "a\nEND:VEVENT\r\nBEGIN:VEVENT\rUID:b",
    "a\u2028ATTENDEE:b\u2029c\u0085d",
    "a\0b\u0007c\u001fd\u007fe\u009ff\vg\fh",
    `a\ud83cb\udf89\\\r\n;,${"ö".repeat(2_000)}`,
  ])("adds no line, property or component in any field", (pretence) => {
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

const without = (zone: string) => withFeed({ zone }, []);
// biome-ignore format: a table is read in columns
forEvery([
  ["Europe/Stockholm",    "2027-12-31T23:59", 60],
  ["Asia/Kolkata",        "2026-07-01T12:00", 330],
  ["Australia/Lord_Howe", "2026-04-05T01:29", 660],
  ["Australia/Lord_Howe", "2026-04-05T02:00", 630],
  ["Australia/Lord_Howe", "2026-10-04T02:30", 660],
  ["America/St_Johns",    "2027-01-15T12:00", -210],
])("the VTIMEZONE of an empty calendar has its offsets from UTC", (zone, shown, minutes) => {
  const timezone = new ICAL.Timezone(read(without(zone)).getFirstSubcomponent("vtimezone")!);
  expect(timezone.utcOffset(ICAL.Time.fromDateTimeString(`${shown}:00`)) / 60).toBe(minutes);
});
