/** One date, in each state that an event can have: on its page, on boards and lists, in Markdown and in JSON-LD. */
import { describe, expect, it } from "@jest/globals";
import type { Event, Override } from "../src/content/event.js";
import { pricesOf } from "../src/membership/price.js";
import { hosts } from "./fixtures/hosts.js";
import { shipped, withEvent } from "./support/events.js";
import { forEvery } from "./support/for-every.js";
import { attributesOf, inLine, textsOf } from "./support/html.js";
import { BASE_URL, site } from "./support/site.js";

const { get } = site();
const [series, id] = ["after-commerce-gothenburg", "after-commerce-gothenburg-2026-12-03"];
const url = `${BASE_URL}/sv/dates/${id}`;
const { title, summary } = shipped.events.find(({ slug }) => slug === series)!.texts.sv!;
const bar = { name: "En bar i Linnéstaden", city: "Göteborg" };
const inBar = {
  "@type": "Place",
  name: bar.name,
  address: { "@type": "PostalAddress", addressLocality: bar.city, addressCountry: "SE" },
};
const inCafé = {
  ...inBar,
  name: "Ett kafé",
  address: { ...inBar.address, streetAddress: "Gatan 1", postalCode: "411 01" },
};
const join = `${BASE_URL}/sv/commerce-commons/join`;
const names = { en: "a café", sv: "ett kafé", nb: "en kafé" };
const street = { name: names, address: "Gatan 1", postalCode: "411 01" };
const schema = (name: string) => `https://schema.org/${name}`;
const offers = (availability: string) => ({ offers: { availability: schema(availability) } });
const map = "https://www.openstreetmap.org";

const overridden = (override: object): Partial<Event> => ({
  overrides: { "2026-12-03": { updated: 0, reason: { sv: "Baren byggs om." }, ...override } as Override },
});

interface State {
  readonly change: Partial<Event>;
  /** On the page, on the board, in the list of dates and in Markdown. */
  readonly words: readonly string[];
  /** On the page. */
  readonly facts?: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
  readonly isOff?: boolean;
  readonly map?: string;
}

const states: Readonly<Record<string, State>> = {
  "as announced": {
    change: {},
    words: ["17:30–20:00"],
    data: {
      eventStatus: schema("EventScheduled"),
      eventAttendanceMode: schema("OfflineEventAttendanceMode"),
      isAccessibleForFree: true,
      offers: { price: 0, priceCurrency: "SEK", availability: schema("InStock"), url: `${url}#form` },
    },
  },
  "for members, online": {
    change: { audience: "members", attendance: "online", venue: null },
    words: ["På nätet"],
    data: {
      eventAttendanceMode: schema("OnlineEventAttendanceMode"),
      isAccessibleForFree: false,
      audience: { audienceType: "Medlemmar i Commerce Commons" },
      location: { "@type": "VirtualLocation", url },
      offers: { name: "Commerce Commons", price: pricesOf(shipped.membership).withVat, url: join },
    },
  },
  full: { change: { signUp: "full" }, words: ["Fullt"], data: offers("SoldOut") },
  closed: { change: { signUp: "closed" }, words: ["Anmälan är stängd"], data: offers("OutOfStock") },
  cancelled: {
    change: overridden({ status: "cancelled" }),
    words: ["Inställd. Baren byggs om."],
    data: { eventStatus: schema("EventCancelled"), ...offers("OutOfStock") },
    isOff: true,
  },
  postponed: {
    change: overridden({ status: "postponed" }),
    words: ["Uppskjuten. Det nya datumet är inte bestämt än. Baren byggs om."],
    data: { eventStatus: schema("EventPostponed") },
    isOff: true,
  },
  "moved within its day": {
    change: overridden({ status: "moved", start: "2026-12-03T21:15", end: "2026-12-03T22:45" }),
    words: ["21:15–22:45", "Flyttad från", "17:30", "Baren byggs om."],
    data: { startDate: "2026-12-03T21:15:00+01:00", endDate: "2026-12-03T22:45:00+01:00" },
  },
  "moved to another day": {
    change: overridden({ status: "moved", start: "2026-12-04T17:30", end: "2026-12-04T20:00" }),
    words: ["fre", "Flyttad från", "3 dec", "Baren byggs om."],
    data: {
      eventStatus: schema("EventRescheduled"),
      previousStartDate: "2026-12-03T17:30:00+01:00",
      startDate: "2026-12-04T17:30:00+01:00",
      endDate: "2026-12-04T20:00:00+01:00",
    },
  },
  "tentative, hybrid and at a price, with coordinates": {
    change: {
      status: "tentative",
      attendance: "hybrid",
      price: { amount: 150, currency: "SEK" },
      venue: { ...street, latitude: 0, longitude: 57.7 },
    },
    words: ["även på nätet", "150 kr", "Inte bekräftad än."],
    data: {
      eventAttendanceMode: schema("MixedEventAttendanceMode"),
      eventStatus: schema("EventScheduled"),
      isAccessibleForFree: false,
      offers: { price: 150, priceCurrency: "SEK", url: `${url}#form` },
      location: [
        { ...inCafé, geo: { "@type": "GeoCoordinates", latitude: 0, longitude: 57.7 } },
        { "@type": "VirtualLocation", url },
      ],
    },
    map: `${map}/?mlat=0&mlon=57.7#map=17/0/57.7`,
  },
  "with a place, theme, host and text of its own": {
    change: overridden({
      venue: { ...street, latitude: null, longitude: null },
      theme: { sv: "Returer" },
      host: "kim",
      texts: { sv: { summary: "En kväll om det som kommer åter." } },
    }),
    words: ["Returer"],
    facts: ["Ett kafé, Gatan 1, 411 01 Göteborg", "Kim, inköpare på en leksakskedja"],
    data: { description: "En kväll om det som kommer åter.", location: inCafé },
    map: `${map}/search?query=Gatan%201%2C%20411%2001%20G%C3%B6teborg`,
  },
};

/** Of the date, however it is changed. */
const ofEach = {
  "@type": "Event",
  "@id": `${url}#event`,
  url,
  name: title,
  inLanguage: "sv",
  startDate: "2026-12-03T17:30:00+01:00",
  endDate: "2026-12-03T20:00:00+01:00",
  organizer: { "@id": `${BASE_URL}/#organization` },
  image: expect.stringMatching(/^https.*\/share\/after-commerce\.sv\.\w+\.png$/),
};

forEvery(Object.entries(states))("every format says what is particular about a date", async (_, expected) => {
  const { change, words, facts = [], data, isOff = false } = expected;
  const { get } = site({ files: { library: { ...withEvent(series, () => change), hosts } } });
  const page = await get(`/sv/dates/${id}`);
  const { text } = await get("/sv/after-commerce/gothenburg.md");
  const markdown = text.split("\n").find((line) => line.includes(`(${url})`))!;
  const shown = [inLine(page.$("main .hero, main #form").text()), inLine(markdown)];
  const struck = [page.$(".date-when s").length > 0, markdown.startsWith("- **~~")];
  for (const list of ["/sv", "/sv/dates"]) {
    const row = (await get(list)).$(`main #${id}`);
    shown.push(inLine(row.text()));
    struck.push(row.find("a s").length > 0);
  }
  for (const word of [title, ...words]) expect(shown).toEqual(Array(4).fill(expect.stringContaining(word)));
  for (const fact of facts) expect(shown[0]).toContain(fact);
  expect(struck).toEqual(Array(4).fill(isOff));
  expect(page.$(`a[href^='${map}']`).attr("href")).toBe(expected.map);
  const graph: object[] = JSON.parse(page.$('script[type="application/ld+json"]').text())["@graph"];
  const { location = inBar, ...other } = data;
  const event: any = graph.find((node: any) => node["@type"] === "Event");
  expect(event).toMatchObject({ ...ofEach, ...other });
  expect(event.location).toEqual(location);
});

it("every format says the theme, the host and the language of a date, where they are known", async () => {
  const known: Partial<Event> = {
    theme: { sv: "Vem betalar en retur?" },
    host: "kim",
    language: { sv: "svenska och engelska" },
  };
  const { get } = site({ files: { library: { ...withEvent(series, () => known), hosts } } });
  const { $, text } = await get(`/sv/dates/${id}`);
  const facts = textsOf($, ".date-facts dd");
  expect(facts[0]).toBe("Vem betalar en retur?");
  expect(facts).toEqual(expect.arrayContaining(["Kim, inköpare på en leksakskedja", "svenska och engelska"]));
  expect(text).toContain('"about":{"@type":"Thing","name":"Vem betalar en retur?"}');
  expect(text).toContain('"contributor":{"@type":"Person","name":"Kim","jobTitle":"inköpare på en leksakskedja"}');
  const { event } = JSON.parse((await get(`/api/events/${id}?locale=sv`)).text);
  expect(event).toMatchObject({
    theme: "Vem betalar en retur?",
    host: { name: "Kim", role: "inköpare på en leksakskedja" },
    language: "svenska och engelska",
  });
  for (const path of [`/sv/dates/${id}.md`, `/api/events/${id}.ics?locale=sv`, "/api/calendar/gothenburg?locale=sv"]) {
    const document = (await get(path)).text.replaceAll("\r\n ", "");
    for (const fact of [/Ämne: Vem betalar en retur\?(?!\.)/, /Värd: Kim, inköpare/, /Språk: svenska och engelska\./])
      expect(document.replaceAll("\\,", ",")).toMatch(fact);
  }
  expect((await get("/llms-full.txt")).text).toContain("Host: Kim, buyer at a chain of toy shops.");
  const google = new URL($("a[href^='https://calendar.google.com']").attr("href")!);
  expect(google.searchParams.get("details")).toBe(`Vem betalar en retur?\n\n${url}`);
});

it("the host is that of the date, else of the event, else of its city, and stands on the page of the city", async () => {
  const cities = shipped.cities.map((city) => ({ ...city, host: "kim" }));
  const ofCity = { ...shipped, cities, hosts };
  const hostsOn = async (library: typeof shipped) => {
    const { get } = site({ files: { library } });
    const onDate = async (id: string) =>
      inLine((await get(`/en/dates/${id}`)).$("[aria-labelledby=your-host] p").text());
    const { $ } = await get("/en/after-commerce/gothenburg");
    return [
      inLine($("[aria-labelledby=your-host] p").text()),
      /## Host\n\n(.*)/.exec((await get("/en/after-commerce/gothenburg.md")).text)?.[1],
      await onDate(id),
      await onDate("after-commerce-gothenburg-2027-02-04"),
    ];
  };
  const kim = expect.stringMatching(/^Kim, buyer at a chain of toy shops *Kim finds you somebody to talk to\.$/);
  const robin = expect.stringMatching(/^Robin, runs a warehouse *Robin asks the first question\.$/);
  expect(await hostsOn({ ...shipped, hosts })).toEqual(["", undefined, "", ""]);
  expect(await hostsOn(ofCity)).toEqual([kim, "**Kim**, buyer at a chain of toy shops", kim, kim]);
  const ofEvent = { ...withEvent(series, () => ({ host: "robin" })), cities, hosts };
  expect(await hostsOn(ofEvent)).toEqual([robin, "**Robin**, runs a warehouse", robin, robin]);
  const ofDate = { ...withEvent(series, () => ({ overrides: { "2026-12-03": { host: "robin" } } })), cities, hosts };
  expect(await hostsOn(ofDate)).toEqual([kim, "**Kim**, buyer at a chain of toy shops", robin, kim]);
});

describe("The page of a date", () => {
  it("says how often it is, lists the other dates, and has links to add it to a calendar", async () => {
    const { $ } = await get(`/sv/dates/${id}?utm_source=x`);
    expect(inLine($(".hero").text())).toContain("första torsdagen i månaden, utom i januari och juli");
    expect($("html").attr("data-room")).toBe("after-commerce");
    const description = inLine($("meta[name=description]").attr("content")!);
    expect(description).toBe(`torsdag 3 december 2026 kl. 17:30–20:00. ${summary}`);
    const others = attributesOf($, ".dates a", "href");
    expect(others.length).toBeGreaterThan(8);
    expect(others).not.toContain(`/sv/dates/${id}`);
    expect((await get($("main a[href*='.ics']").attr("href")!)).text).toContain(`UID:${id}@`);
    const google = new URL($("a[href^='https://calendar.google.com']").attr("href")!);
    expect(Object.fromEntries(google.searchParams)).toMatchObject({
      text: title,
      dates: "20261203T163000Z/20261203T190000Z",
      details: url,
      ctz: "Europe/Stockholm",
      location: `${bar.name}, ${bar.city}`,
    });
    const outlook = new URL($("a[href^='https://outlook.live.com']").attr("href")!);
    expect(Object.fromEntries(outlook.searchParams)).toMatchObject({
      subject: title,
      startdt: "2026-12-03T16:30:00.000Z",
      enddt: "2026-12-03T19:00:00.000Z",
      body: url,
      location: `${bar.name}, ${bar.city}`,
    });
    expect($(".share a[data-share=Dela]").attr("href")).toBe(url);
  });

  it("of a round table says by when an application is answered", async () => {
    const { get } = site();
    const factOn = async (path: string) => inLine((await get(path)).$(".date-facts").text());
    expect(await factOn("/en/dates/boardroom-gothenburg-2027-02-09")).toContain("AnswerBy Tuesday 2 February");
    expect(await factOn("/en/dates/after-commerce-gothenburg-2026-12-03")).not.toContain("Answer");
  });

  it("of a past, cancelled or full date stays, says so, and leads to the next one for the same people", async () => {
    const library = withEvent("commons-welcome-call", () => ({ signUp: "full" }));
    const { get } = site({ files: { library } });
    const shownAt = async (id: string) => {
      const { $ } = await get(`/en/dates/${id}`);
      return {
        change: inLine($(".date-change").text()),
        next: $(".hero a.action").attr("href"),
        title: $("meta[property='og:title']").attr("content"),
        calendars: $("main a[href*='.ics'], a[href*='calendar.google']").length,
        isConfirmed: (await get(`/en/dates/${id}?sent`)).$("h1").text() !== $("h1").text(),
      };
    };
    expect((await shownAt("commons-welcome-call-2027-01-21")).next).toBe("/en/dates"); // others are not for members
    expect(await shownAt("after-commerce-gothenburg-2026-11-05")).toEqual({
      change: "This event is over.",
      next: `/en/dates/${id}`,
      title: expect.stringMatching(/^After Commerce in Gothenburg, /),
      calendars: 0,
      isConfirmed: false,
    });
    expect(await shownAt("after-commerce-stockholm-2027-02-17")).toEqual({
      change: expect.stringContaining("Cancelled. The bar is being refitted"),
      next: "/en/dates/after-commerce-stockholm-2026-12-16",
      title: "Cancelled: After Commerce in Stockholm, 17 February 2027",
      calendars: 0,
      isConfirmed: false,
    });
  });

  it("says until when a missing subject is announced, then that it is not; a date that is over has none", async () => {
    const subjectAt = async (time: string, path = `/en/dates/${id}`) => {
      const { $ } = await site({ clock: () => Date.parse(time) }).get(path);
      return inLine($(".date-facts div:has(dt:contains('Subject')) dd").text());
    };
    expect(await subjectAt("2026-11-19T22:59:00Z")).toBe("Announced by 19 November");
    expect(await subjectAt("2026-11-19T23:00:00Z")).toBe("Not announced yet");
    expect(await subjectAt("2026-12-03T19:00:00Z")).toBe("");
    expect(await subjectAt("2026-11-21T09:00:00Z", "/en/dates/after-commerce-stockholm-2027-02-17")).toBe("");
    const { text } = await site({ clock: () => Date.parse("2026-11-19T09:00:00Z") }).get(`/sv/dates/${id}.md`);
    expect(text).toContain("\nÄmne: Meddelas senast den 19 november\n");
  });

  it("says what was planned once it is over or cancelled, and what was talked about", async () => {
    const notes = { en: "Six shops compared how they pack." };
    const library = withEvent(series, () => ({ overrides: { "2026-11-05": { notes }, "2026-12-03": { notes } } }));
    const { get } = site({ files: { library } });
    const sectionsOf = async (id: string) => {
      const headings = textsOf((await get(`/en/dates/${id}`)).$, "main h2");
      const { text } = await get(`/en/dates/${id}.md`);
      const shown = ["What we talked about", "What was planned", "What happens"];
      const inMarkdown = shown.filter((heading) => text.includes(`## ${heading}\n`));
      expect(headings.filter((heading) => shown.includes(heading))).toEqual(inMarkdown);
      return { inMarkdown, isOver: text.includes("\nThis event is over.\n"), hasNotes: text.includes(notes.en) };
    };
    expect(await sectionsOf("after-commerce-gothenburg-2026-11-05")).toEqual({
      inMarkdown: ["What we talked about", "What was planned"],
      isOver: true,
      hasNotes: true,
    });
    expect(await sectionsOf(id)).toEqual({ inMarkdown: ["What happens"], isOver: false, hasNotes: false });
    expect((await sectionsOf("after-commerce-stockholm-2027-02-17")).inMarkdown).toEqual(["What was planned"]);
  });

  it("exists for dates of the agenda only, and its older addresses lead to it", async () => {
    for (const unknown of ["x", "after-commerce-gothenburg-2026-12-04", id.toUpperCase(), "__proto__"])
      expect({ unknown, status: (await get(`/en/dates/${unknown}`)).status }).toEqual({ unknown, status: 404 });
    expect((await get(`/no/dates/${id}/`)).headers.location).toBe(`/nb/dates/${id}`);
  });

  it("without a text in the visitor's language is shown in another, which is canonical", async () => {
    const library = withEvent("winter-evening-gothenburg", ({ texts: { sv } }) => ({ texts: { sv: sv! } }));
    const { $ } = await site({ files: { library } }).get("/en/dates/winter-evening-gothenburg-2026-12-10");
    for (const part of ["h1", ".date-when", ".prose"]) expect($(part).attr("lang")).toBe("sv");
    expect($(".date-facts [lang=sv]").length).toBe(2);
    expect($(".notice").text()).toBe("This event has no text in English yet.");
    expect($("link[rel=canonical]").attr("href")).toBe(`${BASE_URL}/sv/dates/winter-evening-gothenburg-2026-12-10`);
  });
});
