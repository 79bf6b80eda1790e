import { describe, expect, it } from "@jest/globals";
import { shipped, withEvent } from "./support/changed-library.js";
import { forEvery } from "./support/for-every.js";
import { inLine } from "./support/html.js";
import { BASE_URL, site } from "./support/site.js";
import { languages } from "./support/specified-pages.js";

/** The site as it ships, for tests that change nothing. */
const { get, services } = site();
const graphOf = ({ $ }: Awaited<ReturnType<typeof get>>): any[] =>
  JSON.parse($('script[type="application/ld+json"]').text())["@graph"];

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

    const event = graphOf(page).find(({ url = "" }) => url.endsWith("/winter-evening-gothenburg-2026-12-10"));
    expect(event).toMatchObject({
      eventAttendanceMode: "https://schema.org/MixedEventAttendanceMode",
      eventStatus: "https://schema.org/EventScheduled",
      isAccessibleForFree: false,
      organizer: { "@id": `${BASE_URL}/#organization` },
      offers: { price: 150, priceCurrency: "SEK", url: `${event.url}#form` },
    });
    const address = {
      streetAddress: "Gatan 1",
      postalCode: "411 01",
      addressLocality: "Göteborg",
      addressCountry: "SE",
    };
    expect(event.location).toEqual([
      {
        "@type": "Place",
        name: "En bar",
        address: { "@type": "PostalAddress", ...address },
        geo: { "@type": "GeoCoordinates", latitude: 57.7, longitude: 0 },
      },
      { "@type": "VirtualLocation", url: event.url },
    ]);
  });

  it("strikes out the date of a cancelled event, says why, and has no link to sign up", async () => {
    const { $ } = await get("/en/after-commerce/stockholm");
    const off = $("#after-commerce-stockholm-2027-02-17");
    expect(off.find("time s").text()).toMatch(/17/);
    expect(off.find(".dates-change").text()).toMatch(/^Cancelled\. ./);
    expect(off.find(".dates-action").length).toBe(0);
  });

  it("shows the previous date of a moved event beside the new one, and why", async () => {
    const { $ } = await get("/sv/after-commerce/gothenburg");
    const moved = $("#after-commerce-gothenburg-2027-05-06");
    expect(moved.find("time").attr("datetime")).toMatch(/^2027-05-13T/);
    expect(inLine(moved.find("s").text())).toBe("Flyttad från 6 maj");
    expect(inLine(moved.find(".dates-change").text())).toMatch(/^Flyttad. .*6 maj/);
  });

  it("strikes out only the time of an event moved within its day, and screen readers hear what it is", async () => {
    const reason = { en: "The bar opens later.", sv: "Baren öppnar senare.", nb: "Baren åpner senere." };
    const moved = { status: "moved", start: "2026-12-10T21:15", end: "2026-12-10T22:45", reason } as const;
    const library = withEvent("winter-evening-gothenburg", ({ updated }) => ({
      overrides: { "2026-12-10": { ...moved, updated } },
    }));
    const { $ } = await site({ library }).get("/sv/after-commerce/gothenburg");
    const row = $("#winter-evening-gothenburg-2026-12-10");
    expect(inLine(row.find(".dates-times").text())).toBe("Flyttad från 17:30 21:15–22:45");
    expect(inLine(row.find(".dates-change").text())).toBe("Flyttad. Baren öppnar senare.");
  });

  it("says how far the collapsed dates reach, how many are changed, and lists those of the past three months", async () => {
    const { $ } = await get("/en/after-commerce");
    const later = $(".board details:not(.board-past) li").length;
    const past = $(".board-past li").get();
    expect(inLine($(".board summary").first().text())).toBe(
      `${later} more dates, until November 2027; 1 moved or cancelled`,
    );
    expect(past.map(({ attribs }) => attribs.id)).toEqual([
      "after-commerce-gothenburg-2026-11-05",
      "after-commerce-stockholm-2026-10-21",
      "after-commerce-gothenburg-2026-10-01",
      "after-commerce-gothenburg-2026-09-03",
    ]);
    expect($(past).find("a[href*='.ics']").length).toBe(0);
  });

  it("is short on the home page, and the list of all dates has every other one", async () => {
    const page = await get("/sv");
    const { $ } = page;
    const onHome = $(".board .board-row")
      .get()
      .map(({ attribs }) => attribs.id!);
    const all = await get($(".board-more a").attr("href")!);
    const listed = all
      .$(".dates a")
      .get()
      .map(({ attribs }) => attribs.href!.split("/").at(-1)!);
    const { events } = JSON.parse((await get("/api/events?locale=sv&limit=200")).text);
    const ids: string[] = events.map(({ id }: { id: string }) => id);

    expect(Buffer.byteLength(page.text)).toBeLessThanOrEqual(60_000);
    expect(onHome).toEqual(ids.slice(0, onHome.length));
    expect(ids.filter((id) => !listed.includes(id))).toEqual([]);
    expect(graphOf(page).flatMap((node) => (node["@type"] === "Event" ? node.url.split("/").at(-1) : []))).toEqual(
      onHome,
    );
    expect($(".board-more p").text()).toContain(String(ids.length - onHome.length));
  });

  it("moves an event to the past events when it ends, also on a cached page", async () => {
    let now = Date.parse("2026-12-03T18:59:59Z");
    const { get } = site({ clock: () => now });
    const isPast = async () => {
      const { $ } = await get("/en/after-commerce/gothenburg");
      return $(".board-past #after-commerce-gothenburg-2026-12-03").length === 1;
    };
    expect({ rendered: await isPast(), cached: await isPast() }).toEqual({ rendered: false, cached: false });
    now += 1000;
    expect({ rendered: await isPast(), cached: await isPast() }).toEqual({ rendered: true, cached: true });
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
    const names = $(".board-links a, .calendar-links a")
      .get()
      .map(({ attribs }) => attribs["aria-label"]);
    expect(names.length).toBeGreaterThan(15);
    expect(new Set(names).size).toBe(names.length);
    for (const { attribs } of $(".board use").get()) expect($(`.board symbol${attribs.href}`).length).toBe(1);
  });
});

describe("The subscribe panel", () => {
  forEvery(languages)("has the words that calendars put before what is cancelled or postponed", async (locale) => {
    const { $ } = await get(`/${locale}`);
    for (const status of ["cancelled", "postponed"] as const) {
      const [word] = services.getFixedT(locale)(`events:calendar.${status}`, { title: "" }).split(":");
      expect($(".subscribe .prose").text()).toContain(word);
    }
  });

  forEvery([
    ["/sv/after-commerce", ["", "/gothenburg", "/stockholm", "/varberg"], "&concept=AFTER"],
    ["/en", ["", "/gothenburg", "/stockholm", "/varberg"], ""],
    ["/nb/after-commerce/gothenburg", ["/gothenburg"], "&concept=AFTER"],
  ])("links to existing calendars, for apps, as files and to copy", async (address, cities, concept) => {
    const { $ } = await get(address);
    const paths = cities.map((city) => `/api/calendar${city}.ics?locale=${address.slice(1, 3)}${concept}`);
    const [files, apps] = [BASE_URL, BASE_URL.replace("https", "webcal")].map((base) =>
      paths.map((path) => base + path),
    );
    const links = $(".subscribe a")
      .get()
      .map(({ attribs }) => attribs.href!);
    const copied = $(".subscribe code").get();
    const { text } = await get(`${address}.md`);

    expect(links.filter((link) => link.startsWith("webcal:"))).toEqual(apps);
    expect(links.filter((link) => link.startsWith("https:"))).toEqual(files);
    expect(copied.map((code) => $(code).text())).toEqual(files);
    for (const [index, calendar] of copied.entries())
      expect($(calendar).prev().text()).toContain($(".calendar-city").eq(index).text());
    for (const url of [...files!, ...apps!]) expect(text).toContain(`(${url})`);
    for (const path of paths) expect((await get(path)).headers["content-type"]).toMatch(/^text\/calendar/);
  });
});
