import { expect, it } from "@jest/globals";
import { apiCatalog } from "../../src/formats/api-catalog.js";
import { robotsTxt } from "../../src/formats/robots-txt.js";
import { rssFeed } from "../../src/formats/rss-feed.js";
import { securityTxt } from "../../src/formats/security-txt.js";
import { sitemap } from "../../src/formats/sitemap.js";
import { isDelimiter, submissionsCsv } from "../../src/formats/submissions-csv.js";
import { webManifest } from "../../src/formats/web-manifest.js";
import { createAddresses } from "../../src/site/addresses.js";

const baseUrl = "https://x.example";

it("robots.txt has one group for all agents, with the signals, the exceptions and the sitemap", () => {
  const [agents, rest] = robotsTxt({ search: true, "ai-input": true, "ai-train": false }, baseUrl).split(
    "Content-Signal",
  );
  expect(agents).toMatch(/^User-agent: \*\n(?:User-agent: [\w-]+\n)+$/);
  expect(rest).toBe(
    ": search=yes, ai-input=yes, ai-train=no\nAllow: /\nAllow: /api/events\nAllow: /api/calendar\nDisallow: /api/ai/\n\nSitemap: https://x.example/sitemap.xml\n",
  );
});

it("security.txt expires at the beginning of a month half a year ahead, also across a new year", () => {
  const of = (baseUrl: string, now: string) => securityTxt("s@x.example", baseUrl, Date.parse(now));
  expect(of(baseUrl, "2026-11-21T09:00:00Z")).toBe(
    `Contact: mailto:s@x.example\nExpires: 2027-05-01T00:00:00Z\nPreferred-Languages: en, sv, nb\nCanonical: ${baseUrl}/.well-known/security.txt\n`,
  );
  expect(of("http://localhost", "2026-12-31T23:59:59Z")).toBe(
    "Contact: mailto:s@x.example\nExpires: 2027-06-01T00:00:00Z\nPreferred-Languages: en, sv, nb\n",
  );
});

it("the API catalog links each API to its description, its documentation and its status", () => {
  const [events, calendar, ...others] = apiCatalog(baseUrl, [], createAddresses("chat")).linkset;
  const documentation = (language: string) => ({
    href: `https://x.example/${language}/developer`,
    type: "text/html",
    hreflang: [language],
  });
  expect(events).toEqual({
    anchor: "https://x.example/api/events",
    "service-desc": [{ href: "https://x.example/api/openapi.json", type: "application/json" }],
    "service-doc": ["en", "sv", "nb"].map(documentation),
    status: [{ href: "https://x.example/healthz", type: "text/plain" }],
  });
  expect([calendar, ...others]).toEqual([{ ...events, anchor: "https://x.example/api/calendar" }]);
});

it("the web manifest opens the home page in its language, in the browser", () => {
  const icon = (file: string, size: number, purpose = "any") => ({
    src: `/built/icons/${file}.png`,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  });
  expect(webManifest("Site", "In short.", "sv", (file) => `/built${file}`)).toEqual({
    id: "/",
    name: "Site",
    short_name: "Site",
    description: "In short.",
    lang: "sv",
    start_url: "/sv",
    scope: "/",
    display: "browser",
    background_color: expect.stringMatching(/^#[0-9a-f]{6}$/),
    theme_color: expect.stringMatching(/^#[0-9a-f]{6}$/),
    icons: [icon("icon-192", 192), icon("icon-512", 512), icon("icon-maskable-512", 512, "maskable")],
  });
});

it("a sitemap has lastmod, changefreq, priority and the translations of each address", async () => {
  const links = [{ lang: "sv", url: "https://x.example/sv" }];
  const entry = { url: "https://x.example/en", lastmod: "2026-11-20", changefreq: "daily", priority: 0.5 } as const;
  expect(await sitemap([{ ...entry, links }])).toBe(
    '<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"><url><loc>https://x.example/en</loc><lastmod>2026-11-20</lastmod><changefreq>daily</changefreq><priority>0.5</priority><xhtml:link rel="alternate" hreflang="sv" href="https://x.example/sv"/></url></urlset>',
  );
  for (const wrong of [{ url: "" }, { priority: 2 }, { changefreq: "sometimes" as "daily" }])
    await expect(sitemap([{ ...entry, links, ...wrong }])).rejects.toThrow();
});

it("a feed has absolute links, no character that XML forbids, and the newest change as lastBuildDate", () => {
  const item = {
    title: "L\u0000amps\ud83d",
    description: "A\u0001bout\ufffe.",
    html: '<p><a href="/en">a</a> <a href="#b">b</a> <a href="/c">c</a> <a href="#d">d</a>\u0008</p>',
    author: "Ed\u0002",
    categories: ["pri\u0003cing", "light"],
    url: "https://x.example/en/guides/lamps",
    published: "2026-10-01T00:00:00+02:00",
    updated: "2026-11-20T00:00:00+01:00",
  };
  const channel = {
    title: "Gui\u0005des",
    description: "All\u0006",
    language: "en",
    site_url: "https://x.example/en",
    feed_url: "https://x.example/feed.xml",
    generator: "Si\u0004te",
    copyright: "© Si\u0004te",
    ttl: 60,
  };
  const feed = (times: string[]) =>
    rssFeed(
      channel,
      times.map((updated) => ({ ...item, updated })),
      baseUrl,
    );
  const written = (times: string[]) => feed(times).replace(/^.*?(?=<channel>)/s, "");

  expect(feed([])).toContain('xmlns:content="http://purl.org/rss/1.0/modules/content/"');
  const head =
    "<channel><title><![CDATA[Guides]]></title><description><![CDATA[All]]></description><link>https://x.example/en</link><generator>Site</generator>";
  const self = '<atom:link href="https://x.example/feed.xml" rel="self" type="application/rss+xml"/>';
  const rest = "<copyright><![CDATA[© Site]]></copyright><language><![CDATA[en]]></language><ttl>60</ttl>";
  expect(written([])).toBe(`${head}${self}${rest}</channel></rss>`);
  const one = written([item.updated]);
  expect(one).toContain("<lastBuildDate>Fri, 20 Nov 2026 00:00:00 +0100</lastBuildDate>");
  expect(/<item>.*<\/item>/s.exec(one)![0]).toBe(
    '<item><title><![CDATA[Lamps]]></title><description><![CDATA[About.]]></description><link>https://x.example/en/guides/lamps</link><guid isPermaLink="true">https://x.example/en/guides/lamps</guid><category><![CDATA[pricing]]></category><category><![CDATA[light]]></category><dc:creator><![CDATA[Ed]]></dc:creator><pubDate>Thu, 01 Oct 2026 00:00:00 +0200</pubDate><content:encoded><![CDATA[<p><a href="https://x.example/en">a</a> <a href="https://x.example/en/guides/lamps#b">b</a> <a href="https://x.example/c">c</a> <a href="https://x.example/en/guides/lamps#d">d</a></p>]]></content:encoded></item>',
  );
  const summer = "2026-07-05T23:30:00+02:00";
  expect(written([summer, item.updated]).match(/<lastBuildDate>.*?</g)).toEqual([
    "<lastBuildDate>Fri, 20 Nov 2026 00:00:00 +0100<",
  ]);
  expect(written([summer])).toContain("<lastBuildDate>Sun, 05 Jul 2026 23:30:00 +0200<");
  expect(written(["2026-07-05T00:00:00-03:30"])).toContain("<lastBuildDate>Sun, 05 Jul 2026 00:00:00 -0330<");
});

it("a CSV file has a column for each field of any form, and no cell that a spreadsheet evaluates", () => {
  const common = { id: "1", receivedAt: "2026-11-21T09:00:00Z", locale: "en", suspected: false } as const;
  const rowOf = (text: string) => submissionsCsv([{ ...common, form: "f", fields: { text } }]).split("\r\n")[1]!;

  expect(
    submissionsCsv([
      { ...common, form: "contact", fields: { name: "Ada", message: 'A "b",\nc; d' } },
      { ...common, id: "2", form: "join", suspected: true, fields: { name: "It's", company: "C" } },
    ]),
  ).toBe(
    '\ufeffid,receivedAt,form,locale,suspected,name,message,company\r\n1,2026-11-21T09:00:00Z,contact,en,false,Ada,"A ""b"",\nc; d",\r\n2,2026-11-21T09:00:00Z,join,en,true,"It\'s",,C\r\n',
  );
  const twoCells = submissionsCsv([{ ...common, form: "f", fields: { a: "1", b: "2" } }], ";");
  expect(twoCells).toMatch(/;a;b\r\n1;.*;false;1;2\r\n$/);
  expect([",", ";", "\t", "|", ""].map(isDelimiter)).toEqual([true, true, false, false, false]);
  const cells = ["=1", "+1", "-1", "@a", "|a", "%a", "＝1", "＋1", "－1", "＠a", "\ta", "\ra", "  =1"];
  for (const cell of cells) expect(rowOf(cell)).toContain(`"'${cell}`);
  expect(rowOf("a;=1,b\t +1")).toContain(`"a;'=1,b\t' +1"`);
  expect(rowOf('"=1')).toContain(`"""'=1"`);
  for (const cell of ["a=1", "a-b", "1+1", "a b"]) expect(rowOf(cell).split(",").at(-1)).toBe(cell);
});
