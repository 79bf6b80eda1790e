import { describe, expect, it } from "@jest/globals";
import ICAL from "ical.js";
import type { ApiEvent } from "../../src/contracts/event-record.js";
import { shipped } from "../support/changed-library.js";
import { forEvery } from "../support/for-every.js";
import { calendarNamespace, name } from "../support/owner.js";
import { BASE_URL, NOW, site } from "../support/site.js";
import { languages } from "../support/specified-pages.js";

const { get, raw, services, client } = site();

/** The events of a calendar, as ical.js reads them. */
function eventsIn(calendar: string) {
  const component = new ICAL.Component(ICAL.parse(calendar));
  return component.getAllSubcomponents("vevent").map((vevent) => {
    const event = new ICAL.Event(vevent);
    const value = (name: string) => vevent.getFirstPropertyValue(name)?.toString() ?? null;
    return {
      uid: event.uid,
      starts: event.startDate.toJSDate().getTime(),
      ends: event.endDate.toJSDate().getTime(),
      summary: event.summary,
      location: event.location,
      status: value("status"),
      sequence: event.sequence,
      url: value("url"),
    };
  });
}

const prefixes = {
  en: { cancelled: "CANCELLED: ", postponed: "POSTPONED: " },
  sv: { cancelled: "INSTÄLLT: ", postponed: "UPPSKJUTEN: " },
  nb: { cancelled: "AVLYST: ", postponed: "UTSATT: " },
} as const;

function asInCalendar(record: ApiEvent) {
  const { status } = record;
  const off = status === "cancelled" || status === "postponed";
  return {
    uid: record.uid,
    starts: Date.parse(record.startsAt),
    ends: Date.parse(record.endsAt),
    summary: off ? prefixes[record.locale][status] + record.title : record.title,
    location: record.venue
      ? `${record.venue.name}, ${record.venue.city}`
      : services.getFixedT(record.locale)("events:board.online"),
    status: status === "postponed" ? "TENTATIVE" : status.toUpperCase(),
    sequence: record.sequence,
    url: record.url,
  };
}

describe.each(["gothenburg", "stockholm", "varberg"])("The calendar of %s", (city) => {
  forEvery(languages)("has the events of the API from 90 days back to twelve months ahead", async (locale) => {
    const calendar = await get(`/api/calendar/${city}?locale=${locale}`);
    const list = await get(`/api/events?city=${city}&locale=${locale}&from=2026-08-22&to=2027-11-20&limit=200`);
    const events: ApiEvent[] = JSON.parse(list.text).events;

    expect(calendar.status).toBe(200);
    expect(eventsIn(calendar.text)).toEqual(events.map(asInCalendar));
    expect(events.length).toBeGreaterThan(3);
  });
});

describe("The calendar of all cities", () => {
  forEvery(languages)("has every event of the API, also online, and can be filtered by concept", async (locale) => {
    const window = "from=2026-08-22&to=2027-11-20&limit=200";
    for (const filter of ["", "&concept=COMMONS"]) {
      for (const extension of ["", ".ics"]) {
        const { text, status } = await get(`/api/calendar${extension}?locale=${locale}${filter}`);
        const events: ApiEvent[] = JSON.parse(
          (await get(`/api/events?locale=${locale}&${window}${filter}`)).text,
        ).events;
        expect([status, eventsIn(text)]).toEqual([200, events.map(asInCalendar)]);
        expect(events.map(({ attendance }) => attendance)).toContain("online");
      }
    }
  });

  it("has the concept in its name and its file name", async () => {
    const { headers, text } = await get("/api/calendar?locale=sv&concept=AFTER");
    expect(headers["content-disposition"]).toBe('inline; filename="after-commerce.ics"');
    expect(text).toContain("\r\nX-WR-CALNAME:After Commerce\r\n");
    expect((await get("/api/calendar?concept=DINNER")).status).toBe(400);
  });
});

describe("A calendar", () => {
  it("is in the language of the query, and cacheable for 15 minutes", async () => {
    const { headers, text } = await get("/api/calendar/gothenburg?locale=sv&concept=AFTER");

    expect(headers).toMatchObject({
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": 'inline; filename="after-commerce-gothenburg.ics"',
      "cache-control": "public, max-age=900",
      "content-language": "sv",
      "access-control-allow-origin": "*",
    });
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/);
    expect(text).toContain("\r\nX-WR-CALNAME:After Commerce i Göteborg\r\n");
    expect(text).toContain("\r\nX-WR-TIMEZONE:Europe/Stockholm\r\n");
    expect(text).toContain("\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n");
    expect(text.match(/X-PUBLISHED-TTL/g)).toHaveLength(1);
    expect(text).not.toMatch(/RRULE|TZID|METHOD/);
    expect(eventsIn(text).filter(({ uid }) => !/^(?:after|winter)/.test(uid))).toEqual([]);
  });

  it("is in English with every event if the query has no locale", async () => {
    const { headers, text } = await get("/api/calendar/stockholm");
    expect(headers["content-language"]).toBe("en");
    expect(text).toContain(`\r\nX-WR-CALNAME:${name} in Stockholm\r\n`);
    expect(text).toContain("SUMMARY:CANCELLED: ");
  });

  it("has the same bytes for the same events, and answers 304 if the ETag matches", async () => {
    const [first, second] = [await get("/api/calendar/varberg"), await get("/api/calendar/varberg?utm_source=x")];
    const elsewhere = await site().get("/api/calendar/varberg");
    const later = await site({ clock: () => NOW + 3_600_000 }).get("/api/calendar/varberg");

    expect(second.text).toBe(first.text);
    expect(elsewhere.text).toBe(first.text);
    expect(later.text).toBe(first.text);
    expect((await get("/api/calendar/varberg", { "If-None-Match": first.headers.etag! })).status).toBe(304);
  });

  it("has the same UID for an event in every language", async () => {
    const uids = async (locale: string) =>
      eventsIn((await get(`/api/calendar/gothenburg?locale=${locale}`)).text).map(({ uid }) => uid);
    expect(await uids("sv")).toEqual(await uids("nb"));
    expect((await uids("sv"))[0]!.split("@")).toEqual([
      expect.stringMatching(/^[a-z0-9-]+-\d{4}-\d\d-\d\d$/),
      calendarNamespace,
    ]);
  });

  it("has the same UIDs when the site moves to another domain, as have records and files of one event", async () => {
    const moved = site({}, { BASE_URL: "https://www.example.org" });
    const id = "after-commerce-gothenburg-2026-12-03";
    const uidsFrom = async (from: typeof moved) => ({
      calendar: eventsIn((await from.get("/api/calendar/gothenburg")).text).map(({ uid }) => uid),
      file: eventsIn((await from.get(`/api/events/${id}.ics`)).text).map(({ uid }) => uid),
      record: JSON.parse((await from.get(`/api/events/${id}`)).text).event.uid,
    });
    const before = await uidsFrom(site());
    expect(await uidsFrom(moved)).toEqual(before);
    expect(before).toMatchObject({ file: [before.record], record: `${id}@${calendarNamespace}` });
  });

  it("has a strong ETag in each encoding", async () => {
    for (const path of ["/api/calendar/varberg", "/api/events/boardroom-varberg-2026-12-30.ics"]) {
      for (const encoding of ["br", "gzip", "identity", "br"]) {
        const { headers } = await raw(path, "GET", { "accept-encoding": encoding });
        expect(headers.etag).toMatch(/^"[\w-]+"$/);
      }
    }
  });

  it("has a second address that ends in .ics", async () => {
    const [plain, file] = [
      await get("/api/calendar/varberg?locale=nb"),
      await get("/api/calendar/varberg.ics?locale=nb"),
    ];
    expect(file.text).toBe(plain.text);
    expect(file.headers["content-type"]).toBe("text/calendar; charset=utf-8");
  });

  it("is valid without events, with the VTIMEZONE of its city", async () => {
    const { status, text } = await get("/api/calendar/varberg?concept=COMMONS");
    const component = new ICAL.Component(ICAL.parse(text));
    expect(status).toBe(200);
    expect(component.getAllSubcomponents().map(({ name }) => name)).toEqual(["vtimezone"]);
  });

  it("has lines of at most 75 octets that end in CR LF", async () => {
    for (const locale of languages) {
      const { text } = await get(`/api/calendar/gothenburg?locale=${locale}`);
      expect(text.slice(-15)).toBe("END:VCALENDAR\r\n");
      expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
      expect(Math.max(...text.split("\r\n").map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    }
  });

  it("is cached until the day changes", async () => {
    let now = Date.parse("2026-12-30T22:59:00Z");
    const moving = site({ clock: () => now });
    const has = async (id: string) => (await moving.get("/api/calendar/gothenburg")).text.includes(id);
    expect(await has("after-commerce-gothenburg-2026-10-01")).toBe(true);
    now = Date.parse("2026-12-30T23:00:00Z");
    expect(await has("after-commerce-gothenburg-2026-10-01")).toBe(false);
  });

  it("is cached once for equivalent queries", async () => {
    const fresh = site();
    for (let number = 0; number < 50; number++) {
      await fresh.get(`/api/calendar/stockholm?concept=AFTER&x=${number}&locale=sv`);
    }
    expect(fresh.services.responseCache.get("/api/calendar/stockholm?locale=sv&concept=AFTER")).toBeDefined();
    expect(fresh.services.responseCache.get("/api/calendar/stockholm?concept=AFTER&x=1&locale=sv")).toBeUndefined();
  });

  it("is cached separately for different queries", async () => {
    const fresh = site();
    await fresh.get("/api/calendar/gothenburg");
    expect((await fresh.get("/api/calendar/gothenburg?locale=sv")).headers["content-language"]).toBe("sv");
    expect((await fresh.get("/api/calendar/gothenburg?locale=xx")).status).toBe(400);
  });
});

describe("The address of a calendar", () => {
  forEvery([
    ["göteborg", "gothenburg"],
    ["goteborg", "gothenburg"],
    ["Gothenburg", "gothenburg"],
    ["GÖTEBORG", "gothenburg"],
    ["go\u0308teborg", "gothenburg"],
    ["Stockholm", "stockholm"],
  ])("redirects another spelling of a city to its calendar", async (written, slug) => {
    const { status, headers } = await raw(`/api/calendar/${encodeURIComponent(written)}?locale=sv&x=1`);
    expect([status, headers.location]).toEqual([308, `/api/calendar/${slug}?locale=sv&x=1`]);
    const file = await raw(`/api/calendar/${encodeURIComponent(written)}.ics`);
    expect([file.status, file.headers.location]).toEqual([308, `/api/calendar/${slug}.ics`]);
  });

  it("answers 404 with the known cities for an unknown city", async () => {
    const { status, headers, text } = await get("/api/calendar/oslo?locale=nb");
    expect([status, headers["cache-control"]]).toEqual([404, "no-store"]);
    expect(JSON.parse(text).error).toMatch(/oslo.*gothenburg, stockholm, varberg/);
  });

  forEvery(["a_b", "O%20slo", "-x", "%00", "__proto__", "..", "%2e%2e", "x".repeat(5000), "%F0%9F%8D%BA", "a%2Fb"])(
    "answers 400 to an invalid city",
    async (city) => {
      const { status, text } = await raw(`/api/calendar/${city}`);
      expect([status, Object.keys(JSON.parse(text).details)]).toEqual([400, ["city"]]);
      expect(JSON.parse(text).error).not.toMatch(/query/i); // the path is invalid, not the query
    },
  );

  forEvery(["locale=%E5", "locale=no", "locale=sv&locale=sv", "locale[]=sv", "concept=after", "concept=%00"])(
    "answers 400 to an invalid query",
    async (query) => {
      const { status, text } = await raw(`/api/calendar/gothenburg?${query}`);
      expect([status, Object.keys(JSON.parse(text).details)]).toEqual([400, [query.split(/[=[]/)[0]]]);
    },
  );

  it("answers 405 to other methods, and OPTIONS with Allow", async () => {
    const post = await raw("/api/calendar/gothenburg", "POST");
    const options = await raw("/api/calendar/gothenburg", "OPTIONS");
    const head = await client.head("/api/calendar/gothenburg");
    expect([post.status, post.headers.allow]).toEqual([405, "GET, HEAD, OPTIONS"]);
    expect([options.status, options.headers.allow]).toEqual([204, "GET, HEAD, OPTIONS"]);
    expect([head.status, head.headers["content-type"]]).toEqual([200, "text/calendar; charset=utf-8"]);
  });
});

describe("The calendar file of one event", () => {
  it("has only that event, in the language of the query", async () => {
    const id = "after-commerce-gothenburg-2026-12-03";
    const { status, headers, text } = await get(`/api/events/${id}.ics?locale=sv`);
    const record: ApiEvent = JSON.parse((await get(`/api/events/${id}?locale=sv`)).text).event;

    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/calendar; charset=utf-8");
    expect(headers["content-disposition"]).toBe(`inline; filename="${id}.ics"`);
    expect(eventsIn(text)).toEqual([asInCalendar(record)]);
    expect(text.split("BEGIN:VEVENT")[0]).toBe(
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nCALSCALE:GREGORIAN\r\nPRODID:-//for-commerce//calendar//SV\r\n",
    );
    expect(record.url).toBe(`${BASE_URL}/sv/dates/${id}`);
    expect((await get(`/api/events/${id}.ics?locale=sv`, { "If-None-Match": headers.etag! })).status).toBe(304);
  });

  it("answers 404 for an unknown event, and 400 to an invalid id", async () => {
    expect((await get("/api/events/missing-2026-12-03.ics")).status).toBe(404);
    expect((await get("/api/events/a_b.ics")).status).toBe(400);
  });
});

it("a calendar has the time zone of its city", async () => {
  const zone = "Europe/Helsinki";
  const cities = shipped.cities.map((city) => (city.slug === "varberg" ? { ...city, zone } : city));
  const events = shipped.events.map((event) => (event.city === "varberg" ? { ...event, zone } : event));
  const { get } = site({ library: { ...shipped, cities, events } });
  expect((await get("/api/calendar/varberg")).text).toContain("\r\nX-WR-TIMEZONE:Europe/Helsinki\r\n");
});
