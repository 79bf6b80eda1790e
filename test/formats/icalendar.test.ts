import { execFileSync } from "node:child_process";
import { describe, expect, it } from "@jest/globals";
import ICAL from "ical.js";
import { sync as nodeIcal } from "node-ical";
import { createI18n } from "../../src/content/i18n.js";
import type { ApiEvent } from "../../src/contracts/event-record.js";
import { type Calendar, icalendar } from "../../src/formats/icalendar.js";
import { forEvery } from "../support/for-every.js";

const venue = {
  name: "Baren på hörnet",
  address: "Långgatan 1",
  postalCode: "413 04",
  city: "Göteborg",
  country: "SE",
  latitude: 57.698,
  longitude: 11.9512345678,
};

const evening: ApiEvent = {
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

const calendar: Calendar = {
  name: "For Commerce i Göteborg",
  description: "Alla datum i Göteborg.",
  zone: "Europe/Stockholm",
  locale: "sv",
  t,
  year: 2026,
  events: [evening],
};

const withEvents = (...changes: Partial<ApiEvent>[]) =>
  icalendar({ ...calendar, events: changes.map((change) => ({ ...evening, ...change })) });
const read = (text: string) => new ICAL.Component(ICAL.parse(text));
const eventsIn = (text: string) => read(text).getAllSubcomponents("vevent");
const valueIn = (component: ICAL.Component, name: string) => component.getFirstPropertyValue(name);
/** The event as the other parser understands it. */
const readAgain = (text: string) => nodeIcal.parseICS(text)[evening.uid] as any;
/** The lines of a document, unfolded. */
const linesOf = (text: string) => text.replace(/\r\n[ \t]/g, "").split("\r\n");
const written = (text: string, name: string) =>
  linesOf(text).filter((line) => line.startsWith(`${name}:`) || line.startsWith(`${name};`));

const harmless = "Text";
const awkward = [
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

describe("an event in a calendar", () => {
  it("has its times in UTC, before and after the clocks change", () => {
    const text = withEvents({}, { startsAt: "2027-04-01T17:30:00+02:00", endsAt: "2027-04-02T00:15:00+02:00" });

    expect(written(text, "DTSTART")).toEqual(["DTSTART:20270325T163000Z", "DTSTART:20270401T153000Z"]);
    expect(written(text, "DTEND")).toEqual(["DTEND:20270325T190000Z", "DTEND:20270401T221500Z"]);
    const [first, second] = eventsIn(text).map((event) => new ICAL.Event(event));
    expect(first!.startDate.toJSDate()).toEqual(new Date("2027-03-25T16:30Z"));
    expect(second!.endDate.toJSDate()).toEqual(new Date("2027-04-01T22:15Z"));
    const { start, end } = readAgain(icalendar(calendar));
    expect([+start, +end]).toEqual([Date.parse(evening.startsAt), Date.parse(evening.endsAt)]);
  });

  it("says each thing once, and nothing else", () => {
    const lines = linesOf(icalendar(calendar));
    const own = lines.slice(lines.indexOf("BEGIN:VEVENT") + 1, lines.indexOf("END:VEVENT"));

    expect(own.toSorted()).toEqual([
      "CATEGORIES:After Commerce",
      "DESCRIPTION:En kväll.\\n\\nKom som du är.\\n\\nÖppet och gratis.\\n\\nhttp://localhost:3000/sv/after-commerce/gothenburg#evening-2027-03-25",
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
      "URL:http://localhost:3000/sv/after-commerce/gothenburg#evening-2027-03-25",
    ]);
  });

  it("is one component for each record, in their order, each with its own address", () => {
    const text = withEvents(
      { uid: "a@x", url: "https://example.com/#a" },
      { uid: "b@x", url: "https://example.com/#b" },
    );

    expect(eventsIn(text).map((event) => [valueIn(event, "uid"), valueIn(event, "url")])).toEqual([
      ["a@x", "https://example.com/#a"],
      ["b@x", "https://example.com/#b"],
    ]);
    expect(eventsIn(text)[1]!.getFirstPropertyValue("description")).toMatch(/\n\nhttps:\/\/example\.com\/#b$/);
    expect(read(text).getAllSubcomponents()).toHaveLength(2);
  });

  forEvery([
    ["http://localhost:3000/en#a", "http://localhost:3000/en#a"],
    ["http://localhost:1/en", "http://localhost:1/en"],
    ["https://WWW.Example.com/en", "https://www.example.com/en"],
    ["http://[::1]:3000/en", "http://[::1]:3000/en"],
    ["http://my_host/en", "http://my_host/en"],
    ["https://göteborg.example/å;b,c", "https://xn--gteborg-90a.example/%C3%A5;b,c"],
  ])("has an address", (url, uri) => {
    const text = withEvents({ url });

    expect(written(text, "URL")).toEqual([`URL:${uri}`]);
    expect(readAgain(text).url).toBe(uri);
    expect(readAgain(text).description.endsWith(`\n\n${url}`)).toBe(true);
  });

  forEvery(awkward)("says a text as it was given", (words) => {
    const text = withEvents({ title: words, description: words, venue: { ...venue, name: words } });
    const place = `${words}, Långgatan 1, 413 04 Göteborg`;
    const [event] = eventsIn(text);

    expect(valueIn(event!, "summary")).toBe(words);
    expect(valueIn(event!, "description")).toBe(`${words}\n\nÖppet och gratis.\n\n${evening.url}`);
    expect(valueIn(event!, "location")).toBe(place);
    expect(readAgain(text)).toMatchObject({ summary: words, location: place });
    expect(readAgain(text).description).toBe(`${words}\n\nÖppet och gratis.\n\n${evening.url}`);
  });

  it("says as it was given what looks like an escape", () => {
    const words = "\\n \\N \\; \\, \\\\n";
    const [event] = eventsIn(withEvents({ title: words, description: words })); // node-ical takes \\n for \n

    expect(valueIn(event!, "summary")).toBe(words);
    expect(valueIn(event!, "description")).toBe(`${words}\n\nÖppet och gratis.\n\n${evening.url}`);
  });

  it("that moved stands at its new time under its old name, once", () => {
    const moved = { previousStartsAt: evening.startsAt, startsAt: "2027-03-30T18:00:00+02:00", sequence: 439741 };
    const text = withEvents({ ...moved, endsAt: "2027-03-30T20:00:00+02:00" });

    expect(eventsIn(text)).toHaveLength(1);
    expect(readAgain(text)).toMatchObject({ status: "CONFIRMED", summary: evening.title, sequence: 439741 });
    expect(+readAgain(text).start).toBe(Date.parse("2027-03-30T16:00Z"));
  });

  forEvery([
    ["confirmed", "CONFIRMED", "OPAQUE", evening.title],
    ["tentative", "TENTATIVE", "OPAQUE", evening.title],
    ["cancelled", "CANCELLED", "TRANSPARENT", `INSTÄLLT: ${evening.title}`],
    ["postponed", "CANCELLED", "TRANSPARENT", `UPPSKJUTET: ${evening.title}`],
  ] as const)("has its status and its prefix", (status, STATUS, transparency, summary) => {
    const text = withEvents({ status });
    const [event] = eventsIn(text);

    expect(["status", "transp", "summary"].map((name) => valueIn(event!, name))).toEqual([
      STATUS,
      transparency,
      summary,
    ]);
    expect(readAgain(text)).toMatchObject({ status: STATUS, transparency, summary });
  });

  forEvery([
    ["with an address", venue, "Baren på hörnet, Långgatan 1, 413 04 Göteborg"],
    ["without one", { ...venue, address: null, postalCode: null }, "Baren på hörnet, Göteborg"],
    ["with a street alone", { ...venue, postalCode: null }, "Baren på hörnet, Långgatan 1, Göteborg"],
  ])("says where it is", (_, venue, place) => {
    expect(readAgain(withEvents({ venue })).location).toBe(place);
  });

  it("online says so, and is nowhere on the map", () => {
    const text = withEvents({ attendance: "online", venue: null });

    expect(readAgain(text).location).toBe("På nätet");
    expect(written(text, "GEO")).toEqual([]);
  });

  it("has a place on the map only where both coordinates are given, as numbers that RFC 5545 knows", () => {
    const at = (latitude: number | null, longitude: number | null) =>
      withEvents({ venue: { ...venue, latitude, longitude } });

    expect(readAgain(at(-33.9, 0)).geo).toEqual({ lat: -33.9, lon: 0 });
    expect(written(at(0.0000001, -0.0000001), "GEO")).toEqual(["GEO:0;0"]);
    expect(written(at(57.7, null), "GEO")).toEqual([]);
    expect(written(at(null, 11.9), "GEO")).toEqual([]);
  });

  it("that ics rejects is the caller's mistake, told in its words", () => {
    expect(() => withEvents({ sequence: 0.5, startsAt: "1969-12-31T23:00:00Z" })).toThrow(
      "ics rejects an event: sequence must be an integer,start must be greater than or equal to 0",
    );
    expect(() => withEvents({ url: "/en" })).toThrow("Invalid URL");
  });
});

describe("a calendar", () => {
  it("says its name, zone and how often to come back, once each, and no method", () => {
    const lines = linesOf(icalendar(calendar));

    expect(lines.slice(0, lines.indexOf("BEGIN:VEVENT")).toSorted()).toEqual([
      "BEGIN:VCALENDAR",
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

  forEvery(awkward)("has its name as it was given", (words) => {
    const text = icalendar({ ...calendar, name: words, description: words });

    // ical.js undoes no escapes in properties it does not know, and NAME is one of them.
    expect((nodeIcal.parseICS(text) as any).vcalendar).toMatchObject({
      name: words,
      description: words,
      "WR-CALNAME": words,
      "WR-CALDESC": words,
    });
    expect(valueIn(read(text), "description")).toBe(words);
  });

  it("gives the same bytes every time, whatever the server's time zone", () => {
    const there = { ...calendar, events: [evening, { ...evening, status: "cancelled" as const }] };
    const text = icalendar(there);

    expect(icalendar(there)).toBe(text);
    for (const zone of ["UTC", "America/New_York", "Australia/Lord_Howe"]) expect(builtIn(zone, there)).toBe(text);
    const empty = { ...calendar, events: [] };
    expect(builtIn("America/New_York", empty)).toBe(icalendar(empty));
  });
});

/** The document as the built site makes it on a machine in this time zone. */
function builtIn(TZ: string, calendar: Calendar): string {
  const script = `
    import { text } from "node:stream/consumers";
    import { icalendar } from "./src/formats/icalendar.ts";
    import { createI18n } from "./src/content/i18n.ts";
    const t = createI18n("locales").getFixedT("sv");
    process.stdout.write(icalendar({ ...JSON.parse(await text(process.stdin)), t }));
  `;
  const options = { input: JSON.stringify(calendar), encoding: "utf8", env: { TZ } } as const;
  return execFileSync(process.execPath, ["--import=tsx", "--input-type=module", "--eval", script], options);
}

describe("lines", () => {
  /** Shifted by each number of octets, so that a character lies across the end of a line in some of them. */
  const shifted = [..."01234567"].map((_, count) => "x".repeat(count) + "å日🎉👩‍💻".repeat(40));
  const texts = shifted.map((text) =>
    icalendar({
      ...calendar,
      name: text,
      description: text,
      events: [{ ...evening, title: text, description: text, uid: text, venue: { ...venue, name: text } }],
    }),
  );

  it("are at most 75 octets and whole characters", () => {
    const lines = texts.flatMap(octetLines);

    expect(Math.max(...lines.map(({ length }) => length))).toBe(75);
    const decoder = new TextDecoder("utf-8", { fatal: true });
    for (const line of lines) expect(() => decoder.decode(Buffer.from(line, "latin1"))).not.toThrow();
  });

  it("end in CR LF, the last one too, and neither stands alone", () => {
    for (const text of texts) {
      expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
      expect(text).toMatch(/END:VCALENDAR\r\n$/);
      expect(text).not.toContain("\r\n\r\n");
    }
  });

  it("come together again as they were", () => {
    for (const [index, text] of texts.entries()) {
      expect(valueIn(eventsIn(text)[0]!, "summary")).toBe(shifted[index]);
      expect(valueIn(read(text), "description")).toBe(shifted[index]);
    }
  });
});

/** The lines as bytes: a character for each octet. */
function octetLines(text: string): string[] {
  return Buffer.from(text).toString("latin1").split("\r\n");
}

describe("a text that pretends to be more", () => {
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
    "name of the calendar": (name) => icalendar({ ...calendar, name }),
    "description of the calendar": (description) => icalendar({ ...calendar, description }),
    "zone of the calendar": (zone) => icalendar({ ...calendar, zone }),
  };

  /** The names of all components and properties, as a parser sees them. */
  const shape = ([name, properties, components]: any): any => [
    name,
    properties.map(([property]: any) => property),
    components.map(shape),
  ];
  /** The names in front of all lines, as one sees them who takes every kind of line end for one. */
  const beginnings = (text: string) =>
    text
      .split(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/)
      .filter((line) => !/^[ \t]/.test(line))
      .map((line) => line.split(/[:;]/)[0]);

  forEvery(Object.entries(fields))("in any field adds nothing", (_, write) => {
    const expected = write(harmless);
    for (const pretence of pretences) {
      const text = write(pretence);
      expect(shape(ICAL.parse(text))).toEqual(shape(ICAL.parse(expected)));
      expect(beginnings(text)).toEqual(beginnings(expected));
      expect(Object.keys(nodeIcal.parseICS(text))).toHaveLength(Object.keys(nodeIcal.parseICS(expected)).length);
      expect(text.replaceAll("\r\n", "")).not.toMatch(/(?!\t)[\p{Cc}\p{Cs}]/u);
    }
  });

  it("is escaped wherever it stands, if it needs to be", () => {
    const said = 'a\\b;c,d\ne:f"g';
    const text = icalendar({
      ...calendar,
      name: said,
      description: said,
      zone: said,
      events: [{ ...evening, uid: said, title: said, description: said, venue: { ...venue, name: said } }],
    });

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

  it("loses only what no text may hold", () => {
    const said = "a\r\nb\rc\u2028d\u0085e\vf\0g\u0007h\ud83ci\udf89j🎉";
    expect(valueIn(eventsIn(withEvents({ title: said }))[0]!, "summary")).toBe(
      "a\nb\nc\nd\ne\nf\ufffdg\ufffdh\ufffdi\ufffdj🎉",
    );
  });
});

describe("a calendar without events", () => {
  const without = (zone: string) => icalendar({ ...calendar, zone, events: [] });
  const offsetsIn = (text: string) => {
    const component = read(text).getFirstSubcomponent("vtimezone")!;
    const zone = new ICAL.Timezone(component);
    /** Minutes ahead of UTC when clocks there show this. */
    return (shown: string) => zone.utcOffset(ICAL.Time.fromDateTimeString(`${shown}:00`)) / 60;
  };

  forEvery([
    ["Europe/Stockholm", 5],
    ["Australia/Lord_Howe", 5],
    ["Asia/Kolkata", 1],
    ["Africa/Casablanca", [4, 5]], // from September 2026 its clocks are changed no more, as Node's zones know since 2026c
    ["America/St_Johns", 5],
    ["UTC", 1],
  ])("has the clocks of its zone as its one component", (zone, count) => {
    const text = without(zone);
    const [component, ...others] = read(text).getAllSubcomponents();

    expect(others).toEqual([]);
    expect(component!.name).toBe("vtimezone");
    expect(valueIn(component!, "tzid")).toBe(zone);
    const observances = component!.getAllSubcomponents();
    expect([count].flat()).toContain(observances.length);
    expect(observances.map(({ name }) => name)).toContain("standard");
    for (const observance of observances) {
      const names = observance.getAllProperties().map(({ name }) => name);
      expect(names).toEqual(["dtstart", "tzoffsetfrom", "tzoffsetto"]);
    }
    expect(Object.values(nodeIcal.parseICS(text))).toContainEqual(
      expect.objectContaining({ type: "VTIMEZONE", tzid: zone }),
    );
  });

  it("begins each offset when the clocks change, by the clocks of before", () => {
    const observance = (kind: string, start: string, from: string, to: string) => [
      `BEGIN:${kind}`,
      `DTSTART:${start}`,
      `TZOFFSETFROM:${from}`,
      `TZOFFSETTO:${to}`,
      `END:${kind}`,
    ];
    const timezone = (zone: string) => {
      const lines = linesOf(without(zone));
      return lines.slice(lines.indexOf("BEGIN:VTIMEZONE") + 2, lines.indexOf("END:VTIMEZONE"));
    };

    expect(timezone("Europe/Stockholm")).toEqual([
      ...observance("STANDARD", "20260101T000000", "+0100", "+0100"),
      ...observance("DAYLIGHT", "20260329T020000", "+0100", "+0200"),
      ...observance("STANDARD", "20261025T030000", "+0200", "+0100"),
      ...observance("DAYLIGHT", "20270328T020000", "+0100", "+0200"),
      ...observance("STANDARD", "20271031T030000", "+0200", "+0100"),
    ]);
    expect(timezone("America/St_Johns").slice(5, 10)).toEqual(
      observance("DAYLIGHT", "20260308T020000", "-0330", "-0230"),
    );
    expect(timezone("Australia/Lord_Howe").slice(5, 10)).toEqual(
      observance("STANDARD", "20260405T020000", "+1100", "+1030"),
    );
  });

  // prettier-ignore
  forEvery([
    ["Europe/Stockholm", "2026-01-01T00:00", 60],
    ["Europe/Stockholm", "2026-03-29T01:59", 60],
    ["Europe/Stockholm", "2026-03-29T03:00", 120],
    ["Europe/Stockholm", "2026-10-25T01:59", 120],
    ["Europe/Stockholm", "2026-10-25T03:00", 60],
    ["Europe/Stockholm", "2027-03-28T03:00", 120],
    ["Europe/Stockholm", "2027-12-31T23:59", 60],
    ["Asia/Kolkata", "2026-07-01T12:00", 330],
    ["Asia/Kolkata", "2027-12-31T23:59", 330],
    ["Australia/Lord_Howe", "2026-01-01T00:00", 660],
    ["Australia/Lord_Howe", "2026-04-05T01:29", 660],
    ["Australia/Lord_Howe", "2026-04-05T02:00", 630],
    ["Australia/Lord_Howe", "2026-10-04T01:59", 630],
    ["Australia/Lord_Howe", "2026-10-04T02:30", 660],
    ["America/St_Johns", "2026-07-01T12:00", -150],
    ["America/St_Johns", "2027-01-15T12:00", -210],
    ["UTC", "2026-07-01T12:00", 0],
  ])("tells how many minutes clocks are ahead of UTC", (zone, shown, minutes) => {
    expect(offsetsIn(without(zone))(shown)).toBe(minutes);
  });

  it("names the smaller offset the standard one, east and west, north and south", () => {
    const kinds = (zone: string) =>
      read(without(zone))
        .getFirstSubcomponent("vtimezone")!
        .getAllSubcomponents()
        .map((observance) => `${observance.name} ${valueIn(observance, "tzoffsetto")}`);

    expect([...new Set(kinds("Europe/Stockholm"))]).toEqual(["standard +01:00", "daylight +02:00"]);
    expect([...new Set(kinds("Australia/Lord_Howe"))]).toEqual(["daylight +11:00", "standard +10:30"]);
    expect([...new Set(kinds("America/St_Johns"))]).toEqual(["standard -03:30", "daylight -02:30"]);
  });

  it("is folded and ended like any other", () => {
    const text = icalendar({ ...calendar, name: "ö".repeat(100), events: [] });

    expect(Math.max(...octetLines(text).map(({ length }) => length))).toBe(75);
    expect(text).toMatch(/END:VTIMEZONE\r\nEND:VCALENDAR\r\n$/);
    expect(without("Europe/Stockholm")).toBe(without("Europe/Stockholm"));
  });
});
