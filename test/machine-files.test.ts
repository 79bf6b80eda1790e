/** The files that are for programs only. */
import { describe, expect, it } from "@jest/globals";
import robotsParser from "robots-parser";
import { forEvery } from "./support/for-every.js";
import { attributesOf } from "./support/html.js";
import { cities } from "./support/owner.js";
import { BASE_URL, NOW, site } from "./support/site.js";
import { languages } from "./support/specified-pages.js";

const DAY = 24 * 60 * 60 * 1000;
const { get, raw, services } = site();
const again = site();
const [{ id }] = JSON.parse((await get("/api/events?limit=1")).text).events;
const [forMinutes, forPages] = ["public, max-age=900", "public, max-age=60, stale-while-revalidate=300"];
const forEvents = "public, max-age=60, stale-while-revalidate=600";
forEvery([
  ["/feed.xml", "application/rss+xml; charset=utf-8", forPages],
  ["/feed.xml?locale=sv", "application/rss+xml; charset=utf-8", forPages],
  ["/sitemap.xml", "application/xml; charset=utf-8", forPages],
  ["/robots.txt", "text/plain; charset=utf-8", forPages],
  ["/.well-known/security.txt", "text/plain; charset=utf-8", forPages],
  ["/llms.txt", "text/plain; charset=utf-8", forPages],
  ["/llms-full.txt", "text/plain; charset=utf-8", forPages],
  ["/.well-known/api-catalog", 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"', forPages],
  ["/nb/site.webmanifest", "application/manifest+json; charset=utf-8", forPages],
  ["/api/openapi.json", "application/json; charset=utf-8", forPages],
  ["/api/events?locale=sv", "application/json; charset=utf-8", forEvents],
  ["/api/events?from=2027-01-01", "application/json; charset=utf-8", forEvents], // never cached by the site
  [`/api/events/${id}?locale=sv`, "application/json; charset=utf-8", forEvents],
  [`/api/events/${id}.ics`, "text/calendar; charset=utf-8", forMinutes],
  ["/api/calendar/gothenburg", "text/calendar; charset=utf-8", forMinutes],
])("a file has the same bytes on each request, an ETag, and no placeholder", async (path, type, caching) => {
  const { status, headers, text } = await raw(path);
  const { etag, "content-length": length } = headers;
  expect({ status, headers }).toMatchObject({
    status: 200,
    headers: {
      ...{ "content-type": type, "cache-control": caching },
      ...{ etag: expect.stringMatching(/^"[\w-]+"$/), "content-language": /\b(?:sv|nb)\b/.exec(path)?.[0] ?? "en" },
    },
  });
  if (!path.includes("from=")) expect(headers.vary).toBe("Accept-Encoding");
  for (const same of [await raw(path), await again.raw(path)]) expect(same).toMatchObject({ text, headers: { etag } });
  const asFetchSends = (tag: string) => ({ "If-None-Match": tag, "Cache-Control": "no-cache", Pragma: "no-cache" });
  const unchanged = { status: 304, text: "", headers: { etag, "cache-control": caching } };
  expect(await raw(path, "GET", asFetchSends(etag!))).toMatchObject(unchanged);
  expect((await raw(path, "GET", asFetchSends('"other"'))).status).toBe(200);
  expect(await raw(path, "HEAD")).toMatchObject({ status: 200, text: "", headers: { etag, "content-length": length } });
  expect(text).not.toMatch(/\b(?:site|events|articles|errors):[a-z]+\.?[a-zA-Z]/);
  expect(text).not.toMatch(/\{\{|\{#|undefined|\[object|localhost/);
});

it("robots.txt lets every agent read pages, events and calendars but not the chat, with the content signals of site.json", async () => {
  const contentSignals = { search: true, "ai-input": true, "ai-train": false };
  const organisation = { ...services.library.organisation, contentSignals };
  const { text } = await site({ library: { ...services.library, organisation } }).get("/robots.txt");
  const parse = robotsParser as unknown as typeof robotsParser.default; // its types describe a CommonJS module
  const rules = parse(`${BASE_URL}/robots.txt`, text);
  const allowed = ["/", "/sv/after-commerce", "/api/events?city=x", "/api/calendar/gothenburg.ics"];
  const named = ["*", "GPTBot", "ClaudeBot", "Google-Extended", "CCBot", "PerplexityBot", "Meta-ExternalAgent"];
  for (const agent of [...named, "Googlebot", "Nobody/1.0"]) {
    const may = [...allowed, "/api/ai/chat"].filter((path) => rules.isAllowed(BASE_URL + path, agent));
    expect({ agent, may }).toEqual({ agent, may: allowed });
  }
  expect(rules.getSitemaps()).toEqual([`${BASE_URL}/sitemap.xml`]);
  const group = text.split("\n\n")[0]!.split("\n"); // one for all, as an agent reads no other than its own
  expect(group).toEqual(expect.arrayContaining(named.map((agent) => `User-agent: ${agent}`)));
  expect(group).toContain("Content-Signal: search=yes, ai-input=yes, ai-train=no");
});

describe("security.txt", () => {
  it("expires between 140 and 200 days ahead, and changes once a month, also across a new year", async () => {
    let now = NOW;
    const { get } = site({ clock: () => now });
    const texts = new Set<string>();
    for (let day = 0; day < 366; day += 14, now += 14 * DAY) {
      const { text } = await get("/.well-known/security.txt");
      const days = (Date.parse(/^Expires: (.+Z)$/m.exec(text)![1]!) - now) / DAY;
      expect({ day, isInRange: days > 140 && days < 200 }).toEqual({ day, isInRange: true });
      texts.add(text);
    }
    expect(texts.size).toBe(13);
  });

  it("has the contact, the languages and, over HTTPS, its canonical URL; /security.txt redirects to it", async () => {
    const path = "/.well-known/security.txt";
    expect((await get(path)).text.split("\n")).toEqual([
      `Contact: mailto:${services.library.organisation.security}`,
      expect.stringMatching(/^Expires: /),
      `Preferred-Languages: ${languages.join(", ")}`,
      `Canonical: ${BASE_URL}${path}`,
      "",
    ]);
    const local = site({}, { BASE_URL: "http://localhost:3000" });
    expect((await local.get(path)).text).not.toContain("Canonical");
    expect(await get("/security.txt?x=1")).toMatchObject({ status: 308, headers: { location: `${path}?x=1` } });
  });
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

it("every page links to the feeds, llms.txt, the sitemap and the API", async () => {
  const links = {
    describedby: ["/llms.txt"],
    "api-catalog": ["/.well-known/api-catalog"],
    "service-desc": ["/api/openapi.json"],
    sitemap: ["/sitemap.xml"],
    feeds: ["/feed.xml?locale=sv", "/feed.xml", "/feed.xml?locale=nb"],
  };
  for (const address of ["/sv", "/sv/finns-inte"]) {
    const { $ } = await get(address);
    const ofRel = (rel: string) => (rel === "feeds" ? '[type="application/rss+xml"]' : `[rel="${rel}"]`);
    const found = Object.keys(links).map((rel) => [rel, attributesOf($, `link${ofRel(rel)}`, "href")]);
    expect(Object.fromEntries(found)).toEqual(links);
  }
});
