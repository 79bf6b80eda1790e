/** The feed of guides and perspectives. */
import { expect, it } from "@jest/globals";
import { load } from "cheerio";
import { XMLValidator } from "fast-xml-parser";
import { parseRssFeed } from "feedsmith";
import { forEvery } from "./support/for-every.js";
import { inLine } from "./support/html.js";
import { BASE_URL, site } from "./support/site.js";

const { get, services } = site();
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
  const [newest] = written
    .map(({ updated }) => updated)
    .sort()
    .reverse();
  expect(feed).toMatchObject({
    language: "sv",
    link: `${BASE_URL}/sv`,
    lastBuildDate: onDayOf(newest!),
    atom: { links: [{ href: `${BASE_URL}/feed.xml?locale=sv`, rel: "self", type: "application/rss+xml" }] },
  });
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
