/** The list of all dates, and the page of each date. */
import { describe, expect, it } from "@jest/globals";
import { withEvent } from "./support/changed-library.js";
import { attributesOf, inLine, textsOf } from "./support/html.js";
import { BASE_URL, site } from "./support/site.js";
import { languages } from "./support/specified-pages.js";
import { errorsIn } from "./support/valid-html.js";

const { get, services } = site();
const evening = "after-commerce-gothenburg-2026-12-03";

describe("The list of dates", () => {
  const idsOn = async (address: string) =>
    attributesOf((await get(address)).$, ".dates .dates-what a", "href").map((href) => href!.split("/").at(-1));
  const idsOf = async (query: string) => {
    const { events } = JSON.parse((await get(`/api/events?limit=200&${query}`)).text);
    return events.map(({ id }: { id: string }) => id);
  };

  it.each(languages)("in %s has the dates of the API by month, and those of a city and a concept", async (locale) => {
    const { $, text } = await get(`/${locale}/dates`);
    expect(await errorsIn(text)).toEqual([]);
    expect(await idsOn(`/${locale}/dates`)).toEqual(await idsOf(`locale=${locale}`));
    expect(textsOf($, ".date-month h3")[0]).toMatch(/^[Dd]e[sc]ember 2026$/);
    for (const address of attributesOf($, ".date-filters a", "href")) {
      const [path, query = ""] = address!.split("?");
      expect(path).toBe(`/${locale}/dates`);
      expect(await idsOn(address!)).toEqual(await idsOf(`locale=${locale}&${query}`));
      expect((await get(address!)).$("link[rel=canonical]").attr("href")).toBe(`${BASE_URL}/${locale}/dates`);
      expect(services.responseCache.get(address!)).toBeDefined();
    }
    expect($(`.hero a[href="#subscribe"]`).length).toBe(1);
  });

  it("keeps the other choice in its links, and the choice in its languages", async () => {
    const { $ } = await get("/en/dates?city=gothenburg&concept=AFTER");
    expect(textsOf($, ".date-filters [aria-current]")).toEqual(["Gothenburg", "After Commerce"]);
    expect(attributesOf($, ".date-filters a", "href")[2]).toBe("/en/dates?concept=AFTER&city=stockholm");
    expect($(".languages a[lang=sv]").attr("href")).toBe("/sv/dates?concept=AFTER&city=gothenburg");
    expect($(".subscribe a[href^='webcal:']").toArray()).toHaveLength(1);
  });

  it("takes other spellings of a city, and no unknown city or concept; other parameters change nothing", async () => {
    const { text } = await get("/sv/dates?city=gothenburg");
    for (const query of ["city=G%C3%B6teborg", "city=gbg&utm_source=x", "concept=&city=gothenburg"])
      expect({ query, isSame: (await get(`/sv/dates?${query}`)).text === text }).toEqual({ query, isSame: true });
    expect(services.responseCache.get("/sv/dates?city=gbg&utm_source=x")).toBeUndefined();
    for (const [query, status] of Object.entries({ "city=oslo": 404, "concept=EVENING": 400, "city=a&city=b": 400 }))
      expect({ query, status: (await get(`/sv/dates?${query}`)).status }).toEqual({ query, status });
  });
});

describe("The page of a date", () => {
  it.each(languages)(
    "in %s says what, when, where, for whom and how often, and lists the other dates",
    async (locale) => {
      const record = services.recordOf(services.agenda.current().find(evening)!, locale);
      const { $, text } = await get(`/${locale}/dates/${evening}?utm_source=x`);
      expect(await errorsIn(text)).toEqual([]);
      expect(inLine($(".hero").text()).toLowerCase()).toContain(record.recurrence!.text.toLowerCase());
      expect(inLine($(".sheet .prose").first().text())).toContain(inLine(record.description.split("\n\n")[0]!));
      expect($("html").attr("data-room")).toBe("after-commerce");
      expect($("meta[property='og:image']").attr("content")).toContain(`/share/after-commerce.${locale}.`);
      expect($(`.dates a[href$="${evening}"]`).length).toBe(0);
      expect($("meta[name=description]").attr("content")).toBe(`${record.dateText}. ${record.summary}`);
      expect($(".dates a").length).toBeGreaterThan(8);
      expect((await get($("main a[href*='.ics']").attr("href")!)).text).toContain(`UID:${record.uid}`);
      const google = new URL($("a[href^='https://calendar.google.com']").attr("href")!);
      expect(Object.fromEntries(google.searchParams)).toMatchObject({
        text: record.title,
        dates: "20261203T163000Z/20261203T190000Z",
        details: record.url,
        location: `${record.venue!.name}, ${record.venue!.city}`,
      });
    },
  );

  it("links to a map of the coordinates, else of the address, else to none", async () => {
    const mapOf = async (latitude: number | null, longitude: number | null, address: string | null) => {
      const venue = { name: { en: "a bar" }, address, postalCode: "411 01", latitude, longitude };
      const { get } = site({ library: withEvent("after-commerce-gothenburg", () => ({ venue })) });
      return (await get(`/en/dates/${evening}`)).$("a[href^='https://www.openstreetmap.org']").attr("href");
    };
    expect({
      coordinates: await mapOf(57.7, 11.9, "Gatan 1"),
      address: await mapOf(null, null, "Gatan 1"),
      neither: await mapOf(null, null, null),
    }).toEqual({
      coordinates: "https://www.openstreetmap.org/?mlat=57.7&mlon=11.9#map=17/57.7/11.9",
      address: "https://www.openstreetmap.org/search?query=Gatan%201%2C%20411%2001%20Gothenburg",
      neither: undefined,
    });
  });

  it("of a past, cancelled or full date stays, says so, and leads to the next one for the same people", async () => {
    const shownAt = async (id: string) => {
      const { $ } = await get(`/en/dates/${id}`);
      const sent = await get(`/en/dates/${id}?sent`);
      return {
        change: inLine($(".date-change").text()),
        next: $(".hero a.action").attr("href"),
        isStruck: $(".date-when s").length > 0,
        title: $("meta[property='og:title']").attr("content"),
        hasCalendarFile: $("main a[href*='.ics'], a[href*='calendar.google']").length > 0,
        isConfirmed: sent.$("h1").text() !== $("h1").text(),
      };
    };
    const full = withEvent("commons-welcome-call", () => ({ signUp: "full" }));
    const ofMembers = await site({ library: full }).get("/en/dates/commons-welcome-call-2027-01-21");
    expect(ofMembers.$(".hero a.action").attr("href")).toBe("/en/dates"); // others are not for members
    expect(await shownAt("after-commerce-gothenburg-2026-11-05")).toMatchObject({
      change: "This date has passed.",
      next: `/en/dates/${evening}`,
      isConfirmed: false,
    });
    expect(await shownAt("after-commerce-stockholm-2027-02-17")).toEqual({
      change: expect.stringContaining("Cancelled. The bar is being refitted"),
      next: "/en/dates/after-commerce-stockholm-2026-12-16",
      title: "Cancelled: After Commerce in Stockholm, 17 February 2027",
      isStruck: true,
      hasCalendarFile: false,
      isConfirmed: false,
    });
  });

  it("names the day in its form, and says whether an address or a link is mailed", async () => {
    const t = services.getFixedT("en");
    const inPerson = await get(`/en/dates/${evening}`);
    const online = await get("/en/dates/commons-welcome-call-2027-01-21");
    expect(inLine(inPerson.$("#form-heading").text())).toBe(t("forms:date.heading", { date: "Thursday 3 December" }));
    expect(inLine(inPerson.$("#form .form-text").text())).toContain(t("forms:date.sends.in-person"));
    expect(inLine(online.$("#form .form-text").text())).toContain(t("forms:date.sends.online"));
  });

  it("of a date with a place, theme, host and texts of its own has them, as does the board", async () => {
    const venue = { address: "Gatan 1", postalCode: "411 01", latitude: null, longitude: null };
    const library = withEvent("after-commerce-gothenburg", ({ updated }) => ({
      overrides: {
        "2026-12-03": {
          venue: { ...venue, name: { en: "a café", sv: "ett kafé", nb: "en kafé" } },
          theme: { en: "Returns", sv: "Returer", nb: "Returer" },
          host: "Kim Berg",
          texts: { en: { summary: "An evening about what comes back, with three short stories." } },
          updated,
        },
      },
    }));
    const { get } = site({ library });
    const page = await get(`/en/dates/${evening}`);
    const facts = inLine(page.$(".date-facts").text());
    for (const fact of ["A café, Gatan 1, 411 01 Gothenburg", "Returns", "Kim Berg"]) expect(facts).toContain(fact);
    expect(page.$("meta[name=description]").attr("content")).toMatch(/An evening about what comes back/);
    expect((await get("/en/after-commerce/gothenburg")).$(`#${evening}`).text()).toContain("Theme: Returns.");
    const calendar = (await get(`/api/events/${evening}.ics`)).text.replaceAll("\r\n ", "");
    expect(calendar).toContain("LOCATION:A café\\, Gatan 1\\, 411 01 Gothenburg");
    expect((await get("/en/dates/after-commerce-gothenburg-2027-02-04")).text).not.toContain("Kim Berg");
  });

  it("exists for dates of the agenda only, and its older addresses lead to it", async () => {
    for (const id of ["x", "after-commerce-gothenburg-2026-12-04", evening.toUpperCase(), "__proto__"])
      expect({ id, status: (await get(`/en/dates/${id}`)).status }).toEqual({ id, status: 404 });
    expect((await get(`/no/dates/${evening}/`)).headers.location).toBe(`/nb/dates/${evening}`);
    expect((await get("/dates/x")).status).toBe(404);
  });

  it("without a text in the visitor's language is shown in another, which is canonical", async () => {
    const library = withEvent("winter-evening-gothenburg", ({ texts: { sv } }) => ({ texts: { sv: sv! } }));
    const { $ } = await site({ library }).get("/en/dates/winter-evening-gothenburg-2026-12-10");
    for (const part of ["h1", ".date-when", ".prose"]) expect($(part).attr("lang")).toBe("sv");
    expect($(".date-facts [lang=sv]").length).toBe(2);
    expect($(".notice").text()).toBe("This date has no text in English yet.");
    expect($("link[rel=canonical]").attr("href")).toBe(`${BASE_URL}/sv/dates/winter-evening-gothenburg-2026-12-10`);
  });
});
