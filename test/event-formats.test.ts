/** One date, in each state that an event can have: on its page, on boards and lists, in Markdown and in JSON-LD. */
import { describe, expect, it } from "@jest/globals";
import type { Event, Override } from "../src/content/events.js";
import { pricesOf } from "../src/membership/price.js";
import { hosts } from "./fixtures/hosts.js";
import { forEvery } from "./support/for-every.js";
import { attributesOf, inLine, textsOf } from "./support/html.js";
import { shipped, withEvent } from "./support/library.js";
import { BASE_URL, site } from "./support/site.js";

const { get } = site();
const [series, id] = ["after-commerce-gothenburg", "after-commerce-gothenburg-2026-12-03"];
const url = `${BASE_URL}/sv/dates/${id}`;
const { title, summary } = shipped.events.find(({ slug }) => slug === series)!.texts.sv!;
const bar = { name: "En bar i Linnéstaden", city: "Göteborg" };
const address = { "@type": "PostalAddress", addressLocality: bar.city, addressCountry: "SE" };
const inBar = { "@type": "Place", name: bar.name, address };
const inStreet = { ...address, streetAddress: "Gatan 1", postalCode: "411 01" };
const inCafé = { "@type": "Place", name: "Ett kafé", address: inStreet };
const join = `${BASE_URL}/sv/commerce-commons/join`;
const names = { en: "a café", sv: "ett kafé", nb: "en kafé" };
const street = { name: names, address: "Gatan 1", postalCode: "411 01" };
const schema = (name: string) => `https://schema.org/${name}`;
const offers = (availability: string) => ({ offers: { availability: schema(availability) } });
const map = "https://www.openstreetmap.org";
const atPrice = { price: { amount: 150, currency: "SEK" } };
const point = { latitude: 0, longitude: 57.7 };

const overridden = (override: object): Partial<Event> => ({
  overrides: { "2026-12-03": { updated: 0, reason: { sv: "Baren byggs om." }, ...override } as Override },
});

type State = {
  readonly change: Partial<Event>;
  readonly words: readonly string[];
  readonly facts?: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
  readonly isOff?: boolean;
  readonly map?: string;
};

const states: Readonly<Record<string, State>> = {
  "as announced": {
    change: {},
    words: ["17:30–20:00"],
    data: {
      ...{ eventStatus: schema("EventScheduled"), eventAttendanceMode: schema("OfflineEventAttendanceMode") },
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
    change: { ...atPrice, ...overridden({ status: "postponed" }) },
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
  "tentative, hybrid and for members at a price, with coordinates": {
    change: {
      ...atPrice,
      audience: "members",
      status: "tentative",
      attendance: "hybrid",
      venue: { ...street, ...point },
    },
    words: ["även på nätet", "150 kr", "Inte bekräftad än."],
    data: {
      eventAttendanceMode: schema("MixedEventAttendanceMode"),
      eventStatus: schema("EventScheduled"),
      isAccessibleForFree: false,
      offers: { price: 150, priceCurrency: "SEK", url: `${url}#form` },
      location: [
        { ...inCafé, geo: { "@type": "GeoCoordinates", ...point } },
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
  const frame = inLine((await get("/embed/gothenburg?locale=sv")).$(`li:has([href$="${id}"])`).text());
  for (const word of words) if (word !== "150 kr") expect(frame).toContain(word);
  if (isOff) for (const text of shown) expect(text).not.toMatch(/gratis|öppet|150 kr/i);
  expect(struck).toEqual(Array(4).fill(isOff));
  expect(page.$(`a[href^='${map}']`).attr("href")).toBe(expected.map);
  const graph: object[] = JSON.parse(page.$('script[type="application/ld+json"]').text())["@graph"];
  const { location = inBar, ...other } = data;
  const event: any = graph.find((node: any) => node["@type"] === "Event");
  expect(event).toMatchObject({ ...ofEach, ...other });
  expect(event.location).toEqual(location);
});

it("every format says the theme, the host and the language of a date, where they are known", async () => {
  const known = { theme: { sv: "Vem betalar en retur?" }, host: "kim", language: { sv: "svenska och engelska" } };
  const { get } = site({ files: { library: { ...withEvent(series, () => known), hosts } } });
  const { $, text } = await get(`/sv/dates/${id}`);
  const facts = textsOf($, ".date-facts dd");
  expect(facts[0]).toBe("Vem betalar en retur?");
  expect(facts).toEqual(expect.arrayContaining(["Kim, inköpare på en leksakskedja", "svenska och engelska"]));
  expect(text).toContain('"about":{"@type":"Thing","name":"Vem betalar en retur?"}');
  expect(text).toContain('"contributor":{"@type":"Person","name":"Kim","jobTitle":"inköpare på en leksakskedja"}');
  const { event } = JSON.parse((await get(`/api/events/${id}?locale=sv`)).text);
  expect(event).toMatchObject({ theme: known.theme.sv, language: known.language.sv });
  expect(event.host).toMatchObject({ name: "Kim", role: "inköpare på en leksakskedja" });
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
  const city = "/en/after-commerce/gothenburg";
  const hostsOn = async (library: typeof shipped) => {
    const { get } = site({ files: { library } });
    const [host] = /(?<=## Host\n\n).*/.exec((await get(`${city}.md`)).text) ?? [""];
    const names = [host];
    for (const page of [city, `/en/dates/${id}`, "/en/dates/after-commerce-gothenburg-2027-02-04"])
      names.push(inLine((await get(page)).$("[aria-labelledby=your-host] p").text()));
    return names;
  };
  const kim = expect.stringMatching(/^\**Kim\**, buyer at a chain of toy shops/);
  const robin = expect.stringMatching(/^\**Robin\**, runs a warehouse/);
  expect(await hostsOn({ ...shipped, hosts })).toEqual(["", "", "", ""]);
  expect(await hostsOn(ofCity)).toEqual([kim, kim, kim, kim]);
  const ofEvent = { ...withEvent(series, () => ({ host: "robin" })), cities, hosts };
  expect(await hostsOn(ofEvent)).toEqual([robin, robin, robin, robin]);
  const ofDate = { ...withEvent(series, () => ({ overrides: { "2026-12-03": { host: "robin" } } })), cities, hosts };
  expect(await hostsOn(ofDate)).toEqual([kim, kim, robin, kim]);
});

const online = ["commons-welcome-call", "commons-welcome-call-2027-01-21"] as const;
forEvery([
  ["en", "Central European Standard Time"],
  ["sv", "centraleuropeisk normaltid"],
  ["nb", "sentraleuropeisk normaltid"],
] as const)("every format names the time zone of a date online, and of no date in person", async (language, zone) => {
  const hybrid = withEvent(series, () => ({ attendance: "hybrid" as const }));
  for (const [library, [event, date], isNamed] of [
    [shipped, online, true],
    [hybrid, [series, id], true],
    [shipped, [series, id], false],
  ] as const) {
    const { get } = site({ files: { library } });
    const { $ } = await get(`/${language}/dates/${date}`);
    const lines = (await get(`/${language}/dates.md`)).text.split("\n");
    const { concept, city } = library.events.find(({ slug }) => slug === event)!;
    const embedded = await get(`/embed/${city}?locale=${language}&concept=${concept}&limit=200`);
    const shown = [
      $(".date-when").text(),
      $("meta[name=description]").attr("content")!,
      lines.find((line) => line.includes(`/dates/${date})`))!,
      (await get(`/${language}`)).$(`main #${date}`).text(),
      (await get(`/${language}/dates`)).$(`main #${date}`).text(),
      embedded.$(`li:has(a[href$="${date}"])`).text(),
    ];
    const silent = shown.filter((text) => !inLine(text).toLowerCase().includes(zone.toLowerCase()));
    expect(silent).toEqual(isNamed ? [] : shown);
  }
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
    const google = new URL($("a[href^='https://calendar.google.com']").attr("href")!).searchParams;
    const location = `${bar.name}, ${bar.city}`;
    const dates = "20261203T163000Z/20261203T190000Z";
    const inGoogle = { text: title, dates, details: url, ctz: "Europe/Stockholm", location };
    expect(Object.fromEntries(google)).toMatchObject(inGoogle);
    const outlook = new URL($("a[href^='https://outlook.live.com']").attr("href")!).searchParams;
    const [startdt, enddt] = ["2026-12-03T16:30:00.000Z", "2026-12-03T19:00:00.000Z"];
    expect(Object.fromEntries(outlook)).toMatchObject({ subject: title, startdt, enddt, body: url, location });
    expect($(".share a[data-share=Dela]").attr("href")).toBe(url);
  });

  it("of a round table says by when an application is answered", async () => {
    const factOn = async (path: string) => inLine((await get(path)).$(".date-facts").text());
    expect(await factOn("/en/dates/boardroom-gothenburg-2027-02-09")).toContain("AnswerBy Tuesday 2 February");
    expect(await factOn("/en/dates/after-commerce-gothenburg-2026-12-03")).not.toContain("Answer");
  });

  it("of a past, cancelled or full date stays, says so, and leads to the next one for the same people", async () => {
    const library = withEvent("commons-welcome-call", () => ({ signUp: "full" }));
    const { get } = site({ files: { library } });
    const shown = await get("/en/dates/commons-welcome-call-2027-01-21");
    expect(shown.$(".hero a.action").attr("href")).toBe("/en/dates"); // others are not for members
    const stockholm = "after-commerce-stockholm";
    for (const [id, next, change, title] of [
      ["after-commerce-gothenburg-2026-11-05", `${series}-2026-12-03`, "This event is over.", /^After Commerce in G/],
      [`${stockholm}-2027-02-17`, `${stockholm}-2026-12-16`, "Cancelled. The bar", /^Cancelled: After Commerce in S/],
    ] as const) {
      const { $ } = await get(`/en/dates/${id}`);
      expect(inLine($(".date-change").text())).toContain(change);
      expect($(".hero a.action").attr("href")).toBe(`/en/dates/${next}`);
      expect($("meta[property='og:title']").attr("content")).toMatch(title);
      expect($("main a[href*='.ics'], a[href*='calendar.google']").length).toBe(0);
      expect((await get(`/en/dates/${id}?sent`)).$("h1").text()).toBe($("h1").text());
    }
  });

  it("of a postponed or cancelled date never says that it takes or took place", async () => {
    for (const [status, title, change] of [
      ["postponed", "Uppskjuten", "Det nya datumet är inte bestämt än. "],
      ["cancelled", "Inställd", ""],
    ] as const)
      for (const time of ["2026-11-21T09:00:00Z", "2026-12-05T09:00:00Z"]) {
        const library = withEvent(series, () => overridden({ status }));
        const { get } = site({ files: { library }, clock: () => Date.parse(time) });
        const { $ } = await get(`/sv/dates/${id}`);
        expect(inLine($(".date-change").text())).toBe(`${title}. ${change}Baren byggs om.`);
        expect((await get(`/sv/dates/${id}.md`)).text).not.toContain("Den här träffen har varit");
        const described = inLine($("meta[name=description]").attr("content")!);
        expect(described).toBe(`${title}. ${change}Baren byggs om. ${summary}`);
      }
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
    const shown = ["What we talked about", "What was planned", "What happens"];
    for (const [date, sections] of [
      ["after-commerce-gothenburg-2026-11-05", shown.slice(0, 2)],
      [id, shown.slice(2)],
      ["after-commerce-stockholm-2027-02-17", shown.slice(1, 2)],
    ] as const) {
      const headings = textsOf((await get(`/en/dates/${date}`)).$, "main h2");
      expect(headings.filter((heading) => shown.includes(heading))).toEqual(sections);
      const { text } = await get(`/en/dates/${date}.md`);
      expect(shown.filter((heading) => text.includes(`## ${heading}\n`))).toEqual(sections);
      expect(text.includes("\nThis event is over.\n")).toBe(date.includes("2026-11"));
      expect(text.includes(notes.en)).toBe(date.includes("2026-11"));
    }
  });

  it("exists for dates of the agenda only, and its older addresses lead to it", async () => {
    for (const unknown of ["x", "after-commerce-gothenburg-2026-12-04", id.toUpperCase(), "__proto__"])
      expect({ unknown, status: (await get(`/en/dates/${unknown}`)).status }).toEqual({ unknown, status: 404 });
    expect((await get(`/no/dates/${id}/`)).headers.location).toBe(`/nb/dates/${id}`);
  });

  it("without a text in the visitor's language is shown in another, which is canonical", async () => {
    const library = withEvent("winter-evening-gothenburg", ({ texts: { sv } }) => ({ texts: { sv: sv! } }));
    const { get } = site({ files: { library } });
    const path = "/dates/winter-evening-gothenburg-2026-12-10";
    const { $ } = await get(`/en${path}`);
    for (const part of ["h1", ".date-when", ".prose"]) expect($(part).attr("lang")).toBe("sv");
    expect($(".date-facts [lang=sv]").length).toBe(2);
    expect($(".notice").text()).toBe("This event has no text in English yet.");
    expect($("link[rel=canonical]").attr("href")).toBe(`${BASE_URL}/sv${path}`);
    for (const page of [$, (await get(`/en${path}?sent`)).$])
      expect((await get(page("main a[href*='.ics']").attr("href")!)).status).toBe(200);
  });
});
