/** The feed of guides and perspectives; its XML is tested in test/formats. */
import { describe, expect, it } from "@jest/globals";
import { load } from "cheerio";
import { XMLValidator } from "fast-xml-parser";
import { parseRssFeed } from "feedsmith";
import { forEvery } from "./support/for-every.js";
import { inLine } from "./support/html.js";
import { BASE_URL, NOW, site } from "./support/site.js";
import { languages, shippedArticles } from "./support/specified-pages.js";

const pathOf = (language: string) => (language === "en" ? "/feed.xml" : `/feed.xml?locale=${language}`);
const { get, services } = site();
const feedAt = async (path: string) => parseRssFeed((await get(path)).text);

forEvery(languages)(
  "the feed has every article in its language, newest first and in full, as valid RSS",
  async (language) => {
    const { status, headers, text } = await get(pathOf(language));
    expect({ status, headers }).toMatchObject({
      status: 200,
      headers: { "content-type": "application/rss+xml; charset=utf-8", "content-language": language },
    });
    expect(XMLValidator.validate(text)).toBe(true);
    const { items = [], ...feed } = parseRssFeed(text);
    expect(feed).toMatchObject({
      language,
      link: `${BASE_URL}/${language}`,
      atom: { links: [{ href: BASE_URL + pathOf(language), rel: "self", type: "application/rss+xml" }] },
    });
    const links = Object.entries(shippedArticles).flatMap(([list, slugs]) =>
      slugs.map((slug) => `${BASE_URL}/${language}/${list}/${slug}`),
    );
    expect(items.map(({ link }) => link).sort()).toEqual(links.sort());
    expect(items.map(({ guid }) => guid)).toEqual(items.map(({ link }) => ({ value: link, isPermaLink: true })));
    const dates = items.map(({ pubDate }) => Date.parse(pubDate!));
    expect(dates).toEqual([...dates].sort((a, b) => b - a));
    for (const { link, title, pubDate, description, dc, categories, content } of items) {
      const { $ } = await get(link!.slice(BASE_URL.length));
      const metaOf = (property: string) => $(`meta[property="article:${property}"]`).toArray();
      const published = $(".byline time").first().attr("datetime")!;
      expect({ title, description, by: dc!.creators, about: categories!.map(({ name }) => name) }).toEqual({
        title: $("h1").text(),
        description: $(".lead").text(),
        by: [$(".byline span").first().text()],
        about: [...metaOf("section"), ...metaOf("tag")].map((tag) => $(tag).attr("content")),
      });
      expect(Date.parse(pubDate!)).toBe(Date.parse(published));
      // Some readers show the date as it is written: it is the one on the page.
      expect(pubDate).toContain(`, ${new Date(published.slice(0, 10)).toUTCString().slice(5, 16)} `);

      const full = load(content!.encoded!);
      expect(inLine(full("body").text())).toBe(inLine($(".long-read").text()));
      for (const anchor of full("a").toArray()) expect(full(anchor).attr("href")).toMatch(/^https:\/\//);
      for (const note of full(".footnote-ref a").toArray()) expect(full(note).attr("href")!.split("#fn")[0]).toBe(link);
    }
  },
);

forEvery([
  ["concept=BOARDROOM", "Boardroom for Commerce", { concept: "BOARDROOM" }],
  ["kind=perspective&topic=pricing", "Perspektiv, Pris och marginal", { kind: "perspective", topic: "pricing" }],
])("a filtered feed has the articles that match, with its own title and self link", async (query, title, filter) => {
  const { items, ...feed } = await feedAt(`/feed.xml?locale=sv&${query}`);
  const wanted = services.articles.current().list("sv", filter);
  expect(wanted.length).toBeGreaterThan(0);
  expect(items!.map((item) => item.title)).toEqual(wanted.map((article) => article.title));
  expect(feed.title).toMatch(new RegExp(`\\(${title}\\)$`));
  expect(feed.atom!.links![0]!.href).toBe(`${BASE_URL}/feed.xml?locale=sv&${query}`);
});

describe("/feed.xml", () => {
  it("has the time of the last change, so two requests get the same bytes", async () => {
    const [first, second] = [await get("/feed.xml"), await site({ clock: () => NOW + 3_600_000 }).get("/feed.xml")];
    expect({ text: second.text, etag: second.headers.etag }).toEqual({ text: first.text, etag: first.headers.etag });
    const updates = services.articles
      .current()
      .list("en")
      .map(({ updated }) => updated);
    const newest = new Date(updates.sort().at(-1)!.slice(0, 10));
    expect(parseRssFeed(first.text).lastBuildDate).toContain(`, ${newest.toUTCString().slice(5, 16)} `);
  });

  it("answers 400 to an invalid parameter and names the topics, and ignores unknown ones", async () => {
    for (const query of ["locale=xx", "locale=sv&locale=nb", "kind=news", "concept=x", "topic=weather"]) {
      const { status, text } = await get(`/feed.xml?${query}`);
      const named = query.startsWith("topic") ? /returns/ : /./;
      const details = { [query.split("=")[0]!]: expect.arrayContaining([expect.stringMatching(named)]) };
      expect({ query, status, ...JSON.parse(text) }).toMatchObject({ query, status: 400, details });
    }
    const plain = (await get("/feed.xml")).text;
    for (const query of ["locale=en", "utm_source=x"]) expect((await get(`/feed.xml?${query}`)).text).toBe(plain);
  });

  it("is a valid feed without articles", async () => {
    const { status, text } = await site({ clock: () => 0 }).get("/feed.xml");
    expect({ status, isValid: XMLValidator.validate(text) }).toEqual({ status: 200, isValid: true });
    expect(parseRssFeed(text).items ?? []).toEqual([]);
    expect(text).not.toContain("lastBuildDate");
  });
});
