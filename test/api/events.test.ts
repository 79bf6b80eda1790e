/** The events of the API, on the tiny site; /api/openapi.json is tested against what ships. */
import { describe, expect, it } from "@jest/globals";
import { type EventList, eventList } from "../../src/events/api.js";
import type { ApiEvent } from "../../src/events/record.js";
import { libraryOf } from "../support/content-folder.js";
import { tinyContentFolder } from "../support/folders.js";
import { forEvery } from "../support/for-every.js";
import { BASE_URL, site } from "../support/site.js";

const library = libraryOf(tinyContentFolder().folder);
const { get, raw, services } = site({ files: { library } });
const ofAll = site();
const noPlace = { address: null, postalCode: null, latitude: null, longitude: null };
const [next, moved] = ["evening-2026-12-03", "evening-2027-05-06"];

async function list(query = "", from = get): Promise<EventList> {
  const { status, text } = await from(`/api/events${query}`);
  expect({ query, status }).toEqual({ query, status: 200 });
  return eventList.parse(JSON.parse(text));
}
const idsOf = ({ events }: EventList) => events.map(({ id }) => id);

describe("GET /api/events", () => {
  it("lists the events from now to twelve months ahead by their announced or moved days", async () => {
    const { events, ...rest } = await list();
    const days = "12-03 01-20 02-04 03-04 04-01 05-13 06-03 08-05 09-02 10-07 11-04"; // of 2026 and 2027
    expect(events.map(({ startsAt }) => startsAt.slice(5, 10)).join(" ")).toBe(days);
    const times = events.filter(({ recurring }) => recurring).map(({ startsAt }) => startsAt.slice(11));
    expect(new Set(times)).toEqual(new Set(["17:30:00+01:00", "17:30:00+02:00"])); // winter and summer
    expect(rest).toEqual({
      count: 11,
      total: 11,
      locale: "en",
      filters: { concept: null, city: null, audience: null, recurring: null, locale: null },
      window: { from: "2026-11-21", to: "2027-11-21" },
      links: { self: `${BASE_URL}/api/events`, next: null },
    });
  });

  it("has every field of a moved event", async () => {
    const { events } = await list("?city=gothenburg&concept=AFTER&locale=nb&from=2027-05-01&to=2027-06-01");
    expect(events).toEqual([
      {
        id: moved,
        uid: `${moved}@www.tiny.example`,
        concept: "AFTER",
        city: "gothenburg",
        cityName: "Gothenburg",
        locale: "nb",
        locales: ["en", "sv", "nb"],
        title: "An evening",
        summary: "We meet to talk about an evening, and everyone is welcome.",
        description: expect.stringMatching(
          /^Flyttet fra torsdag 6\. mai 2027 kl\.\u00a017:30\. 6 May is .*\n\nWe meet\./,
        ),
        status: "confirmed",
        startsAt: "2027-05-13T17:30:00+02:00",
        endsAt: "2027-05-13T20:00:00+02:00",
        timezone: "Europe/Stockholm",
        dateText: "torsdag 13. mai 2027 kl.\u00a017:30–20:00",
        recurring: true,
        recurrence: {
          seriesId: "evening",
          rule: "FREQ=MONTHLY;BYMONTH=2,3,4,5,6,8,9,10,11,12;BYDAY=1TH",
          text: "første torsdag i måneden, unntatt i januar og juli",
        },
        previousStartsAt: "2027-05-06T17:30:00+02:00",
        audience: "open",
        signUp: "open",
        theme: null,
        host: null,
        language: null,
        attendance: "in-person",
        venue: { ...noPlace, name: "A bar", city: "Gothenburg", country: "SE" },
        price: null,
        url: `${BASE_URL}/nb/dates/${moved}`,
        actionUrl: `${BASE_URL}/nb/dates/${moved}#form`,
        calendarUrl: `${BASE_URL}/api/calendar/gothenburg?locale=nb`,
        sequence: (Date.parse("2026-11-09T08:30:00Z") - Date.parse("2026-01-01T00:00:00Z")) / 60_000,
        updatedAt: "2026-11-09T08:30:00Z",
      },
    ]);
  });

  it("names the time zone in the words of an event online, and of no other", async () => {
    const { events } = await list("", ofAll.get);
    for (const { attendance, dateText } of events) expect(/ \(.+\)$/.test(dateText)).toBe(attendance !== "in-person");
    expect(events.some(({ attendance }) => attendance === "online")).toBe(true);
  });

  forEvery<[string, (event: ApiEvent) => boolean]>([
    ["?concept=BOARDROOM", ({ concept }) => concept === "BOARDROOM"],
    ["?city=stockholm", ({ city }) => city === "stockholm"],
    ["?city=GO%CC%88TEBORG&concept=&locale=", ({ city }) => city === "gothenburg"],
    ["?audience=application", ({ audience }) => audience === "application"],
    ["?recurring=true", ({ recurring }) => recurring],
    ["?concept=AFTER&city=varberg&locale=sv", ({ concept, city }) => concept === "AFTER" && city === "varberg"],
  ])("each filter selects by its key of the record", async (query, isWanted) => {
    const all = (await list("", ofAll.get)).events;
    expect(idsOf(await list(query, ofAll.get))).toEqual(idsOf({ events: all.filter(isWanted) } as EventList));
    expect(all.every(isWanted)).toBe(false);
  });

  it("has what is over only if it is asked for by its day", async () => {
    const dated = site({ files: { library }, clock: () => Date.parse("2026-12-03T21:00:00+01:00") });
    const [first] = idsOf(await list("", dated.get));
    expect(first).not.toBe(next);
    expect(idsOf(await list("?from=2026-12-03", dated.get))[0]).toBe(next);
    expect(idsOf(await list("?from=2026-12-04", dated.get))[0]).toBe(first);
  });

  it("is empty for an unknown city and for one without events", async () => {
    for (const query of ["?city=oslo", "?city=constructor", "?city=varberg&concept=COMMONS"])
      expect(await list(query)).toMatchObject({ events: [], count: 0, total: 0, links: { next: null } });
  });

  it("lists each event once over all pages of links.next", async () => {
    const all = await list("?from=2026-01-01&limit=200");
    const ids: string[] = [];
    let next: string | null = `${BASE_URL}/api/events?from=2026-01-01&limit=3`;
    while (next) {
      const page = await list(next.slice(`${BASE_URL}/api/events`.length));
      expect(page.total).toBe(all.total);
      ids.push(...idsOf(page));
      next = page.links.next;
    }
    expect(ids).toEqual(idsOf(all));
    expect(ids.length).toBeGreaterThan(15);
    expect((await list(`?from=2026-01-01&limit=${all.total}`)).links.next).toBeNull();
  });
});

it("an event that is not translated is left out of lists, pages and calendars of a language without its text", async () => {
  const swedish = tinyContentFolder();
  for (const locale of ["en", "nb"]) swedish.remove(`events/evening/${locale}.md`);
  const { get } = site({ files: { library: libraryOf(swedish.folder) } });
  expect(idsOf(await list("?locale=nb", get))).not.toContain(next);
  for (const query of ["", "?locale=sv"])
    expect((await list(query, get)).events).toContainEqual(
      expect.objectContaining({ id: next, locale: "sv", locales: ["sv"], url: `${BASE_URL}/sv/dates/${next}` }),
    );
  expect((await get("/nb/after-commerce/gothenburg")).text).not.toContain(next);
  expect((await get("/sv/after-commerce/gothenburg")).text).toContain(`id="${next}"`);
  expect((await get("/api/calendar/gothenburg?locale=nb")).text).not.toContain(next);
  expect((await get("/api/calendar/gothenburg")).text).toContain(next);
  const { status, text } = await get(`/api/events/${next}?locale=nb`);
  expect({ status, ...JSON.parse(text) }).toEqual({ status: 404, error: expect.stringMatching(/: sv\.$/) });
  expect((await get(`/api/events/${next}`)).headers["content-language"]).toBe("sv");
});

it("GET /api/events/{id} returns the same event as the list, with an ETag for each language", async () => {
  const listed = (await list("?locale=sv")).events.find(({ id }) => id === moved);
  const { text, headers } = await get(`/api/events/${moved}?locale=sv`); // found by its original date
  expect(JSON.parse(text)).toEqual({ event: listed });
  const unknown = await get("/api/events/evening-2027-05-13?locale=nb");
  const error = services.getFixedT("nb")("errors:unknownEvent", { id: "evening-2027-05-13" });
  expect({ status: unknown.status, ...JSON.parse(unknown.text) }).toEqual({ status: 404, error });
  expect((await get(`/api/events/${moved}`, { "If-None-Match": headers.etag! })).status).toBe(200);
});

const noSlugs = ["a_b", "-a", "a--b", "..", "%2e%2e", "%00", "__proto__", "%F0%9F%8D%BA", "a%2Fb", "a".repeat(5000)];
forEvery([
  ...["A", "a.b", ...noSlugs.filter((name) => !/\.|2e/.test(name))].map((id) => [`events/${id}`, "id"] as const),
  ...["O%20slo", ...noSlugs].map((city) => [`calendar/${city}`, "city"] as const),
])("an invalid id or city gets 400, and the error says that the path is wrong", async (path, name) => {
  const { status, text } = await raw(`/api/${path}`);
  const error = expect.not.stringMatching(/query/i);
  expect({ status, ...JSON.parse(text) }).toEqual({ status: 400, error, details: { [name]: [expect.any(String)] } });
});

it("an invalid query of the events gets 400 with the problem of each parameter, in the language of the request", async () => {
  const t = services.getFixedT("sv");
  const { status, headers, text } = await raw("/api/events?city=Oslo&locale=sv&limit=%zz&from=2027-03-01&from=x");
  expect({ status, headers, ...JSON.parse(text) }).toMatchObject({
    status: 400,
    error: t("errors:query.message"),
    headers: { "cache-control": "no-store", "content-language": "sv", "access-control-allow-origin": "*" },
    details: {
      city: [expect.stringContaining("gothenburg, varberg")],
      limit: [t("errors:query.encoding")],
      from: expect.arrayContaining([t("errors:query.repeated")]),
    },
  });
});

it("an error has ten messages at most", async () => {
  const names = ["concept", "city", "audience", "recurring", "locale", "from", "to", "limit", "offset"];
  const wrong = await raw(`/api/events?${names.map((name) => `${name}=_&${name}=_`).join("&")}`);
  expect(Object.values(JSON.parse(wrong.text).details).flat()).toHaveLength(10);
});

it("a list that ends before it begins is an error", async () => {
  for (const query of ["from=2027-04-01&to=2027-04-01", "from=2199-12-01&to=2199-11-01", "to=2020-01-01"]) {
    const { status, text } = await raw(`/api/events?${query}`);
    expect(status).toBe(400);
    expect(JSON.parse(text).details.to).toEqual(["must be a date after from, or after today if from is not given"]);
  }
});

describe("Scripts of other websites", () => {
  const origin = { "access-control-allow-origin": "*" };
  it("can read events with any header, and are told so before", async () => {
    const open = { ...origin, "access-control-expose-headers": "ETag, Link, Retry-After" };
    const allow = "GET, HEAD, OPTIONS";
    const methods = { "access-control-allow-methods": allow, "access-control-max-age": "86400" };
    const headers = { ...open, ...methods, allow, "access-control-allow-headers": "*" }; // If-None-Match needs these
    for (const path of ["/api/events", `/api/events/${next}.ics`, "/api/calendar/gothenburg"]) {
      expect(await raw(path)).toMatchObject({ status: 200, headers: open });
      const preflight = await raw(path, "OPTIONS", { origin: "https://x.example" });
      expect(preflight).toMatchObject({ status: 204, headers });
      expect(await raw(path, "POST")).toMatchObject({ status: 405, headers: open });
    }
  });

  const open = ["/api", "/api/%zz", "/api/calendar/%zz.ics", "/api/openapi.json", "/feed.xml", "/feed.xml?locale=xx"];
  forEvery([...open, "/api/ai/chat", "/api/ai/%zz"])("can read all responses but those of Dialogue", async (path) => {
    const allowed = path.startsWith("/api/ai/") ? undefined : "*";
    for (const method of ["GET", "POST", "OPTIONS"])
      expect((await raw(path, method)).headers["access-control-allow-origin"]).toBe(allowed);
  });
});
