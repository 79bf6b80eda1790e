import { describe, expect, it } from "@jest/globals";
import { shipped, withEvent } from "./support/changed-library.js";
import { cities } from "./support/owner.js";
import { BASE_URL, NOW, site } from "./support/site.js";
import { languages } from "./support/specified-pages.js";

/** The site as it ships, for tests that change nothing. */
const { get: getShipped, services } = site();

const inWords = (text: string) => text.replace(/\s+/g, " ");

describe("The event board", () => {
  it("shows tentative, hybrid and paid events as such, on the page, in Markdown and in JSON-LD", async () => {
    const library = withEvent("winter-evening-gothenburg", () => ({
      status: "tentative",
      attendance: "hybrid",
      price: { amount: 150, currency: "SEK" },
      venue: {
        name: { en: "a bar", sv: "en bar", nb: "en bar" },
        address: "Gatan 1",
        postalCode: "411 01",
        latitude: 57.7,
        longitude: 0,
      },
    }));
    const { get } = site({ library });
    const { $ } = await get("/sv/after-commerce/gothenburg");
    const row = inWords($("#winter-evening-gothenburg-2026-12-10").text());
    const markdown = inWords((await get("/sv/after-commerce/gothenburg.md")).text);

    for (const text of ["även på nätet", "150 kr", "Inte bekräftad än."]) {
      expect(row).toContain(text);
      expect(markdown).toContain(text);
    }
    const graph: any[] = JSON.parse($('script[type="application/ld+json"]').text())["@graph"];
    const event = graph.find(({ "@id": id }) => id.endsWith("/winter-evening-gothenburg-2026-12-10#event"));

    expect(event).toMatchObject({
      eventAttendanceMode: "https://schema.org/MixedEventAttendanceMode",
      organizer: { "@id": graph.find(({ "@type": type }) => type === "Organization")["@id"] },
      offers: {
        price: 150,
        priceCurrency: "SEK",
        url: `${BASE_URL}/sv/dates/winter-evening-gothenburg-2026-12-10#form`,
      },
      location: [
        {
          "@type": "Place",
          name: "En bar",
          address: {
            "@type": "PostalAddress",
            streetAddress: "Gatan 1",
            postalCode: "411 01",
            addressLocality: "Göteborg",
            addressCountry: "SE",
          },
          geo: { "@type": "GeoCoordinates", latitude: 57.7, longitude: 0 },
        },
        { "@type": "VirtualLocation", url: event.url },
      ],
    });
  });

  it("strikes out only the time of an event moved within its day, and screen readers hear what it is", async () => {
    const reason = { en: "The bar opens later.", sv: "Baren öppnar senare.", nb: "Baren åpner senere." };
    const moved = { status: "moved", start: "2026-12-10T21:15", end: "2026-12-10T22:45", reason } as const;
    const library = withEvent("winter-evening-gothenburg", ({ updated }) => ({
      overrides: { "2026-12-10": { ...moved, updated } },
    }));
    const { $ } = await site({ library }).get("/sv/after-commerce/gothenburg");
    const row = $("#winter-evening-gothenburg-2026-12-10");
    expect(inWords(row.find(".dates-times").text())).toBe("Flyttad från 17:30 21:15–22:45");
    expect(inWords(row.find(".dates-change").text())).toBe("Flyttad. Baren öppnar senare.");
  });

  it("lists the events of the past three months without calendar links", async () => {
    const { $ } = await getShipped("/nb/after-commerce");
    const past = $(".board-past li").toArray();
    expect(past.map((row) => $(row).attr("id"))).toEqual([
      "after-commerce-gothenburg-2026-11-05",
      "after-commerce-stockholm-2026-10-21",
      "after-commerce-gothenburg-2026-10-01",
      "after-commerce-gothenburg-2026-09-03",
    ]);
    expect($(".board-past a[href*='.ics']").length).toBe(0);
  });

  it("says how far the collapsed dates reach, and how many are moved or cancelled", async () => {
    const { $ } = await getShipped("/en/after-commerce");
    const later = $(".board details:not(.board-past) li").length;
    expect(inWords($(".board summary").first().text()).trim()).toBe(
      `${later} more dates, until November 2027; 1 moved or cancelled`,
    );
  });

  it.each(languages)(
    "in %s is short on the home page, and the list of all dates has every other one",
    async (language) => {
      const { $, text } = await getShipped(`/${language}`);
      const onHome = $(".board .board-row")
        .toArray()
        .map((row) => $(row).attr("id")!);
      const structured: any[] = JSON.parse($('script[type="application/ld+json"]').text())["@graph"];
      const pages = await Promise.all(
        $(".board-more a")
          .toArray()
          .map((link) => getShipped($(link).attr("href")!)),
      );
      const listed = pages.flatMap(({ $ }) =>
        $(".dates a")
          .toArray()
          .map((link) => $(link).attr("href")!.split("/").at(-1)!),
      );
      const { events } = JSON.parse((await getShipped(`/api/events?locale=${language}&limit=200`)).text);
      const ids: string[] = events.map(({ id }: { id: string }) => id);

      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(60_000);
      expect(onHome).toEqual(ids.slice(0, onHome.length));
      expect(ids.filter((id) => !listed.includes(id))).toEqual([]);
      expect(structured.filter((node) => node["@type"] === "Event").map((node) => node.url.split("/").at(-1))).toEqual(
        onHome,
      );
      expect(inWords($(".board-more p").text())).toContain(String(ids.length - onHome.length));
    },
  );

  it("moves an event to the past events when it ends, also on a cached page", async () => {
    let now = Date.parse("2026-12-03T18:59:59Z");
    const { get } = site({ clock: () => now });
    const isPast = async () => {
      const { $ } = await get("/en/after-commerce/gothenburg");
      return $(".board-past #after-commerce-gothenburg-2026-12-03").length === 1;
    };
    expect([await isPast(), await isPast()]).toEqual([false, false]);
    now += 1000;
    expect([await isPast(), await isPast()]).toEqual([true, true]);
  });

  it("is cached until the date changes, as every page is", async () => {
    let now = NOW;
    const { get, services } = site({ clock: () => now });
    const paths = ["/en", "/en/after-commerce/faq"];
    for (const path of paths) await get(path);
    const cached = () => paths.filter((path) => services.responseCache.get(path));
    now = Date.parse("2026-11-21T22:59:59Z");
    expect(cached()).toEqual(paths);
    now += 1000;
    expect(cached()).toEqual([]);
  });

  it("without any date shows the mail address, and still links to calendars", async () => {
    const { get, services } = site({ library: { ...shipped, events: [] } });
    for (const locale of languages) {
      for (const page of ["", "/after-commerce", "/after-commerce/gothenburg"]) {
        const { $ } = await get(`/${locale}${page}`);
        expect($(".board").text()).toContain(services.getFixedT(locale)("events:board.empty"));
        expect($(".board a").attr("href")).toBe(`mailto:${services.library.organisation.mail}`);
        expect($(".subscribe a[href^='webcal:']").length).toBe(page.endsWith("gothenburg") ? 1 : cities.length + 1);
        expect((await get(`/${locale}${page}.md`)).text).toContain(
          services.getFixedT(locale)("events:board.emptyHint"),
        );
      }
    }
  });

  it("names the first date if it is more than twelve months ahead", async () => {
    const slug = "summer-gathering-varberg";
    const { events } = withEvent(slug, () => ({ starts: "2028-06-09T17:30", ends: "2028-06-09T20:00" }));
    const later = site({ library: { ...shipped, events: events.filter((event) => event.slug === slug) } });
    expect(inWords((await later.get("/en/after-commerce")).$(".board-none").text())).toMatch(
      /The first date after that is .+, Friday 9 June 2028, 17:30–20:00\./,
    );
  });
});

describe("The subscribe panel", () => {
  it.each(languages)("in %s has the words that calendars put before what is cancelled or postponed", async (locale) => {
    const { $ } = await getShipped(`/${locale}`);
    const words = (["cancelled", "postponed"] as const).map(
      (status) => services.getFixedT(locale)(`events:calendar.${status}`, { title: "" }).split(":")[0]!,
    );
    for (const word of words) expect($(".subscribe .prose").text()).toContain(word);
  });

  it.each([
    ["/en", ["", "/gothenburg", "/stockholm", "/varberg"], ""],
    ["/sv/after-commerce", ["", "/gothenburg", "/stockholm", "/varberg"], "&concept=AFTER"],
    ["/nb/after-commerce/gothenburg", ["/gothenburg"], "&concept=AFTER"],
  ])("on %s links to existing calendars, for apps, as files and to copy", async (address, cities, concept) => {
    const { $ } = await getShipped(address);
    const locale = address.slice(1, 3);
    const wanted = cities.map((city) => `/api/calendar${city}.ics?locale=${locale}${concept}`);
    const links = $(".subscribe a")
      .toArray()
      .map((link) => $(link).attr("href")!);

    expect(links.filter((link) => link.startsWith("webcal:"))).toEqual(
      wanted.map((path) => `webcal://www.forcommerce.example${path}`),
    );
    expect(links.filter((link) => link.startsWith("https:"))).toEqual(
      wanted.map((path) => `https://www.forcommerce.example${path}`),
    );
    expect(
      $(".subscribe code")
        .toArray()
        .map((code) => $(code).text()),
    ).toEqual(wanted.map((path) => `https://www.forcommerce.example${path}`));
    for (const [index, calendar] of $(".subscribe code").toArray().entries())
      expect($(calendar).prev().text()).toContain($(".calendar-city").eq(index).text());
    const { text } = await getShipped(`${address}.md`);
    for (const path of wanted)
      for (const scheme of ["https", "webcal"]) expect(text).toContain(`(${scheme}://www.forcommerce.example${path})`);
    for (const address of wanted)
      expect((await getShipped(address)).headers["content-type"]).toMatch(/^text\/calendar/);
  });
});
