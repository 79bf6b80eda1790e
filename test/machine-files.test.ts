import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { load } from "cheerio";
import robotsParser from "robots-parser";
import { validateXML } from "xmllint-wasm";
import { articleFile } from "./support/article.js";
import { tinyContentFolder } from "./support/content-copy.js";
import { libraryOf } from "./support/content-folder.js";
import { forEvery } from "./support/for-every.js";
import { cities, name } from "./support/owner.js";
import { BASE_URL, NOW, site } from "./support/site.js";
import { everyAddress, languages } from "./support/specified-pages.js";

const DAY = 24 * 60 * 60 * 1000;
const { get, raw, client, services } = site();
const files = [
  ["/feed.xml", "application/rss+xml; charset=utf-8"],
  ["/feed.xml?locale=sv", "application/rss+xml; charset=utf-8"],
  ["/sitemap.xml", "application/xml; charset=utf-8"],
  ["/robots.txt", "text/plain; charset=utf-8"],
  ["/.well-known/security.txt", "text/plain; charset=utf-8"],
  ["/llms.txt", "text/plain; charset=utf-8"],
  ["/llms-full.txt", "text/plain; charset=utf-8"],
  ["/.well-known/api-catalog", 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'],
  ["/api/openapi.json", "application/json; charset=utf-8"],
  ["/nb/site.webmanifest", "application/manifest+json; charset=utf-8"],
] as const;

const again = site();
const evening = "after-commerce-gothenburg-2026-12-03";

/** A tiny site with one more guide, in English. */
const tiny = tinyContentFolder();
tiny.write("guides/lamps/en.md", articleFile({ published: "2026-11-20T12:00" }));
const withLamps = libraryOf(tiny.folder);

describe.each(files)("%s", (address, type) => {
  it("has the same bytes on each request, is cacheable for a minute, and answers 304 if the ETag matches", async () => {
    const [first, second] = [await get(address), await get(address)];

    expect([first.status, first.headers["content-type"]]).toEqual([200, type]);
    expect(first.headers["cache-control"]).toMatch(/^public, max-age=60/);
    expect(first.headers.vary).toBe("Accept-Encoding");
    expect(first.headers.etag).toMatch(/^"[^"]+"$/);
    expect([second.text, second.headers.etag]).toEqual([first.text, first.headers.etag]);
    expect((await again.get(address)).text).toBe(first.text);
    expect((await get(address, { "If-None-Match": first.headers.etag! })).status).toBe(304);
  });

  it("answers HEAD like GET, and POST with 405", async () => {
    const [got, head] = [
      await client.get(address).set("Accept-Encoding", "identity"),
      await client.head(address).set("Accept-Encoding", "identity"),
    ];
    expect(head.status).toBe(200);
    expect(head.headers["content-length"]).toBe(got.headers["content-length"]);
    expect((await raw(address, "POST")).status).toBe(405);
  });

  it("has no untranslated key, no placeholder and no localhost address", async () => {
    const { text } = await get(address);
    expect(text).not.toMatch(/\b(?:site|events|articles|errors):[a-z]+\.?[a-zA-Z]/);
    expect(text).not.toMatch(/\{\{|\{#|undefined|\[object|localhost/);
  });
});

describe("sitemap.xml", () => {
  const locationsIn = (xml: string) => {
    const $ = load(xml, { xml: true });
    return $("url")
      .toArray()
      .map((url) => ({
        loc: $(url).find("loc").text(),
        changed: $(url).find("lastmod").text(),
        often: $(url).find("changefreq").text(),
        priority: Number($(url).find("priority").text()),
        links: $(url)
          .find("xhtml\\:link")
          .toArray()
          .map((link) => [$(link).attr("hreflang"), $(link).attr("href")]),
      }));
  };

  it("is valid by the schema of sitemaps.org", async () => {
    const xhtml = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/1999/xhtml"><xs:element name="link"><xs:complexType><xs:attribute name="rel" use="required"/><xs:attribute name="hreflang" use="required"/><xs:attribute name="href" type="xs:anyURI" use="required"/></xs:complexType></xs:element></xs:schema>`;
    const both = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="both"><xs:import namespace="http://www.sitemaps.org/schemas/sitemap/0.9" schemaLocation="sitemap.xsd"/><xs:import namespace="http://www.w3.org/1999/xhtml" schemaLocation="xhtml.xsd"/></xs:schema>`;
    const { valid, errors } = await validateXML({
      xml: [{ fileName: "sitemap.xml", contents: (await get("/sitemap.xml")).text }],
      schema: [{ fileName: "both.xsd", contents: both }],
      preload: [
        { fileName: "sitemap.xsd", contents: readFileSync("node_modules/sitemap/schema/sitemap.xsd", "utf8") },
        { fileName: "xhtml.xsd", contents: xhtml },
      ],
    });
    expect([valid, errors]).toEqual([true, []]);
  });

  it("lists every page, article and coming date in each language once, by its canonical URL", async () => {
    const entries = locationsIn((await get("/sitemap.xml")).text);
    const dates = await Promise.all(
      languages.map(async (locale) => JSON.parse((await get(`/api/events?locale=${locale}&limit=200`)).text).events),
    );
    expect(entries.map(({ loc }) => loc).sort()).toEqual(
      [...everyAddress.map(([address]) => BASE_URL + address), ...dates.flat().map(({ url }) => url)].sort(),
    );

    // That a page names itself and its other languages is checked on every page (test/site/metadata.ts).
    for (const { loc, links, changed, priority } of entries.filter((_, index) => index % 5 === 0)) {
      const { status, $ } = await get(loc.slice(BASE_URL.length));
      expect([loc, status, $("link[rel=canonical]").attr("href")]).toEqual([loc, 200, loc]);
      expect(links).toEqual(
        $("link[rel=alternate][hreflang]")
          .toArray()
          .map((link) => [$(link).attr("hreflang"), $(link).attr("href")]),
      );
      expect(changed).toMatch(/^20\d\d-\d\d-\d\d$/);
      expect(priority).toBeGreaterThan(0);
      expect(priority).toBeLessThanOrEqual(1);
    }
  });

  it("has as lastmod the last change of the text, event or article on a page, in its language", async () => {
    const content = tinyContentFolder();
    content.change("events/evening/event.json", (text) =>
      JSON.stringify({ ...JSON.parse(text), updated: "2089-12-03T23:30:00Z" }),
    );
    content.remove("events/evening/nb.md");
    content.change("pages/contact/sv.md", (text) => text.replace(/^updated: .*$/m, "updated: 2089-12-05"));
    content.change("pages/contact/en.md", (text) => text.replace(/^updated: .*$/m, "updated: 2026-11-20"));
    content.write("guides/lamps/en.md", articleFile({ published: "2089-12-07" }));
    const { get } = site({ library: libraryOf(content.folder), clock: () => Date.parse("2090-01-01T12:00:00Z") });
    const changed = new Map(locationsIn((await get("/sitemap.xml")).text).map(({ loc, changed }) => [loc, changed]));
    const on = (path: string) => changed.get(BASE_URL + path);

    expect(on("/sv/after-commerce/gothenburg")).toBe("2089-12-04"); // the local date in Stockholm
    expect(on("/nb/after-commerce/gothenburg")).not.toBe("2089-12-04");
    expect(on("/sv/contact")).toBe("2089-12-05");
    expect(on("/en/contact")).toBe("2026-11-20");
    expect(on("/en/guides")).toBe("2089-12-07");
    expect(on("/en/guides/lamps")).toBe("2089-12-07");
    expect(on("/sv/guides")).not.toBe("2089-12-07");
    expect(on("/sv/guides/lamps")).toBeUndefined();
  });

  it("links only the languages that an article is written in, and gives the home page the highest priority", async () => {
    const entries = locationsIn((await site({ library: withLamps }).get("/sitemap.xml")).text);
    const lamps = entries.find(({ loc }) => loc.endsWith("/en/guides/lamps"))!;
    expect(lamps.links.map(([language]) => language)).toEqual(["en", "x-default"]);
    const home = entries.filter(({ loc }) => languages.some((language) => loc === `${BASE_URL}/${language}`));
    expect(home.map(({ priority }) => priority)).toEqual(languages.map(() => 1));
    const others = entries.filter((entry) => !home.includes(entry));
    expect(Math.max(...others.map(({ priority }) => priority))).toBeLessThan(1);
  });

  it("has a shorter changefreq for pages that change by themselves", async () => {
    const entries = locationsIn((await get("/sitemap.xml")).text);
    const often = (path: string) => entries.find(({ loc }) => loc === BASE_URL + path)!.often;
    for (const path of ["/en", "/sv/after-commerce", "/nb/boardroom-for-commerce/varberg"])
      expect([path, often(path)]).toEqual([path, "daily"]);
    expect([
      often("/en/guides"),
      often("/en/guides/product-data"),
      often("/en/about"),
      often("/en/legal/terms"),
    ]).toEqual(["weekly", "monthly", "monthly", "yearly"]);
  });
});

describe("robots.txt", () => {
  const parse = robotsParser as unknown as typeof robotsParser.default; // its types describe a CommonJS module
  const robots = async () => parse(`${BASE_URL}/robots.txt`, (await get("/robots.txt")).text);

  forEvery(["*", "Googlebot", "GPTBot", "ClaudeBot", "PerplexityBot", "CCBot", "Nobody/1.0"])(
    "allows every agent to read pages, events and calendars, and disallows the chat",
    async (agent) => {
      const rules = await robots();
      const may = (path: string) => rules.isAllowed(BASE_URL + path, agent);
      for (const path of [
        "/",
        "/sv/after-commerce",
        "/api/events",
        "/api/events?city=x",
        "/api/calendar/gothenburg.ics",
      ])
        expect([path, may(path)]).toEqual([path, true]);
      expect(may("/api/ai/chat")).toBe(false);
    },
  );

  it("has one group for all agents and for AI services by name", async () => {
    const [group = "", rest] = (await get("/robots.txt")).text.split("\n\n");
    const lines = group.split("\n");
    expect(lines.slice(0, 2)).toEqual(["User-agent: *", "User-agent: Amazonbot"]);
    for (const agent of ["GPTBot", "ClaudeBot", "Google-Extended", "CCBot", "PerplexityBot", "Meta-ExternalAgent"])
      expect(lines).toContain(`User-agent: ${agent}`);
    expect(lines.filter((line) => !line.startsWith("User-agent: "))).toEqual([
      "Content-Signal: search=yes, ai-input=yes, ai-train=no",
      "Allow: /",
      "Allow: /api/events",
      "Allow: /api/calendar",
      "Disallow: /api/ai/",
    ]);
    expect(rest).toBe(`Sitemap: ${BASE_URL}/sitemap.xml\n`);
  });

  it("has the URL of the sitemap, and the content signals that site.json sets", async () => {
    expect((await robots()).getSitemaps()).toEqual([`${BASE_URL}/sitemap.xml`]);
    expect((await get("/robots.txt")).text).toContain("\nContent-Signal: search=yes, ai-input=yes, ai-train=no\n");

    const { organisation } = services.library;
    const contentSignals = { ...organisation.contentSignals, "ai-train": true };
    const library = { ...services.library, organisation: { ...organisation, contentSignals } };
    const changed = await site({ library }).get("/robots.txt");
    expect(changed.text).toContain("ai-train=yes");
  });
});

describe("security.txt", () => {
  it("expires between 140 and 200 days ahead, in any month of the next three years", async () => {
    let now = NOW;
    const { get } = site({ clock: () => now });
    const months = new Set<string>();
    for (let day = 0; day < 3 * 366; day += 28, now += 28 * DAY) {
      const { text } = await get("/.well-known/security.txt");
      const expires = Date.parse(/^Expires: (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)$/m.exec(text)![1]!);
      expect(expires).toBeGreaterThan(now + 140 * DAY);
      expect(expires).toBeLessThan(now + 200 * DAY);
      months.add(text);
    }
    expect(months.size).toBe(37); // one text for each month
  });

  it("has the contact, the languages and its canonical URL; /security.txt redirects to it", async () => {
    const { text } = await get("/.well-known/security.txt");
    expect(text.match(/^Contact: /gm)).toHaveLength(1);
    expect(text).toContain(`Contact: mailto:${services.library.organisation.security}\n`);
    expect(text).toContain(`Preferred-Languages: ${languages.join(", ")}\n`);
    expect(text).toContain(`Canonical: ${BASE_URL}/.well-known/security.txt\n`);
    const { status, headers } = await get("/security.txt?x=1");
    expect([status, headers.location]).toEqual([308, "/.well-known/security.txt?x=1"]);
  });
});

it("security.txt has no Canonical line if the site is not served over HTTPS", async () => {
  const { get } = site({}, { BASE_URL: "http://localhost:3000" });
  expect((await get("/.well-known/security.txt")).text).not.toContain("Canonical");
});

it("the API catalog links each API to its description, its documentation and its status", async () => {
  const { headers, text } = await get("/.well-known/api-catalog");
  const context = (anchor: string) => ({
    anchor: BASE_URL + anchor,
    "service-desc": [{ href: `${BASE_URL}/api/openapi.json`, type: "application/json" }],
    "service-doc": languages.map((language) => ({
      href: `${BASE_URL}/${language}/developer`,
      type: "text/html",
      hreflang: [language],
    })),
    status: [{ href: `${BASE_URL}/healthz`, type: "text/plain" }],
  });
  expect(JSON.parse(text)).toEqual({
    linkset: ["/api/events", "/api/calendar", ...cities.map((city) => `/api/calendar/${city}`)].map(context),
  });
  expect(headers.link).toBe(`<${BASE_URL}/.well-known/api-catalog>; rel="api-catalog"`);
  expect(headers["access-control-allow-origin"]).toBe("*");
});

describe("Files that change by themselves", () => {
  forEvery(["/sitemap.xml", "/llms.txt", "/llms-full.txt", "/feed.xml"])(
    "include an article once it is published",
    async (address) => {
      let now = Date.parse("2026-11-20T10:59:59Z");
      const { get } = site({ library: withLamps, clock: () => now });
      expect((await get(address)).text).not.toContain("guides/lamps");
      now += 1000;
      expect((await get(address)).text).toContain("guides/lamps");
    },
  );

  forEvery(["/llms-full.txt", "/api/openapi.json"])("drop an event once it is over", async (address) => {
    let now = NOW;
    const { get } = site({ clock: () => now });
    const [event] = JSON.parse((await get("/api/events?limit=1")).text).events;
    const named = address.endsWith(".txt") ? `(${event.url})` : event.id; // a page's text may name the event too
    expect((await get(address)).text).toContain(named);
    now = Date.parse(event.endsAt) + 1;
    expect((await get(address)).text).not.toContain(named);
  });
});

describe("llms.txt", () => {
  it("leaves out a part without text", async () => {
    const withoutArticles = (await site({ clock: () => 0 }).get("/llms.txt")).text;
    expect((await get("/llms.txt")).text).toContain("\n## Guides\n");
    expect(withoutArticles).not.toMatch(/^## (?:Guides|Perspectives)/m);
  });

  it("begins with the site's name and a summary, and links only to existing Markdown files", async () => {
    const { text } = await get("/llms.txt");
    expect(text.split("\n\n").slice(0, 2)).toEqual([`# ${name}`, expect.stringMatching(/^> [^\n]+$/)]);
    const links = [...text.matchAll(/\]\((.*?)\)/g)].map((match) => match[1]!);
    expect(links.length).toBeGreaterThan(40);
    expect(links.length).toBe(new Set(links).size);
    for (const link of links) {
      const { status, headers } = await get(link.slice(BASE_URL.length));
      expect([link, status, headers["content-type"]]).toEqual([link, 200, "text/markdown; charset=utf-8"]);
    }
  });

  it("links every English page and article, and the addresses of the data", async () => {
    const { text } = await get("/llms.txt");
    for (const [address, language] of everyAddress)
      if (language === "en") expect(text).toContain(`(${BASE_URL}${address}.md)`);
    for (const path of [
      "/api/events",
      "/api/openapi.json",
      "/feed.xml",
      "/sitemap.xml",
      "/llms-full.txt",
      "/api/calendar.ics`",
      "/api/calendar/varberg.ics`",
    ])
      expect(text).toContain(BASE_URL + path);
    for (const code of [...text.matchAll(/`https[^`]*`/g)].map(([code]) => code.slice(1, -1)))
      expect([code, (await get(code.slice(BASE_URL.length).replace("{id}", evening))).status]).toEqual([code, 200]);
  });
});

it("llms.txt links to a Markdown page with every event of the API", async () => {
  const { text } = await get("/llms.txt");
  const [, address] = /^- All upcoming dates .*: `([^`]+)`$/m.exec(text)!;
  const page = (await get(new URL(address!).pathname)).text;
  const { events } = JSON.parse((await get("/api/events?limit=200")).text);
  for (const { url, dateText } of events) for (const text of [url, dateText]) expect(page).toContain(text);
});

describe("llms-full.txt", () => {
  it("has the coming events, every page with its questions, and the technical information", async () => {
    const plain = (text: string) => text.replaceAll("\u00a0", " ").replaceAll("\u2060", "");
    const text = plain((await get("/llms-full.txt")).text);
    const list = JSON.parse((await get("/api/events?locale=en")).text);
    for (const { url, dateText } of list.events) {
      expect(text).toContain(`(${url})`);
      expect(text).toContain(dateText);
    }
    for (const [address, language] of everyAddress) {
      if (language !== "en") continue;
      const { $ } = await get(address);
      expect(text).toContain(BASE_URL + address);
      for (const question of $(".question h3").toArray()) expect(text).toContain($(question).text());
      if (!/\/(?:guides|perspectives)\/./.test(address)) {
        const [heading, lead] = ["h1", ".lead"].map((part) => plain($(part).first().text()));
        expect(text).toContain(`\n### ${heading} (${BASE_URL}${address})\n\n${lead}\n`);
      }
    }
    expect(text.match(/(?<=^## ).*?(?=$| \(https)/gm)).toEqual([
      "Who it is for",
      "All dates of the next twelve months",
      ...["After Commerce", "Boardroom for Commerce", "Commerce Commons", "About the site", "What membership costs"],
      ...["Guides", "Perspectives", "Privacy and terms", "Addresses", "Technical information"],
    ]);
    expect(text).toContain("curl");
    expect(text.match(/^# /gm)).toHaveLength(1);
    expect(text).not.toContain("](/");
  });
});

it("a new article appears in the feed, the sitemap and both llms files", async () => {
  const { get } = site({ library: withLamps });
  for (const file of ["/feed.xml", "/sitemap.xml", "/llms.txt", "/llms-full.txt"])
    expect({ file, text: (await get(file)).text }).toEqual({ file, text: expect.stringContaining("/en/guides/lamps") });
});

forEvery(languages)("every page links to the feeds, llms.txt, the sitemap and the API", async (language) => {
  for (const address of [`/${language}`, `/${language}/guides/product-data`, `/${language}/finns-inte`]) {
    const { $ } = await get(address);
    const [first, ...others] = $('link[type="application/rss+xml"]')
      .toArray()
      .map((link) => $(link).attr("href"));
    expect(first).toBe(language === "en" ? "/feed.xml" : `/feed.xml?locale=${language}`);
    expect(others).toHaveLength(languages.length - 1);
    expect($('link[rel="describedby"]').attr("href")).toBe("/llms.txt");
    expect($('link[rel="api-catalog"]').attr("href")).toBe("/.well-known/api-catalog");
    expect($('link[rel="service-desc"]').attr("href")).toBe("/api/openapi.json");
    expect($('link[rel="sitemap"]').attr("href")).toBe("/sitemap.xml");
  }
});
