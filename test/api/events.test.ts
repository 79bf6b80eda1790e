import { describe, expect, it } from "@jest/globals";
import { eventFilters, eventQuery } from "../../src/contracts/event-query.js";
import { type ApiEvent, apiEvent, eventList } from "../../src/contracts/event-record.js";
import { withEvent } from "../support/changed-library.js";
import { tinyContentFolder } from "../support/content-copy.js";
import { libraryOf } from "../support/content-folder.js";
import { forEvery } from "../support/for-every.js";
import { calendarNamespace } from "../support/owner.js";
import { BASE_URL, NOW, site } from "../support/site.js";

const { get, raw, services, client } = site();

async function list(query = "") {
  const { status, text } = await get(`/api/events${query}`);
  expect([query, status]).toEqual([query, 200]);
  return eventList.parse(JSON.parse(text));
}

describe("GET /api/events", () => {
  it("lists the events from now to twelve months ahead, sorted by start, in English", async () => {
    const { events, count, total, locale, filters, window, links } = await list();

    expect(events.map(({ id }) => id).slice(0, 3)).toEqual([
      "after-commerce-gothenburg-2026-12-03",
      "commons-breakfast-gothenburg-2026-11-27",
      "boardroom-varberg-2026-12-30",
    ]);
    const order = events.map(({ startsAt, id }) => [Date.parse(startsAt), id] as const);
    expect(order).toEqual([...order].sort(([a, x], [b, y]) => a - b || (x < y ? -1 : 1)));
    expect([count, total]).toEqual([events.length, events.length]);
    expect(locale).toBe("en");
    expect(filters).toEqual(Object.fromEntries(eventFilters.map((name) => [name, null])));
    expect(window).toEqual({ from: "2026-11-21", to: "2027-11-21" });
    expect(links).toEqual({ self: `${BASE_URL}/api/events`, next: null });
    expect(events.filter(({ endsAt, startsAt }) => Date.parse(endsAt) <= NOW || startsAt >= "2027-11-21")).toEqual([]);
  });

  it("has every field of a moved event", async () => {
    const { events } = await list("?city=gothenburg&concept=AFTER&locale=nb&from=2027-05-01&to=2027-06-01");

    expect(events).toEqual([
      {
        id: "after-commerce-gothenburg-2027-05-06",
        uid: `after-commerce-gothenburg-2027-05-06@${calendarNamespace}`,
        concept: "AFTER",
        city: "gothenburg",
        cityName: "Göteborg",
        locale: "nb",
        locales: ["en", "sv", "nb"],
        title: "After Commerce i Göteborg",
        summary: expect.any(String),
        description: expect.stringMatching(
          /^Flyttet fra torsdag 6\. mai 2027 kl\.\u00a017:30\. Kristi himmelfartsdag .*\n\n/,
        ),
        status: "confirmed",
        startsAt: "2027-05-13T17:30:00+02:00",
        endsAt: "2027-05-13T20:00:00+02:00",
        timezone: "Europe/Stockholm",
        dateText: "torsdag 13. mai 2027 kl.\u00a017:30–20:00",
        recurring: true,
        recurrence: {
          seriesId: "after-commerce-gothenburg",
          rule: "FREQ=MONTHLY;BYMONTH=2,3,4,5,6,8,9,10,11,12;BYDAY=1TH",
          text: "første torsdag i måneden, unntatt i januar og juli",
        },
        previousStartsAt: "2027-05-06T17:30:00+02:00",
        audience: "open",
        signUp: "open",
        attendance: "in-person",
        venue: {
          name: "En bar i bydelen Linnéstaden",
          address: null,
          postalCode: null,
          city: "Göteborg",
          country: "SE",
          latitude: null,
          longitude: null,
        },
        price: null,
        url: `${BASE_URL}/nb/dates/after-commerce-gothenburg-2027-05-06`,
        actionUrl: `${BASE_URL}/nb/dates/after-commerce-gothenburg-2027-05-06#form`,
        calendarUrl: `${BASE_URL}/api/calendar/gothenburg?locale=nb`,
        sequence: (Date.parse("2026-11-09T08:30:00Z") - Date.parse("2026-01-01T00:00:00Z")) / 60_000,
        updatedAt: "2026-11-09T08:30:00Z",
      },
    ]);
  });

  it("lists each event on its announced days, and moved ones on their new day", async () => {
    const { get } = site({ library: libraryOf(tinyContentFolder().folder) });
    const { events } = JSON.parse((await get("/api/events")).text) as { events: ApiEvent[] };
    const daysOf = (slug: string) =>
      events.filter(({ id }) => id.startsWith(`${slug}-2`)).map(({ startsAt }) => startsAt.slice(0, 10));

    expect(daysOf("evening").join(" ")).toBe(
      "2026-12-03 2027-02-04 2027-03-04 2027-04-01 2027-05-13 2027-06-03 2027-08-05 2027-09-02 2027-10-07 2027-11-04",
    );
    expect(daysOf("table")).toEqual(["2027-01-20"]);
  });

  it("keeps the wall-clock time in winter and summer", async () => {
    const { events } = await list("?concept=AFTER&city=gothenburg&recurring=true");
    expect(new Set(events.map(({ startsAt }) => startsAt.slice(11)))).toEqual(
      new Set(["17:30:00+01:00", "17:30:00+02:00"]),
    );
  });

  const selections = eventFilters.flatMap((name) => {
    const schema = apiEvent.shape[name];
    const values = "options" in schema && name !== "locale" ? schema.options : [];
    return values.map((value) => [`?${name}=${value}`, (event: ApiEvent) => event[name] === value] as const);
  });
  forEvery([
    ...selections,
    ["?city=stockholm", ({ city }: ApiEvent) => city === "stockholm"],
    ["?recurring=true", ({ recurring }: ApiEvent) => recurring],
    ["?concept=AFTER&city=varberg&locale=sv", (row: ApiEvent) => row.concept === "AFTER" && row.city === "varberg"],
  ])("each filter selects by its key of the record", async (query, isWanted) => {
    const [all, some] = [await list(), await list(query)];
    expect(some.events.map(({ id }) => id)).toEqual(all.events.filter(isWanted).map(({ id }) => id));
  });

  it("finds a city by each of its spellings, and names its slug", async () => {
    const expected = await get("/api/events?city=gothenburg");
    for (const spelling of ["goteborg", "G%C3%B6teborg", "GO%CC%88TEBORG", "g%C3%B8teborg", "Gothenburg", "gbg"]) {
      const { text } = await get(`/api/events?city=${spelling}&concept=&locale=`);
      expect([spelling, JSON.parse(text)]).toEqual([spelling, JSON.parse(expected.text)]);
    }
    expect(JSON.parse(expected.text)).toMatchObject({
      filters: { city: "gothenburg" },
      links: { self: expect.stringMatching(/\?city=gothenburg$/) },
    });
  });

  it("is empty for an unknown city and for one without events", async () => {
    for (const query of ["?city=oslo", "?city=constructor", "?city=varberg&concept=COMMONS"]) {
      expect(await list(query)).toMatchObject({ events: [], count: 0, total: 0, links: { next: null } });
    }
  });

  it("lists each event once over all pages of links.next", async () => {
    const all = await list("?from=2026-01-01&limit=200");
    const ids: string[] = [];
    let next: string | null = `${BASE_URL}/api/events?from=2026-01-01&limit=7`;
    while (next) {
      const page = await list(next.slice(`${BASE_URL}/api/events`.length));
      expect(page.total).toBe(all.total);
      ids.push(...page.events.map(({ id }) => id));
      next = page.links.next;
    }
    expect(ids).toEqual(all.events.map(({ id }) => id));
    expect(ids.length).toBeGreaterThan(40);
  });

  it("includes whole days in the site's zone, without the day of `to`", async () => {
    expect((await list("?from=2026-12-03&to=2026-12-04")).events.map(({ id }) => id)).toEqual([
      "after-commerce-gothenburg-2026-12-03",
    ]);
    expect((await list("?from=2026-12-05&to=2026-12-09")).events).toEqual([]);
  });

  it("lists at most the events of two years back and two years ahead", async () => {
    for (const [from, to] of [
      ["1999-01-01", "2199-01-01"],
      ["1899-12-31", "2200-01-01"],
      ["0000-01-01", "9999-12-31"],
    ]) {
      const { events, window } = await list(`?from=${from}&to=${to}&limit=200`);
      expect(window).toEqual({ from: "2024-11-21", to: "2028-11-21" });
      expect(events[0]!.id).toBe("commons-breakfast-gothenburg-2026-01-30");
    }
    for (const from of ["2100-01-01", "9999-12-31"]) {
      const { events, window } = await list(`?from=${from}`);
      expect([events, window]).toEqual([[], { from: "2028-11-21", to: "2028-11-21" }]);
    }
    expect((await list("?from=0001-01-01")).window).toEqual({ from: "2024-11-21", to: "2027-11-21" });
  });

  it("lists an event until it ends", async () => {
    const at = async (time: string) => {
      const { text } = await site({ clock: () => Date.parse(time) }).get("/api/events?limit=1");
      return JSON.parse(text).events[0].id;
    };
    expect(await at("2026-12-03T18:59:59Z")).toBe("after-commerce-gothenburg-2026-12-03");
    expect(await at("2026-12-03T19:00:00Z")).toBe("commons-breakfast-gothenburg-2026-11-27");
  });

  it("has the same bytes for equivalent queries, and answers 304 if the ETag matches", async () => {
    const [first, second] = [await get("/api/events?locale=sv"), await get("/api/events?locale=sv&utm_source=x")];
    const again = await get("/api/events?locale=sv", { "If-None-Match": first.headers.etag! });

    expect(first.text).toBe(second.text);
    expect(first.headers.etag).toMatch(/^"[\w-]{16}"$/);
    expect([again.status, again.text]).toEqual([304, ""]);
    expect(first.headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "content-language": "sv",
      "cache-control": "public, max-age=60, stale-while-revalidate=600",
      "access-control-allow-origin": "*",
    });
  });
});

describe("An event that is not translated", () => {
  const only = (...kept: string[]) =>
    withEvent("winter-evening-gothenburg", ({ texts }) => ({
      texts: Object.fromEntries(Object.entries(texts).filter(([language]) => kept.includes(language))),
    }));
  const { get } = site({ library: only("sv") });
  const id = "winter-evening-gothenburg-2026-12-10";

  it("is left out of the list of a language without its text", async () => {
    const found = async (query: string) =>
      eventList.parse(JSON.parse((await get(`/api/events${query}`)).text)).events.find((event) => event.id === id);

    expect(await found("?locale=nb")).toBeUndefined();
    expect(await found("?locale=sv")).toMatchObject({ locale: "sv", locales: ["sv"] });
    expect(await found("")).toMatchObject({ locale: "sv", url: `${BASE_URL}/sv/dates/${id}` });
    const inNorwegian = await get(`/api/events/${id}?locale=nb`);
    expect([inNorwegian.status, JSON.parse(inNorwegian.text).error]).toEqual([404, expect.stringMatching(/: sv\.$/)]);
    expect((await get(`/api/events/${id}`)).headers["content-language"]).toBe("sv");
  });

  it("is shown in its first language if it has no English text", async () => {
    const { get } = site({ library: only("sv", "nb") });
    expect(JSON.parse((await get(`/api/events/${id}`)).text).event).toMatchObject({
      locale: "sv",
      locales: ["sv", "nb"],
    });
  });

  it("is left out of pages and calendars of a language without its text", async () => {
    expect((await get("/nb/after-commerce/gothenburg")).text).not.toContain(id);
    expect((await get("/sv/after-commerce/gothenburg")).text).toContain(`id="${id}"`);
    expect((await get("/api/calendar/gothenburg?locale=nb")).text).not.toContain(id);
    expect((await get("/api/calendar/gothenburg")).text).toContain(id);
  });
});

describe("GET /api/events/{id}", () => {
  it("returns the same event as the list", async () => {
    const [wanted] = (await list("?city=stockholm&concept=AFTER&from=2027-02-01&locale=sv")).events;
    const { status, text, headers } = await get(`/api/events/${wanted!.id}?locale=sv`);

    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual({ event: wanted });
    expect(wanted).toMatchObject({
      status: "cancelled",
      startsAt: "2027-02-17T17:30:00+01:00",
      actionUrl: null, // every other event has one
      description: expect.stringMatching(/^Inställd\. .+\n\n/),
    });
    expect((await get(`/api/events/${wanted!.id}?locale=sv`, { "If-None-Match": headers.etag! })).status).toBe(304);
    const inEnglish = await get(`/api/events/${wanted!.id}`, { "If-None-Match": headers.etag! });
    expect(inEnglish.status).toBe(200); // another language is another ETag
  });

  it("finds a moved event by its original date", async () => {
    expect((await get("/api/events/after-commerce-gothenburg-2027-05-06")).status).toBe(200);
    expect((await get("/api/events/after-commerce-gothenburg-2027-05-13")).status).toBe(404);
  });

  forEvery(["missing", "after-commerce-gothenburg", "after-commerce-gothenburg-2027-01-07", "constructor"])(
    "answers 404 to an unknown id",
    async (id) => {
      const { status, headers, text } = await get(`/api/events/${id}?locale=nb`);
      expect([status, headers["cache-control"], headers["content-language"]]).toEqual([404, "no-store", "nb"]);
      expect(JSON.parse(text)).toEqual({ error: services.getFixedT("nb")("errors:unknownEvent", { id }) });
    },
  );

  forEvery(["A", "a_b", "-a", "a--b", "%00", "__proto__", "%C3%A5", "a".repeat(5000), "a%2Fb", "a.b"])(
    "answers 400 to an invalid id",
    async (id) => {
      const { status, text } = await raw(`/api/events/${id}`);
      expect([status, Object.keys(JSON.parse(text).details)]).toEqual([400, ["id"]]);
    },
  );
});

describe("Validation of query parameters", () => {
  const wrong = [
    "%00",
    "x".repeat(10_000),
    "%F0%9F%8D%BA",
    "%zz",
    "__proto__",
    "toString",
    "%20",
    "null",
    "%5Bobject%20Object%5D",
  ];
  const values: Record<string, string[]> = {
    ...Object.fromEntries(Object.keys(eventQuery.shape).map((name) => [name, wrong])),
    concept: [...wrong, "after", "AFTER,COMMONS"],
    city: [...wrong.filter((value) => value !== "null"), "G%F6teborg", "Oslo%2C%20Norway", "a--b", "../x"],
    audience: [...wrong, "Open", "open,members"],
    recurring: [...wrong, "false", "TRUE", "1"],
    locale: [...wrong, "no", "EN", "sv-SE", "de"],
    from: [...wrong, "2027-02-30", "2027-1-1", "20270101", "+020270-01-01", "0000-02-30", "2027-01-01T00:00"],
    to: [...wrong, "2027-13-01", "2026-11-21"],
    limit: [...wrong, "0", "201", "-1", "1.5", "1e2", "%2B1", "%D9%A3"],
    cursor: [
      ...wrong,
      "abc",
      "MTIz",
      Buffer.from("1 __proto__").toString("base64url"),
      `${Buffer.from("1 a").toString("base64url")}=`,
    ],
  };

  forEvery(
    Object.entries(values).flatMap(([name, list]) =>
      list.map((value) => [`${name}=${value.slice(0, 30)}`, name, value] as const),
    ),
  )("answers 400 to an invalid value, with details in the language of the request", async (_, name, value) => {
    const language = name === "locale" ? "en" : "sv";
    const { status, headers, text } = await raw(`/api/events?${name}=${value}${name === "locale" ? "" : "&locale=sv"}`);
    const { error, details } = JSON.parse(text);

    expect(status).toBe(400);
    expect(headers).toMatchObject({ "cache-control": "no-store", "content-type": "application/json; charset=utf-8" });
    expect(headers["access-control-allow-origin"]).toBe("*");
    expect(headers["content-language"]).toBe(language);
    expect(error).toBe(services.getFixedT(language)("errors:query.message"));
    expect(Object.keys(details)).toEqual([name]);
    for (const message of details[name])
      expect(message).toMatch(language === "en" ? /^(?:must|can)/ : /^(?:ska|måste|får|kan)/);
  });

  forEvery(Object.keys(values))("answers 400 to a repeated parameter or a list", async (name) => {
    for (const query of [`${name}=a&${name}=b`, `${name}[]=a`, `${name}[0]=a`, `${name}%5B%5D=a`, `${name}[x][y]=a`]) {
      const { status, text } = await raw(`/api/events?${query}`);
      const { details } = JSON.parse(text);
      expect([query, status, details[name]]).toEqual([
        query,
        400,
        expect.arrayContaining([services.getFixedT("en")("errors:query.repeated")]),
      ]);
    }
  });

  it("names the cities if one is malformed", async () => {
    const { status, text } = await raw("/api/events?city=Oslo&locale=sv");
    expect({ status, details: JSON.parse(text).details }).toEqual({
      status: 400,
      details: { city: [expect.stringContaining("gothenburg, stockholm, varberg")] },
    });
  });

  it("names every invalid parameter at once", async () => {
    const { text } = await raw("/api/events?city=A&limit=0&from=x&concept=AFTER");
    expect(Object.keys(JSON.parse(text).details).sort()).toEqual(["city", "from", "limit"]);
  });

  it("names every invalid parameter even if another is repeated many times", async () => {
    const repeated = "concept=AFTER&city=a&".repeat(12);
    const { text } = await raw(`/api/events?${repeated}limit=0&from=x&from=x`);
    expect(Object.keys(JSON.parse(text).details).sort()).toEqual(["city", "concept", "from", "limit"]);
  });

  it("rejects a `to` that is not after `from`", async () => {
    const { status, text } = await get("/api/events?from=2027-03-01&to=2027-03-01&locale=nb");
    expect([status, JSON.parse(text).details]).toEqual([
      400,
      { to: [services.getFixedT("nb")("errors:query.toNotAfterFrom")] },
    ]);
  });

  it("ignores unknown parameters", async () => {
    const names = ["utm_source", "__proto__", "constructor", "hasOwnProperty", "page[]", "City", "%zz", "citys"];
    const { events } = await list(`?${names.map((name) => `${name}=1&${name}=2`).join("&")}`);
    expect(events).toEqual((await list()).events);
  });
});

describe("Methods of the events API", () => {
  forEvery(["/api/events", "/api/events/after-commerce-gothenburg-2026-12-03"])(
    "allow GET, HEAD and OPTIONS with CORS headers, and answer 405 to POST",
    async (path) => {
      const plain = { "Accept-Encoding": "identity" };
      const got = await client.get(path).set(plain);
      const head = await client.head(path).set(plain);
      const options = await raw(path, "OPTIONS", {
        origin: "https://other.example",
        "access-control-request-method": "GET",
      });
      const post = await raw(`${path}?locale=sv`, "POST");

      expect([head.status, head.text ?? "", head.headers.etag]).toEqual([200, "", got.headers.etag]);
      expect(head.headers["content-length"]).toBe(got.headers["content-length"]);
      expect([options.status, options.headers.allow]).toEqual([204, "GET, HEAD, OPTIONS"]);
      expect(options.headers).toMatchObject({
        "access-control-allow-origin": "*",
        "access-control-allow-methods": "GET, HEAD, OPTIONS",
        "access-control-allow-headers": "*", // If-None-Match needs a preflight request
        "access-control-max-age": "86400",
      });
      expect(got.headers["access-control-expose-headers"]).toBe("ETag, Link, Retry-After");
      expect([post.status, post.headers.allow, post.headers["access-control-allow-origin"]]).toEqual([
        405,
        "GET, HEAD, OPTIONS",
        "*",
      ]);
      expect(JSON.parse(post.text)).toEqual({ error: services.getFixedT("sv")("errors:methodNotAllowed.message") });
    },
  );
});

forEvery([
  "/api/events?city=gothenburg",
  "/api/events/after-commerce-gothenburg-2026-12-03",
  "/api/events/after-commerce-gothenburg-2026-12-03.ics",
  "/api/calendar/gothenburg",
])("a request with If-None-Match and no-cache gets 304, as fetch sends it", async (path) => {
  const { etag } = (await raw(path)).headers;
  const headers = { "If-None-Match": etag!, "Cache-Control": "no-cache", Pragma: "no-cache" };
  const { status, headers: answered, text } = await raw(path, "GET", headers);
  expect([status, answered.etag, text]).toEqual([304, etag, ""]);
  expect((await raw(path, "GET", { ...headers, "If-None-Match": '"other"' })).status).toBe(200);
});

describe("Scripts of other websites", () => {
  forEvery([
    "/api",
    "/api/nothing",
    "/api/%zz",
    "/api/events/%E0%A4%A",
    "/api/calendar/%zz.ics",
    "/api/openapi.json",
    "/feed.xml",
    "/feed.xml?locale=xx",
  ])("can read responses, also errors", async (path) => {
    expect((await raw(path)).headers["access-control-allow-origin"]).toBe("*");
    expect((await raw(path, "OPTIONS")).headers["access-control-allow-origin"]).toBe("*");
  });

  forEvery(["/api/ai/chat", "/api/ai/%zz"])("cannot read the answers of Dialogue", async (path) => {
    for (const method of ["GET", "POST", "OPTIONS"])
      expect((await raw(path, method)).headers["access-control-allow-origin"]).toBeUndefined();
  });
});
