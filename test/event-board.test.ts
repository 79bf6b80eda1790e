/** The boards of dates on pages, and the list of all dates. */
import { describe, expect, it } from "@jest/globals";
import { recordOf } from "../src/events/record.js";
import { forEvery } from "./support/for-every.js";
import { attributesOf, inLine, textsOf } from "./support/html.js";
import { shipped, withEvent } from "./support/library.js";
import { BASE_URL, site } from "./support/site.js";

const { get, services } = site();
const idsOf = async (query: string): Promise<string[]> =>
  JSON.parse((await get(`/api/events?limit=200&${query}`)).text).events.map(({ id }: { id: string }) => id);

describe("The event board", () => {
  it("says how far the collapsed dates reach, how many are changed, and lists those of the past three months", async () => {
    const { $ } = await get("/en/after-commerce");
    const later = $(".board details:not(.board-past) li").length;
    expect(textsOf($, ".board summary")[0]).toBe(
      `${later} more events, the last in November 2027; 1 moved or cancelled`,
    );
    expect(attributesOf($, ".board-past li", "id")).toEqual([
      "after-commerce-gothenburg-2026-11-05",
      "after-commerce-stockholm-2026-10-21",
      "after-commerce-gothenburg-2026-10-01",
      "after-commerce-gothenburg-2026-09-03",
    ]);
    expect($(".board-past a[href*='.ics']").length).toBe(0);
  });

  it("on the home page has the first dates in JSON-LD too, and how many more there are", async () => {
    const { $ } = await get("/sv");
    const ids = await idsOf("locale=sv");
    const onHome = attributesOf($, ".board .board-row", "id");
    const graph: any[] = JSON.parse($('script[type="application/ld+json"]').text())["@graph"];
    const inData = graph.filter((node) => node["@type"] === "Event").map(({ url }) => url.split("/").at(-1));
    const first = ids.slice(0, onHome.length);
    expect({ onHome, inData }).toEqual({ onHome: first, inData: first });
    expect($(".board-more p").text()).toContain(String(ids.length - onHome.length));
    expect($(".board-more a").attr("href")).toBe("/sv/dates");
  });

  it("without dates shows the mail address and calendars, and the first date beyond twelve months", async () => {
    const { get, services } = site({ files: { library: { ...shipped, events: [] } } });
    const { $ } = await get("/nb/after-commerce/gothenburg");
    const t = services.getFixedT("nb");
    expect($(".board").text()).toContain(t("events:board.empty"));
    expect($(".board a").attr("href")).toBe(`mailto:${services.library.organisation.mail}`);
    expect($(".subscribe a[href^='webcal:']").length).toBeGreaterThan(0);
    expect((await get("/nb.md")).text).toContain(t("events:board.emptyHint"));
    const times = { starts: "2028-06-09T17:30", ends: "2028-06-09T20:00" };
    const { events } = withEvent("summer-gathering-varberg", () => times);
    const later = events.filter(({ starts }) => starts.startsWith("2028"));
    const lateSite = site({ files: { library: { ...shipped, events: later } } });
    const board = (await lateSite.get("/en/after-commerce")).$(".board-none");
    expect(inLine(board.text())).toMatch(/The first event after that is .+, Friday 9 June 2028, 17:30–20:00\./);
  });

  const cities = ["after-commerce/stockholm", "boardroom-for-commerce/varberg"];
  forEvery(cities)("a city says once how often and at what time people meet", async (path) => {
    const { $ } = await get(`/en/${path}`);
    const dates = services.snapshot().agenda.comingYear({ city: path.split("/")[1] }, services.clock());
    const { recurrence } = dates.map((date) => recordOf(date, "en", services)).find(({ recurrence }) => recurrence)!;
    expect(inLine($("main").text()).split(recurrence!.text)).toHaveLength(2);
  });

  it("is what a concept opens with, gives each link to a calendar its own name, and has its icons", async () => {
    const { $ } = await get("/en/after-commerce");
    expect($($(".hero a.action").attr("href")!).parent().hasClass("board")).toBe(true);
    const names = attributesOf($, ".board-links a, .calendar-links a", "aria-label");
    expect(names.length).toBeGreaterThan(15);
    expect(new Set(names).size).toBe(names.length);
    for (const href of attributesOf($, ".board use", "href")) expect($(`.board symbol${href}`).length).toBe(1);
  });

  forEvery([
    ["/en", ["", "/gothenburg", "/stockholm", "/varberg"], ""],
    ["/nb/after-commerce/gothenburg", ["/gothenburg"], "&concept=AFTER"],
  ])("links to existing calendars, for apps, as files and to copy", async (address, cities, concept) => {
    const { $ } = await get(address);
    const paths = cities.map((city) => `/api/calendar${city}.ics?locale=${address.slice(1, 3)}${concept}`);
    const files = paths.map((path) => BASE_URL + path);
    const apps = files.map((url) => url.replace("https", "webcal"));
    expect(attributesOf($, ".subscribe a[href^='webcal:']", "href")).toEqual(apps);
    expect(attributesOf($, ".subscribe a[href^='https:']", "href")).toEqual(files);
    expect(textsOf($, ".subscribe code")).toEqual(files);
    const { text } = await get(`${address}.md`);
    for (const url of [...files, ...apps]) expect(text).toContain(`(${url})`);
    for (const path of paths) expect((await get(path)).headers["content-type"]).toMatch(/^text\/calendar/);
  });
});

describe("The list of dates", () => {
  const idsOn = async (address: string) =>
    attributesOf((await get(address)).$, ".dates .dates-what a", "href").map((href) => href!.split("/").at(-1));

  it("has the dates of the API by month, and those of a city and a concept", async () => {
    const { $ } = await get("/nb/dates");
    expect(await idsOn("/nb/dates")).toEqual(await idsOf("locale=nb"));
    expect(textsOf($, ".date-month h3")[0]).toBe("desember 2026");
    const filters = attributesOf($, ".date-filters a", "href");
    expect(filters.length).toBeGreaterThan(6);
    for (const address of filters) {
      const [path, query = ""] = address!.split("?");
      expect(path).toBe("/nb/dates");
      expect(await idsOn(address!)).toEqual(await idsOf(`locale=nb&${query}`));
      expect((await get(address!)).$("link[rel=canonical]").attr("href")).toBe(`${BASE_URL}/nb/dates`);
      expect(services.snapshot().responses.get(address!)).toBeDefined();
    }
  });

  it("is filtered as Markdown too, at the address that it names and by Accept", async () => {
    const { $ } = await get("/sv/dates?city=stockholm");
    const twin = $("link[type='text/markdown']").attr("href")!;
    for (const { text } of [await get(twin), await get("/sv/dates?city=stockholm", { accept: "text/markdown" })]) {
      expect(text).toContain("-stockholm-");
      expect(text).not.toContain("dates/after-commerce-gothenburg");
    }
    for (const path of ["/sv/dates.md?city=oslo", "/sv/dates?city=oslo"])
      expect((await get(path, { accept: "text/markdown" })).status).toBe(404);
  });

  it("keeps the other choice in its links, and the choice in its languages", async () => {
    const { $ } = await get("/en/dates?city=gothenburg&concept=AFTER");
    expect(textsOf($, ".date-filters [aria-current]")).toEqual(["Gothenburg", "After Commerce"]);
    expect(textsOf($, "h1")).toEqual(["After Commerce in Gothenburg"]);
    expect(textsOf((await get("/nb/dates?city=varberg")).$, "h1")).toEqual(["Arrangementer i Varberg"]);
    expect(attributesOf($, ".date-filters a", "href")[2]).toBe("/en/dates?concept=AFTER&city=stockholm");
    expect($(".languages a[lang=sv]").attr("href")).toBe("/sv/dates?concept=AFTER&city=gothenburg");
    expect($(".subscribe a[href^='webcal:']").toArray()).toHaveLength(1);
  });

  it("takes other spellings of a city, and no unknown city or concept; other parameters change nothing", async () => {
    const { text } = await get("/sv/dates?city=gothenburg");
    for (const query of ["city=G%C3%B6teborg", "city=gbg&utm_source=x", "concept=&city=gothenburg"])
      expect({ query, isSame: (await get(`/sv/dates?${query}`)).text === text }).toEqual({ query, isSame: true });
    expect(services.snapshot().responses.get("/sv/dates?city=gbg&utm_source=x")).toBeUndefined();
    for (const [query, status] of Object.entries({ "city=oslo": 404, "concept=EVENING": 400, "city=a&city=b": 400 })) {
      const { $, ...response } = await get(`/sv/dates?${query}`);
      expect({ query, status: response.status }).toEqual({ query, status });
      expect($("h1").text()).toBe("De träffarna finns inte");
      expect(attributesOf($, ".hero .action", "href")).toEqual(["/sv/dates"]);
    }
  });
});
