import { describe, expect, it } from "@jest/globals";
import ICAL from "ical.js";
import { icalendar } from "../../src/formats/icalendar.js";
import { forEvery } from "../support/for-every.js";
import {
  calendar,
  evening,
  eventsIn,
  linesOf,
  read,
  readAgain,
  valueIn,
  venue,
  withEvents,
  written,
} from "../support/icalendar.js";

describe("A VEVENT", () => {
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

  it("has each property once, and no other", () => {
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

  it("is written for each record, in order, with its own URL", () => {
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
  ])("has an absolute URL in ASCII", (url, uri) => {
    const text = withEvents({ url });

    expect(written(text, "URL")).toEqual([`URL:${uri}`]);
    expect(readAgain(text).url).toBe(uri);
    expect(readAgain(text).description.split("\n\n").at(-1)).toBe(url);
  });
  it("of a moved event appears once, at its new time and with its UID", () => {
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
    ["postponed", "TENTATIVE", "TRANSPARENT", `UPPSKJUTEN: ${evening.title}`],
  ] as const)("has its status, and a change before its title", (status, STATUS, transparency, summary) => {
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
  ])("has the venue and the known parts of the address as LOCATION", (_, venue, place) => {
    expect(readAgain(withEvents({ venue })).location).toBe(place);
  });

  it("of an online event has LOCATION and no GEO", () => {
    const text = withEvents({ attendance: "online", venue: null });

    expect(readAgain(text).location).toBe("På nätet");
    expect(written(text, "GEO")).toEqual([]);
  });

  it("has GEO if both coordinates are known, in the notation of RFC 5545", () => {
    const at = (latitude: number | null, longitude: number | null) =>
      withEvents({ venue: { ...venue, latitude, longitude } });

    expect(readAgain(at(-33.9, 0)).geo).toEqual({ lat: -33.9, lon: 0 });
    expect(written(at(0.0000001, -0.0000001), "GEO")).toEqual(["GEO:0;0"]);
    expect(written(at(57.7, null), "GEO")).toEqual([]);
    expect(written(at(null, 11.9), "GEO")).toEqual([]);
  });

  it("that the package ics rejects throws its message", () => {
    expect(() => withEvents({ sequence: 0.5 })).toThrow("sequence must be an integer");
    expect(() => withEvents({ url: "/en" })).toThrow("Invalid URL");
  });
});
