import { describe, expect, it } from "@jest/globals";
import { shipped, withEvent } from "./support/changed-library.js";
import { forEvery } from "./support/for-every.js";
import { attributesOf, inLine, textsOf } from "./support/html.js";
import { BASE_URL, site } from "./support/site.js";

/** The site as it ships, for tests that change nothing. */
const { get } = site();
const eventsIn = ({ $ }: Awaited<ReturnType<typeof get>>): any[] =>
  JSON.parse($('script[type="application/ld+json"]').text())["@graph"].filter(
    (node: Record<string, string>) => node["@type"] === "Event",
  );

describe("The event board", () => {
  it("shows tentative, hybrid and paid events as such, on the page, in Markdown and in JSON-LD", async () => {
    const name = { en: "a bar", sv: "en bar", nb: "en bar" };
    const library = withEvent("winter-evening-gothenburg", ({ texts }) => ({
      status: "tentative",
      attendance: "hybrid",
      price: { amount: 150, currency: "SEK" },
      venue: { name, address: "Gatan 1", postalCode: "411 01", latitude: 57.7, longitude: 0 },
      texts: { ...texts, sv: { ...texts.sv!, title: "En [vinterkväll]" } },
    }));
    const { get } = site({ library });
    const page = await get("/sv/after-commerce/gothenburg");
    const markdown = inLine((await get("/sv/after-commerce/gothenburg.md")).text);
    for (const shown of [inLine(page.$("#winter-evening-gothenburg-2026-12-10").text()), markdown])
      for (const words of ["även på nätet", "150 kr", "Inte bekräftad än."]) expect(shown).toContain(words);
    expect(markdown).toContain("[En \\[vinterkväll\\]](");

    const event = eventsIn(page).find(({ url }) => url.endsWith("/winter-evening-gothenburg-2026-12-10"));
    expect(event).toMatchObject({
      eventAttendanceMode: "https://schema.org/MixedEventAttendanceMode",
      eventStatus: "https://schema.org/EventScheduled",
      isAccessibleForFree: false,
      offers: { price: 150, priceCurrency: "SEK", url: `${event.url}#form` },
      location: [
        {
          "@type": "Place",
          name: "En bar",
          address: { streetAddress: "Gatan 1", postalCode: "411 01", addressLocality: "Göteborg" },
          geo: { "@type": "GeoCoordinates", latitude: 57.7, longitude: 0 },
        },
        { "@type": "VirtualLocation", url: event.url },
      ],
    });
  });

  it("strikes out the day that is off, or the day or time before a move, says why, and has no sign-up if it is off", async () => {
    const reason = { en: "The bar opens later.", sv: "Baren öppnar senare.", nb: "Baren åpner senere." };
    const moved = { status: "moved", start: "2026-12-10T21:15", end: "2026-12-10T22:45", reason } as const;
    const library = withEvent("winter-evening-gothenburg", ({ updated }) => ({
      overrides: { "2026-12-10": { ...moved, updated } },
    }));
    const { get } = site({ library });
    const shown = async (city: string, id: string) => {
      const row = (await get(`/sv/after-commerce/${city}`)).$(`#${id}`);
      const [struck, times, change] = ["s", ".dates-times", ".dates-change"].map((part) =>
        inLine(row.find(part).text()),
      );
      const signUps = row.find(".dates-action").length;
      return { date: row.find("time").attr("datetime")!.slice(0, 10), struck, times, change, signUps };
    };
    expect(await shown("stockholm", "after-commerce-stockholm-2027-02-17")).toMatchObject({
      ...{ date: "2027-02-17", struck: expect.stringContaining("17"), signUps: 0 },
      change: expect.stringMatching(/^Inställd\. ./),
    });
    expect(await shown("gothenburg", "after-commerce-gothenburg-2027-05-06")).toMatchObject({
      ...{ date: "2027-05-13", struck: "Flyttad från 6 maj" },
      change: expect.stringMatching(/^Flyttad\. .*6 maj/),
    });
    expect(await shown("gothenburg", "winter-evening-gothenburg-2026-12-10")).toMatchObject({
      ...{ date: "2026-12-10", times: "Flyttad från 17:30 21:15–22:45", change: "Flyttad. Baren öppnar senare." },
    });
  });

  it("says how far the collapsed dates reach, how many are changed, and lists those of the past three months", async () => {
    const { $ } = await get("/en/after-commerce");
    const later = $(".board details:not(.board-past) li").length;
    expect(textsOf($, ".board summary")[0]).toBe(`${later} more dates, until November 2027; 1 moved or cancelled`);
    expect(attributesOf($, ".board-past li", "id")).toEqual([
      "after-commerce-gothenburg-2026-11-05",
      "after-commerce-stockholm-2026-10-21",
      "after-commerce-gothenburg-2026-10-01",
      "after-commerce-gothenburg-2026-09-03",
    ]);
    expect($(".board-past a[href*='.ics']").length).toBe(0);
  });

  it("is short on the home page, and the list of all dates has every other one", async () => {
    const page = await get("/sv");
    const { $ } = page;
    const onHome = attributesOf($, ".board .board-row", "id");
    const all = await get($(".board-more a").attr("href")!);
    const listed = attributesOf(all.$, ".dates a", "href").map((href) => href!.split("/").at(-1));
    const { events } = JSON.parse((await get("/api/events?locale=sv&limit=200")).text);
    const ids: string[] = events.map(({ id }: { id: string }) => id);

    expect(onHome).toEqual(ids.slice(0, onHome.length));
    expect(ids.filter((id) => !listed.includes(id))).toEqual([]);
    expect(eventsIn(page).map(({ url }) => url.split("/").at(-1))).toEqual(onHome);
    expect($(".board-more p").text()).toContain(String(ids.length - onHome.length));
  });

  forEvery(["/nb", "/nb/after-commerce/gothenburg"])(
    "without dates shows the mail address and calendars",
    async (path) => {
      const { get, services } = site({ library: { ...shipped, events: [] } });
      const { $ } = await get(path);
      const t = services.getFixedT("nb");
      expect($(".board").text()).toContain(t("events:board.empty"));
      expect($(".board a").attr("href")).toBe(`mailto:${services.library.organisation.mail}`);
      expect($(".subscribe a[href^='webcal:']").length).toBeGreaterThan(0);
      expect((await get(`${path}.md`)).text).toContain(t("events:board.emptyHint"));
    },
  );

  it("names the first date if it is more than twelve months ahead", async () => {
    const slug = "summer-gathering-varberg";
    const { events } = withEvent(slug, () => ({ starts: "2028-06-09T17:30", ends: "2028-06-09T20:00" }));
    const later = site({ library: { ...shipped, events: events.filter((event) => event.slug === slug) } });
    expect(inLine((await later.get("/en/after-commerce")).$(".board-none").text())).toMatch(
      /The first date after that is .+, Friday 9 June 2028, 17:30–20:00\./,
    );
  });

  it("gives each calendar link a different name, and defines the symbol of each icon", async () => {
    const { $ } = await get("/en/after-commerce");
    const names = attributesOf($, ".board-links a, .calendar-links a", "aria-label");
    expect(names.length).toBeGreaterThan(15);
    expect(new Set(names).size).toBe(names.length);
    for (const href of attributesOf($, ".board use", "href")) expect($(`.board symbol${href}`).length).toBe(1);
  });

  forEvery([
    ["/sv/after-commerce", ["", "/gothenburg", "/stockholm", "/varberg"], "&concept=AFTER"],
    ["/en", ["", "/gothenburg", "/stockholm", "/varberg"], ""],
    ["/nb/after-commerce/gothenburg", ["/gothenburg"], "&concept=AFTER"],
  ])("links to existing calendars, for apps, as files and to copy", async (address, cities, concept) => {
    const { $ } = await get(address);
    const paths = cities.map((city) => `/api/calendar${city}.ics?locale=${address.slice(1, 3)}${concept}`);
    const files = paths.map((path) => BASE_URL + path);
    const apps = files.map((url) => url.replace("https", "webcal"));
    const { text } = await get(`${address}.md`);

    expect({
      apps: attributesOf($, ".subscribe a[href^='webcal:']", "href"),
      files: attributesOf($, ".subscribe a[href^='https:']", "href"),
      toCopy: textsOf($, ".subscribe code"),
    }).toEqual({ apps, files, toCopy: files });
    for (const [index, calendar] of $(".subscribe code").toArray().entries())
      expect($(calendar).prev().text()).toContain($(".calendar-city").eq(index).text());
    for (const url of [...files, ...apps]) expect(text).toContain(`(${url})`);
    for (const path of paths) expect((await get(path)).headers["content-type"]).toMatch(/^text\/calendar/);
  });
});
