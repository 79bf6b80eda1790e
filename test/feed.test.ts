import { describe, expect, it } from "@jest/globals";
import { load } from "cheerio";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { parseRssFeed } from "feedsmith";
import { rssFeed } from "../src/formats/rss-feed.js";
import { articleFile } from "./support/article.js";
import { tinyContentFolder } from "./support/content-copy.js";
import { libraryOf } from "./support/content-folder.js";
import { BASE_URL, NOW, site } from "./support/site.js";
import { languages, shippedArticles } from "./support/specified-pages.js";

const pathOf = (language: string) => (language === "en" ? "/feed.xml" : `/feed.xml?locale=${language}`);
const { get, services } = site();

describe.each(languages)("The feed in %s", (language) => {
  it("lists every article in its language, newest first, as valid RSS", async () => {
    const { status, headers, text } = await get(pathOf(language));
    const feed = parseRssFeed(text);
    const links = feed.items!.map(({ link }) => link!);

    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("application/rss+xml; charset=utf-8");
    expect(headers["content-language"]).toBe(language);
    expect(XMLValidator.validate(text)).toBe(true);
    expect(feed.language).toBe(language);
    expect(feed.link).toBe(`${BASE_URL}/${language}`);
    expect(feed.atom!.links).toEqual([{ href: BASE_URL + pathOf(language), rel: "self", type: "application/rss+xml" }]);
    expect(new Set(links)).toEqual(
      new Set(
        Object.entries(shippedArticles).flatMap(([list, slugs]) =>
          slugs.map((slug) => `${BASE_URL}/${language}/${list}/${slug}`),
        ),
      ),
    );
    const dates = feed.items!.map(({ pubDate }) => Date.parse(pubDate!));
    expect(dates).toEqual([...dates].sort((a, b) => b - a));
    expect(feed.items!.map(({ guid }) => guid)).toEqual(links.map((value) => ({ value, isPermaLink: true })));
  });

  it("has the full text of each article with absolute links", async () => {
    const feed = parseRssFeed((await get(pathOf(language))).text);
    for (const item of feed.items!) {
      const { $ } = await get(item.link!.slice(BASE_URL.length));
      const full = load(item.content!.encoded!);

      expect(item.title).toBe($("h1").text());
      const published = $(".byline time").first().attr("datetime")!;
      expect(Date.parse(item.pubDate!)).toBe(Date.parse(published));
      // Some readers show the date as it is written: it is the one on the page.
      expect(item.pubDate).toContain(`, ${new Date(published.slice(0, 10)).toUTCString().slice(5, 16)} `);
      expect(item.description).toBe($(".lead").text());
      expect(item.dc!.creators).toEqual([$(".byline span").first().text()]);
      expect(item.categories!.map(({ name }) => name)).toEqual([
        $('meta[property="article:section"]').attr("content"),
        ...$('meta[property="article:tag"]')
          .toArray()
          .map((tag) => $(tag).attr("content")),
      ]);
      const shown = $(".long-read").text().replaceAll("\u2060", ""); // which keeps words together on a page
      expect(full("body").text().replace(/\s+/g, " ").trim()).toBe(shown.replace(/\s+/g, " ").trim());
      for (const link of full("a").toArray()) expect(full(link).attr("href")).toMatch(/^https:\/\//);
      for (const note of full(".footnote-ref a").toArray())
        expect(full(note).attr("href")!.split("#fn")[0]).toBe(item.link);
    }
  });
});

describe("A filtered feed", () => {
  it("has the articles that match kind, concept and topic, with its own title and self link", async () => {
    const all = services.articles.current().list("sv");
    const slices: [query: string, title: string, fits: (article: (typeof all)[number]) => boolean][] = [
      ["kind=guide", "Guider", ({ kind }) => kind === "guide"],
      ["concept=BOARDROOM", "Boardroom for Commerce", ({ concept }) => concept === "BOARDROOM"],
      ["topic=returns", "Returer", ({ topics }) => topics.includes("Returer")],
      [
        "kind=perspective&topic=pricing",
        "Perspektiv, Pris och marginal",
        (article) => article.kind === "perspective" && article.topics.includes("Pris och marginal"),
      ],
    ];
    for (const [query, title, fits] of slices) {
      const feed = parseRssFeed((await get(`/feed.xml?locale=sv&${query}`)).text);
      expect(feed.items!.map((item) => item.title)).toEqual(all.filter(fits).map((article) => article.title));
      expect(feed.items!.length).toBeGreaterThan(0);
      expect(feed.items!.length).toBeLessThan(all.length);
      expect(feed.title).toMatch(/\([^()]+\)$/);
      expect(feed.title).toContain(`(${title})`);
      expect(feed.atom!.links![0]!.href).toBe(`${BASE_URL}/feed.xml?locale=sv&${query}`);
    }
  });

  it("is 400 for a value that does not exist, and names the topics", async () => {
    const { status, text } = await get("/feed.xml?topic=weather&locale=sv");
    expect({ status, ...JSON.parse(text) }).toMatchObject({
      status: 400,
      details: { topic: [expect.stringMatching(/returns/)] },
    });
    for (const query of ["kind=news", "concept=x", "topic=%3Cb%3E", "kind=guide&kind=guide"])
      expect((await get(`/feed.xml?${query}`)).status).toBe(400);
  });

  it("is linked from the list of its kind", async () => {
    for (const [path, kind] of [
      ["/nb/guides", "guide"],
      ["/nb/perspectives", "perspective"],
    ]) {
      const { $ } = await get(path!);
      expect($(`.reading-all a[href="/feed.xml?locale=nb&kind=${kind}"]`).length).toBe(1);
    }
  });
});

describe("/feed.xml", () => {
  it("has the time of the last change, so two requests get the same bytes", async () => {
    const [first, second] = [await get("/feed.xml"), await site({ clock: () => NOW + 3_600_000 }).get("/feed.xml")];
    const newest = Math.max(
      ...services.articles
        .current()
        .list("en")
        .map(({ updated }) => Date.parse(updated)),
    );

    expect(second.text).toBe(first.text);
    expect(second.headers.etag).toBe(first.headers.etag);
    expect(Math.abs(Date.parse(parseRssFeed(first.text).lastBuildDate!) - newest)).toBeLessThanOrEqual(7_200_000);
    expect((await get("/feed.xml", { "If-None-Match": first.headers.etag! })).status).toBe(304);
  });

  it("answers 400 to an unknown locale, and ignores unknown parameters", async () => {
    const { status, headers, text } = await get("/feed.xml?locale=xx");
    expect([status, headers["content-type"]]).toEqual([400, "application/json; charset=utf-8"]);
    expect(Object.keys(JSON.parse(text).details)).toEqual(["locale"]);
    expect((await get("/feed.xml?locale=sv&locale=nb")).status).toBe(400);
    const plain = (await get("/feed.xml?locale=sv")).text;
    expect((await get("/feed.xml?utm_source=x&locale=sv")).text).toBe(plain);
    expect((await get("/feed.xml?locale=en")).text).toBe((await get("/feed.xml")).text);
    expect((await get("/feed.xml?utm_source=x")).text).toBe((await get("/feed.xml")).text);
  });

  it("includes a scheduled article from its minute on, and never a draft", async () => {
    const content = tinyContentFolder();
    content.write("guides/lamps/en.md", articleFile({ published: "2027-01-20T12:00" }));
    content.write("guides/shades/en.md", articleFile({ slug: "shades", draft: true }));
    let now = Date.parse("2027-01-20T10:59:59Z");
    const { get } = site({ library: libraryOf(content.folder), clock: () => now });
    expect((await get("/feed.xml")).text).not.toMatch(/guides\/(lamps|shades)/);
    now += 1000;
    const { text } = await get("/feed.xml");
    expect(text).toContain("/en/guides/lamps");
    expect(text).not.toContain("/en/guides/shades");
    expect(parseRssFeed(text).lastBuildDate).toBe("Wed, 20 Jan 2027 12:00:00 +0100");
  });

  it("is well-formed XML with any characters in its texts", () => {
    const nasty = "a\u0000\u0007\uFFFE\uD800 ]]> <b>&amp;</b> “”\u{1F600}";
    const options = {
      title: nasty,
      description: nasty,
      language: "en",
      site_url: BASE_URL,
      feed_url: `${BASE_URL}/feed.xml?a=1&b="2"`,
      generator: nasty,
      copyright: nasty,
    };
    const item = {
      title: nasty,
      description: nasty,
      url: `${BASE_URL}/x?a=1&b=<`,
      html: `<p>${nasty}</p>`,
      author: nasty,
      categories: [nasty],
      published: "2026-11-20T00:00:00+01:00",
      updated: "2026-11-20T00:00:00+01:00",
    };
    const text = rssFeed(options, [item], BASE_URL);
    const shown = "a ]]> <b>&amp;</b> “”\u{1F600}";

    expect(XMLValidator.validate(text)).toBe(true);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(text).not.toMatch(/[\u0000-\u0008\uFFFE\uD800](?![\uDC00-\uDFFF])/);
    const { channel } = new XMLParser({ processEntities: true }).parse(text).rss;
    expect(channel.item["content:encoded"]).toBe(`<p>${shown}</p>`);
    expect(channel.item.title).toBe(shown);
  });

  it("is a valid feed without articles", async () => {
    const { status, text } = await site({ clock: () => 0 }).get("/feed.xml");
    expect(status).toBe(200);
    expect(XMLValidator.validate(text)).toBe(true);
    expect(parseRssFeed(text).items ?? []).toEqual([]);
    expect(text).not.toContain("lastBuildDate");
  });
});
