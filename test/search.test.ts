/** The search page, which works without scripts. */
import { expect, it } from "@jest/globals";
import { parsed } from "./support/html.js";
import { BASE_URL, site } from "./support/site.js";

const { client, get } = site({}, { TRUST_PROXY: "1" });
let lastAddress = 0;
/** Uses a new address each time, so that no request reaches the rate limit. */
const search = async (query: string, locale = "en") => {
  const response = await get(`/${locale}/search?q=${encodeURIComponent(query)}`, {
    "x-forwarded-for": `198.51.100.${++lastAddress}`,
  });
  const { $ } = response;
  const textsOf = (selector: string) =>
    $(selector)
      .toArray()
      .map((element) => $(element).text().replace(/\s+/g, " ").trim());
  return {
    ...response,
    $,
    pages: $(".search-results > li h3 a")
      .toArray()
      .map((link) => $(link).attr("href")),
    marks: textsOf("mark").map((word) => word.toLowerCase()),
    events: textsOf(".board-row"),
  };
};

it("a search finds the pages that Dialogue would answer with, also for single words", async () => {
  const expected: [query: string, locale: string, path: string, mark: string][] = [
    ["What does membership cost?", "en", "/en/commerce-commons/join", "membership"],
    ["returns", "en", "/en/guides/", "returns"],
    ["medlemskap student", "sv", "/sv/commerce-commons/join/discounts/student", "student"],
    ["personvern", "nb", "/nb/legal/privacy", "person"],
    ["calendar API", "en", "/en/developer", "calendar"],
  ];
  const missing = [];
  for (const [query, locale, path, mark] of expected) {
    const { pages, marks, status } = await search(query, locale);
    const isFound = status === 200 && pages.slice(0, 4).some((page) => page?.startsWith(path));
    if (!isFound || !marks.some((word) => word.startsWith(mark))) missing.push({ query, pages, marks });
  }
  expect(missing).toEqual([]);
});

it("a search puts the pages first that have the word in their title", async () => {
  const { $ } = await search("returns");
  const titles = $(".search-results > li h3")
    .toArray()
    .map((title) => $(title).text());
  const withWord = titles.filter((title) => title.includes("return"));
  expect(withWord.length).toBeGreaterThan(1);
  expect(titles.length).toBeGreaterThan(withWord.length);
  expect(titles.slice(0, withWord.length)).toEqual(withWord);
});

it("a search corrects a misspelled word, and says so", async () => {
  const expected: [query: string, locale: string, path: string, note: string][] = [
    ["retrns", "en", "/en/guides/", "Results for “returns”."],
    ["boardrom", "en", "/en/boardroom-for-commerce", "Results for “boardroom”."],
    ["rabtat", "sv", "/sv/commerce-commons", "Resultat för ”rabatt”."],
    ["göteborgg", "sv", "/sv/after-commerce/gothenburg", "Resultat för ”göteborg”."],
    ["kaender", "nb", "/nb/", "Treff på «kalender»."],
  ];
  const found = [];
  for (const [query, locale, path] of expected) {
    const { $, pages } = await search(query, locale);
    found.push([
      query,
      locale,
      pages.some((page) => page?.startsWith(path)) && path,
      $(".search [role=status]").text(),
    ]);
  }
  expect(found).toEqual(expected);
  expect((await search("returns")).$(".search [role=status]").length).toBe(0);
});

it("a result says what it is: topic, kind and length of an article, or the concept of a page", async () => {
  const { $ } = await search("returns");
  const kinds = $(".result-kind").toArray();
  expect(kinds.map((kind) => $(kind).text())).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Returns · (?:Guide|Perspective) · \d+\u00a0min$/),
      "Boardroom for Commerce",
    ]),
  );
});

it("a search lists coming events first if it names a city, concept or date, with cancelled and moved ones", async () => {
  const { $, events } = await search("Boardroom i Göteborg", "sv");
  expect(events.length).toBeGreaterThan(0);
  expect(events.filter((event) => !event.includes("Göteborg"))).toEqual([]);
  expect($(".board").nextAll().find(".search-results").length).toBe(1);
  expect((await search("March 2027")).events.filter((event) => !event.includes("Mar"))).toEqual([]);
  expect((await search("returns")).events).toEqual([]);
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
  expect([empty.status, empty.pages.length, empty.$(".search-next a").length > 4]).toEqual([200, 0, true]);
  const none = await search("zxqv wvutk", "sv");
  expect(none.$("#search-next").text()).toBe("Sökningen gav inget resultat");
  expect(none.$('.search-next form [name="message"]').attr("value")).toBe("zxqv wvutk");
  expect(none.$('.search-next a[href="/sv/contact"]').length).toBe(1);
});

it("a query above 200 characters gets 400 with a message", async () => {
  expect((await search("å".repeat(200))).status).toBe(200);
  const { $, status } = await search("å".repeat(201));
  expect(status).toBe(400);
  expect($('[role="alert"]').text()).toContain("at most 200 characters");
  expect($("#search-query").attr("value")).toBe("å".repeat(201));
  for (const query of ["q=a&q=b", "q=%E5rsavgift", "q=100%"])
    expect([query, (await get(`/en/search?${query}`)).status]).toEqual([query, 400]);
});

it("search results are neither indexed nor cached, and link to themselves in each language", async () => {
  const { $, headers } = await search("Varberg & Göteborg");
  expect(headers).toMatchObject({ "cache-control": "no-store", "x-robots-tag": "noindex" });
  expect($('meta[name="robots"]').attr("content")).toBe("noindex");
  expect(
    $(".languages a")
      .toArray()
      .map((link) => $(link).attr("href")),
  ).toContain("/nb/search?q=Varberg+%26+G%C3%B6teborg");
  expect((await get("/sitemap.xml")).text).not.toContain("/search");
});

it("the search is described to browsers in each language", async () => {
  for (const locale of ["en", "sv", "nb"]) {
    const { $ } = await get(`/${locale}`);
    const address = $('link[rel="search"]').attr("href")!;
    const { headers, text } = await get(address);
    expect(headers["content-type"]).toBe("application/opensearchdescription+xml; charset=utf-8");
    expect(text).toContain(`template="${BASE_URL}/${locale}/search?q={searchTerms}"`);
    expect($(".menu-search").attr("href")).toBe(`/${locale}/search`);
  }
});

it("one address can search 60 times a minute, then gets 429 in its language", async () => {
  const headers = { "x-forwarded-for": "203.0.113.9" };
  for (let count = 0; count < 60; count++) await client.get("/sv/search").set(headers);
  const { status, headers: answered, text } = await client.get("/sv/search?q=a").set(headers);
  expect(status).toBe(429);
  expect(Number(answered["retry-after"])).toBeGreaterThan(0);
  expect(parsed({ status, headers: answered, text }).$("html").attr("lang")).toBe("sv");
});

it("invisible characters and other spellings of accents do not change what is found", async () => {
  const expected = (await search("årsavgift", "sv")).pages;
  expect(expected).not.toEqual([]);
  for (const query of ["års\u00adavgift", "\u202aa\u030arsavgift\u200b", "årsav\u200dgift\ufeff"])
    expect([query, (await search(query, "sv")).pages]).toEqual([query, expected]);
});
