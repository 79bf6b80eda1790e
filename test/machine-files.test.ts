/** The files that are for programs only. */
import { expect, it } from "@jest/globals";
import { load } from "cheerio";
import { XMLValidator } from "fast-xml-parser";
import { parseRssFeed } from "feedsmith";
import { articleFile } from "./fixtures/content.js";
import { libraryOf } from "./support/content-folder.js";
import { tinyContentFolder } from "./support/folders.js";
import { forEvery } from "./support/for-every.js";
import { attributesOf, inLine } from "./support/html.js";
import { cities, everyAddress, languages, name } from "./support/shipped.js";
import { BASE_URL, NOW, site } from "./support/site.js";

const { get, raw, services } = site();
const anHourLater = site({ clock: () => NOW + 3_600_000 });
const [{ id }] = JSON.parse((await get("/api/events?limit=1")).text).events;
const [forMinutes, forPages] = ["public, max-age=900", "public, max-age=60, stale-while-revalidate=300"];
const forEvents = "public, max-age=60, stale-while-revalidate=600";
forEvery([
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
])("a file has the same bytes all day, an ETag, and no placeholder", async (path, type, caching) => {
  const { status, headers, text } = await raw(path);
  const { etag, "content-length": length } = headers;
  const language = /\b(?:sv|nb)\b/.exec(path)?.[0] ?? "en";
  expect(status).toBe(200);
  expect(headers).toMatchObject({ "content-type": type, "cache-control": caching, "content-language": language });
  expect(etag).toMatch(/^"[\w-]+"$/);
  if (!path.includes("from=")) expect(headers.vary).toBe("Accept-Encoding");
  for (const same of [await raw(path), await anHourLater.raw(path)])
    expect(same).toMatchObject({ text, headers: { etag } });
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
  const { text } = await site({ files: { library: { ...services.library, organisation } } }).get("/robots.txt");
  const named = ["*", "GPTBot", "ClaudeBot", "Google-Extended", "CCBot", "PerplexityBot", "Meta-ExternalAgent"];
  const group = text.split("\n\n")[0]!.split("\n"); // one for all, as an agent reads no other than its own
  expect(group).toEqual(expect.arrayContaining(named.map((agent) => `User-agent: ${agent}`)));
  const rules = group.filter((line) => /^(?:Allow|Disallow):/.test(line));
  expect(rules).toEqual(["Allow: /", "Allow: /api/events", "Allow: /api/calendar", "Disallow: /api/ai/"]);
  expect(group).toContain("Content-Signal: search=yes, ai-input=yes, ai-train=no");
  expect(text).toContain(`\nSitemap: ${BASE_URL}/sitemap.xml\n`);
});

it("security.txt expires half a year ahead, changes once a month, and has the contact and its canonical URL", async () => {
  const path = "/.well-known/security.txt";
  const expiresAt = async (now: string) =>
    /^Expires: (.+)$/m.exec((await site({ clock: () => Date.parse(now) }).get(path)).text)![1];
  expect(await expiresAt("2026-11-30T23:59:59Z")).toBe("2027-05-01T00:00:00Z");
  expect(await expiresAt("2026-12-01T00:00:00Z")).toBe("2027-06-01T00:00:00Z");
  expect(await expiresAt("2027-07-31T12:00:00Z")).toBe("2028-01-01T00:00:00Z");
  expect((await get(path)).text.split("\n")).toEqual([
    `Contact: mailto:${services.library.organisation.security}`,
    expect.stringMatching(/^Expires: /),
    `Preferred-Languages: ${languages.join(", ")}`,
    `Canonical: ${BASE_URL}${path}`,
    "",
  ]);
  expect((await site({}, { BASE_URL: "http://localhost:3000" }).get(path)).text).not.toContain("Canonical");
  expect(await get("/security.txt?x=1")).toMatchObject({ status: 308, headers: { location: `${path}?x=1` } });
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
    '[rel="describedby"]': ["/llms.txt"],
    '[rel="api-catalog"]': ["/.well-known/api-catalog"],
    '[rel="service-desc"]': ["/api/openapi.json"],
    '[rel="sitemap"]': ["/sitemap.xml"],
    '[type="application/rss+xml"]': ["/feed.xml?locale=sv", "/feed.xml", "/feed.xml?locale=nb"],
  };
  for (const address of ["/sv", "/sv/finns-inte"]) {
    const { $ } = await get(address);
    const found = Object.keys(links).map((which) => [which, attributesOf($, `link${which}`, "href")]);
    expect(Object.fromEntries(found)).toEqual(links);
  }
});

/** Each address of a sitemap, with its last change and its languages. */
function entriesIn(xml: string) {
  const $ = load(xml, { xml: true });
  const entries = $("url").toArray();
  return entries.map((url) => {
    const links = $(url).find("xhtml\\:link").toArray();
    const languages = links.map(({ attribs: { hreflang, href } }) => ({ hreflang, href }));
    return { loc: $(url).find("loc").text(), changed: $(url).find("lastmod").text(), links: languages };
  });
}

it("the sitemap lists every page, article and coming date in each language once, with its other languages", async () => {
  const { text } = await get("/sitemap.xml");
  expect(XMLValidator.validate(text)).toBe(true);
  expect(text).toContain('xmlns:xhtml="http://www.w3.org/1999/xhtml"');
  const entries = entriesIn(text);
  const addresses: string[] = everyAddress.map(([address]) => BASE_URL + address);
  for (const locale of languages)
    for (const { url } of JSON.parse((await get(`/api/events?locale=${locale}&limit=200`)).text).events)
      addresses.push(url);
  expect(entries.map(({ loc }) => loc).sort()).toEqual(addresses.sort());
  for (const { loc, links, changed } of entries) {
    const path = loc.slice(`${BASE_URL}/en`.length);
    const others = languages.map((hreflang) => ({ hreflang, href: `${BASE_URL}/${hreflang}${path}` }));
    expect({ loc, links }).toEqual({ loc, links: [...others, { hreflang: "x-default", href: others[0]!.href }] });
    expect(changed).toMatch(/^20\d\d-\d\d-\d\d$/);
  }
});

it("the sitemap has the languages of an article and of a date, and as lastmod the last change on a page, in its language", async () => {
  const content = tinyContentFolder();
  const updated = "2089-12-03T23:30:00Z";
  content.change("events/evening/event.json", (text) => JSON.stringify({ ...JSON.parse(text), updated }));
  content.remove("events/evening/nb.md");
  content.change("pages/contact/sv.md", (text) => text.replace(/^updated: .*$/m, "updated: 2089-12-05"));
  content.write("guides/lamps/en.md", articleFile({ published: "2089-12-07" }));
  const clock = () => Date.parse("2090-01-01T12:00:00Z");
  const { get } = site({ files: { library: libraryOf(content.folder) }, clock });
  const entries = new Map(entriesIn((await get("/sitemap.xml")).text).map((entry) => [entry.loc, entry]));
  const changes = {
    "/sv/after-commerce/gothenburg": "2089-12-04", // when the event was changed, by the clocks of Stockholm
    "/nb/after-commerce/gothenburg": "2026-11-01", // which does not have the event
    "/sv/contact": "2089-12-05",
    "/en/contact": "2026-11-01",
    "/en/guides": "2089-12-07",
    "/sv/guides": "2026-11-01", // which does not have the article
    "/en/guides/lamps": "2089-12-07",
    "/sv/guides/lamps": undefined,
  };
  const found = Object.keys(changes).map((path) => [path, entries.get(BASE_URL + path)?.changed]);
  expect(Object.fromEntries(found)).toEqual(changes);
  const languagesOf = (place: string) => {
    const { links } = [...entries.values()].find(({ loc }) => loc.startsWith(BASE_URL + place))!;
    return links.map(({ hreflang }) => hreflang);
  };
  expect(languagesOf("/en/guides/lamps")).toEqual(["en", "x-default"]);
  expect(languagesOf("/en/dates/evening-")).toEqual(["en", "sv", "x-default"]);
});

const english = everyAddress.filter(([, language]) => language === "en").map(([path]) => path);

it("llms.txt links once to every English page and article in Markdown, and to the addresses of the data", async () => {
  const { text } = await get("/llms.txt");
  expect(text.split("\n\n").slice(0, 2)).toEqual([`# ${name}`, expect.stringMatching(/^> [^\n]+$/)]);
  const links = [...text.matchAll(/\]\((.*?)\)/g)].map((match) => match[1]!);
  expect(links.length).toBe(new Set(links).size);
  expect(links).toEqual(expect.arrayContaining(english.map((path) => `${BASE_URL}${path}.md`)));
  for (const link of links) {
    const { status, headers } = await get(link.slice(BASE_URL.length));
    const type = headers["content-type"];
    expect({ link, status, type }).toEqual({ link, status: 200, type: "text/markdown; charset=utf-8" });
  }
  const codes = [...text.matchAll(/`(https[^`]*)`/g)].map(([, code]) => code!.slice(BASE_URL.length));
  const data = ["/api/events", "/api/openapi.json", "/api/calendar.ics", "/api/calendar/varberg.ics", "/feed.xml"];
  expect(codes).toEqual(expect.arrayContaining([...data, "/sitemap.xml", "/llms-full.txt"]));
  for (const code of codes) {
    const { status } = await get(code.replace("{id}", id));
    expect({ code, status }).toEqual({ code, status: 200 });
  }
  expect((await site({ clock: () => 0 }).get("/llms.txt")).text).not.toMatch(/^## (?:Guides|Perspectives)/m);
});

it("llms-full.txt has the coming events, and every page with its questions", async () => {
  const text = inLine((await get("/llms-full.txt")).text);
  const { events } = JSON.parse((await get("/api/events")).text);
  for (const { url, dateText } of events)
    for (const part of [`(${url})`, inLine(dateText)]) expect(text).toContain(part);
  for (const address of english) {
    const { $ } = await get(address);
    const [heading, lead] = ["h1", ".lead"].map((part) => inLine($(part).first().text()));
    const isArticle = /\/(?:guides|perspectives)\/./.test(address);
    expect(text).toContain(isArticle ? BASE_URL + address : `### ${heading} (${BASE_URL}${address}) ${lead}`);
    for (const question of $(".question h3").toArray()) expect(text).toContain(inLine($(question).text()));
  }
  expect(text).not.toContain("](/");
});

// The feed

const articles = services.snapshot().articles;
const t = services.getFixedT("sv");
/** Some readers show a date as it is written: it is the one on the page. */
const onDayOf = (iso: string) => expect.stringContaining(`${new Date(iso.slice(0, 10)).toUTCString().slice(0, 16)} `);
async function feedAt(path: string) {
  const { status, text } = await get(path);
  expect({ path, status, isValid: XMLValidator.validate(text) }).toEqual({ path, status: 200, isValid: true });
  return parseRssFeed(text);
}

it("the feed has every article in its language, newest first and in full, as valid RSS", async () => {
  const { items = [], ...feed } = await feedAt("/feed.xml?locale=sv");
  const written = articles.articlesIn("sv");
  const dates = written.map(({ updated }) => updated).sort();
  expect(feed).toMatchObject({ language: "sv", link: `${BASE_URL}/sv`, lastBuildDate: onDayOf(dates.at(-1)!) });
  const self = { href: `${BASE_URL}/feed.xml?locale=sv`, rel: "self", type: "application/rss+xml" };
  expect(feed.atom!.links).toEqual([self]);
  expect(items).toMatchObject(
    written.map(({ kind, slug, title, description, author, topics, published }) => ({
      title,
      description,
      link: `${BASE_URL}/sv/${kind}s/${slug}`,
      pubDate: onDayOf(published),
      guid: { value: `${BASE_URL}/sv/${kind}s/${slug}`, isPermaLink: true },
      dc: { creators: [author] },
      categories: [t(`articles:kind.${kind}`), ...topics].map((name) => ({ name })),
    })),
  );
  for (const { link, pubDate, content } of items) {
    const { $ } = await get(link!.slice(BASE_URL.length));
    expect(Date.parse(pubDate!)).toBe(Date.parse($(".byline time").first().attr("datetime")!));
    const full = load(content!.encoded!);
    expect(inLine(full("body").text())).toBe(inLine($(".long-read").text()));
    expect(content!.encoded).not.toContain("\u2060"); // which pages have, to keep words together
    for (const anchor of full("a").toArray()) expect(full(anchor).attr("href")).toMatch(/^https:\/\//);
    for (const note of full(".footnote-ref a").toArray()) expect(full(note).attr("href")!.split("#fn")[0]).toBe(link);
  }
});

forEvery([
  ["concept=BOARDROOM", "Boardroom for Commerce", { concept: "BOARDROOM" }],
  ["kind=perspective&topic=pricing", "Perspektiv, Pris och marginal", { kind: "perspective", topic: "pricing" }],
])("a filtered feed has the articles that match, with its own title and self link", async (query, title, filter) => {
  const { items, ...feed } = await feedAt(`/feed.xml?locale=sv&${query}`);
  const wanted = articles.articlesIn("sv", filter);
  expect(wanted.length).toBeGreaterThan(0);
  expect(items!.map((item) => item.title)).toEqual(wanted.map((article) => article.title));
  expect(feed.title).toMatch(new RegExp(`\\(${title}\\)$`));
  expect(feed.atom!.links![0]!.href).toBe(`${BASE_URL}/feed.xml?locale=sv&${query}`);
});

it("a feed without articles is valid, and an unknown topic gets 400 with the known ones", async () => {
  const { items = [], lastBuildDate } = await feedAt("/feed.xml?topic=ai&concept=COMMONS&kind=perspective");
  expect({ items, lastBuildDate }).toEqual({ items: [], lastBuildDate: undefined });
  const { status, text } = await get("/feed.xml?topic=weather");
  const details = { topic: [expect.stringContaining("returns")] };
  expect({ status, ...JSON.parse(text) }).toMatchObject({ status: 400, details });
});
