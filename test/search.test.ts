/** The search page, which works without scripts. */
import { expect, it } from "@jest/globals";
import { forEvery } from "./support/for-every.js";
import { attributesOf, textsOf } from "./support/html.js";
import { BASE_URL, newAddress, site } from "./support/site.js";

const { get } = site({}, { TRUST_PROXY: "1" });
const search = async (query: string, locale = "en") => {
  const address = `/${locale}/search?q=${encodeURIComponent(query)}`;
  const { $, status, text, headers } = await get(address, { "x-forwarded-for": newAddress() });
  return {
    ...{ $, status, text, headers },
    pages: attributesOf($, ".search-results > li h3 a", "href"),
    kinds: textsOf($, ".result-kind"),
    marks: textsOf($, "mark").map((word) => word.toLowerCase()),
    events: textsOf($, ".board-row"),
    note: textsOf($, ".search [role=status]").join(),
  };
};

forEvery([
  ["What does membership cost?", "en", "/en/commerce-commons/join", "membership"],
  ["returns", "en", "/en/guides/", "returns"],
  ["medlemskap student", "sv", "/sv/commerce-commons/join/discounts/student", "student"],
  ["personvern", "nb", "/nb/legal/privacy", "person"],
])("a search finds the pages that Dialogue would answer with, also for single words", async (...given) => {
  const [query, locale, path, mark] = given;
  const { pages, marks } = await search(query, locale);
  expect(pages.slice(0, 4)).toContainEqual(expect.stringMatching(`^${path}`));
  expect(marks).toContainEqual(expect.stringMatching(`^${mark}`));
});

forEvery([
  ["boardrom", "en", "/en/boardroom-for-commerce", "Results for “boardroom”."],
  ["kaender", "nb", "/nb/", "Treff på «kalender»."],
  ["grupprabatt", "nb", "/nb/commerce-commons/join", "Treff på «grupp rabatt»."],
  ["zxqåv rabtat", "sv", "/sv/commerce-commons", "Resultat för ”zxqåv rabatt”."],
  ["\u202aa\u030arsav\u00adgift\u200b", "sv", "/sv", ""], // with invisible characters, and its accent apart
])("a search corrects a misspelled word or searches for its parts, and says so", async (query, locale, path, note) => {
  const { pages, ...shown } = await search(query, locale);
  expect(shown.note).toBe(note);
  expect(pages).toContainEqual(expect.stringMatching(`^${path}`));
});

it("a result says what it is: topic, kind and length of an article, or the concept of a page", async () => {
  const article = expect.stringMatching(/^Returns · (?:Guide|Perspective) · \d+ min$/);
  expect((await search("returns")).kinds).toEqual(expect.arrayContaining([article, "Boardroom for Commerce"]));
});

it("a search lists coming events first if it names a city, concept or date, with cancelled and moved ones", async () => {
  const { $, events } = await search("Boardroom i Göteborg", "sv");
  expect(events.length).toBeGreaterThan(0);
  expect(events.filter((event) => !event.includes("Göteborg"))).toEqual([]);
  expect($(".board").nextAll().find(".search-results").length).toBe(1);
  expect((await search("March 2027")).events.filter((event) => !event.includes("Mar"))).toEqual([]);
  expect((await search("returns")).events).toEqual([]);
});

forEvery([
  ["vecka 49", "sv", ["03 dec", "04 dec"]],
  ["uke 50", "nb", ["09 des", "10 des"]],
  ["week 10", "en", []],
  ["v. 54", "sv", []],
])("a search for a week lists the coming events of that week alone", async (query, locale, days) => {
  expect((await search(query, locale)).events).toEqual(days.map((day) => expect.stringContaining(day)));
});

it("a search escapes the query, and marks only words of the page", async () => {
  const query = `"><b>membership</b>`;
  const { $, text, marks } = await search(query);
  expect($("#search-query").attr("value")).toBe(query);
  expect(text).not.toContain("<b>membership");
  expect(new Set(marks.map((word) => word.slice(0, 6)))).toEqual(new Set(["member"]));
});

it("a search shows suggestions without a query, and ways to ask without a result", async () => {
  const empty = await search("  \u200b ");
  expect(empty.pages).toEqual([]);
  expect(empty.$(".search-next a").length).toBeGreaterThan(4);
  const { $ } = await search("zxqv wvutk", "sv");
  expect($("#search-next").text()).toBe("Sökningen gav inget resultat");
  expect($('.search-next form [name="message"]').attr("value")).toBe("zxqv wvutk");
  expect($('.search-next a[href="/sv/contact"]').length).toBe(1);
});

it("a query above 200 characters, or that cannot be read, gets 400 with a message", async () => {
  expect((await search("å".repeat(200))).status).toBe(200);
  const { $, status } = await search("å".repeat(201));
  expect(status).toBe(400);
  expect($("#search-query").attr("value")).toBe("å".repeat(201));
  expect($('[role="alert"]').text()).toContain("at most 200 characters");
  for (const query of ["q=a&q=b", "q=%E5rsavgift", "q=100%"])
    expect({ query, ...(await get(`/en/search?${query}`)) }).toMatchObject({ query, status: 400 });
});

it("search results are neither indexed nor cached, and link to themselves in each language", async () => {
  const { $, headers } = await search("Varberg & Göteborg");
  expect(headers).toMatchObject({ "cache-control": "no-store", "x-robots-tag": "noindex" });
  expect($('meta[name="robots"]').attr("content")).toBe("noindex");
  expect($(`.languages a[href="/nb/search?q=Varberg+%26+G%C3%B6teborg"]`).length).toBe(1);
});

it("the search is described to browsers", async () => {
  const { $ } = await get("/sv");
  const { headers, text } = await get($('link[rel="search"]').attr("href")!);
  expect(headers["content-type"]).toBe("application/opensearchdescription+xml; charset=utf-8");
  expect(text).toContain(`template="${BASE_URL}/sv/search?q={searchTerms}"`);
  expect(text).toContain("<Language>sv</Language>");
  expect($(".menu-search").attr("href")).toBe("/sv/search");
});

it("one address can search 60 times a minute, then gets 429 in its language", async () => {
  const headers = { "x-forwarded-for": "203.0.113.9" };
  for (let count = 0; count < 60; count++) await get("/sv/search", headers);
  const rejected = await get("/sv/search?q=a", headers);
  expect(rejected.status).toBe(429);
  expect(Number(rejected.headers["retry-after"])).toBeGreaterThan(0);
  expect(rejected.$("html").attr("lang")).toBe("sv");
});
