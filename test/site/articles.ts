/** The shipped articles, on their pages and in lists. */
import { expect } from "@jest/globals";
import { forEvery } from "../support/for-every.js";
import { attributesOf } from "../support/html.js";
import { BASE_URL } from "../support/site.js";
import { languages, shippedArticles } from "../support/specified-pages.js";
import { type CrawledPage, crawled, get, graphOf, isArticle, pages, services } from "./crawl.js";

const articles = crawled.filter(([, { path }]) => isArticle(path));
const linksOf = ($: CrawledPage["$"]) => attributesOf($, ".articles h3 a", "href");

const lists = languages.flatMap((language) =>
  (["guides", "perspectives"] as const).map((list) => [`/${language}/${list}`, language, list] as const),
);

forEvery(lists)("the list of a kind has all of its articles, newest first", async (address, language, list) => {
  const page = pages.get(address)!;
  const { $ } = page;
  const urls = linksOf($).map((path) => BASE_URL + path);

  expect(linksOf($)).toEqual(shippedArticles[list].map((slug) => `/${language}/${list}/${slug}`));
  expect(graphOf(page)[1]!.mainEntity.itemListElement.map(({ url }: { url: string }) => url)).toEqual(urls);
  const markdown = (await get(`${address}.md`)).text;
  expect([...markdown.matchAll(/^- \[.*\]\((.*?)\): ./gm)].map((match) => match[1])).toEqual(urls);
  expect($(".reading-all a").last().attr("href")).toBe(
    language === "en" ? "/feed.xml" : `/feed.xml?locale=${language}`,
  );
});

forEvery(languages)("the home page has the three newest articles, a concept the newest of its own", (language) => {
  const shelf = services.articles.current().articlesIn(language);
  const newest = (articles: typeof shelf) =>
    articles
      .toSorted((one, other) => (one.published < other.published ? 1 : -1))
      .slice(0, 3)
      .map(({ kind, slug }) => `/${language}/${kind}s/${slug}`);

  expect(linksOf(pages.get(`/${language}`)!.$)).toEqual(newest(shelf));
  expect(linksOf(pages.get(`/${language}/after-commerce`)!.$)).toEqual(
    newest(shelf.filter(({ concept }) => concept === "AFTER")),
  );
});

forEvery(articles)("an article has its author, dates and length in JSON-LD and link previews", (address, page) => {
  const { $, language } = page;
  const { topics, kind } = articleOf(page);
  const published = $(".byline time").first().attr("datetime")!;
  const author = $(".byline span").first().text();
  const section = services.getFixedT(language)(`articles:kind.${kind}`);
  const { dateModified, wordCount, ...structured } = graphOf(page).find((node) => node["@type"] === "Article")!;
  const minutes = Math.round(wordCount / 200);

  expect(structured).toMatchObject({
    "@id": BASE_URL + address,
    headline: $("h1").text(),
    description: $(".lead").text(),
    datePublished: published,
    author: { name: author },
    image: $('meta[property="og:image"]').attr("content"),
    articleSection: section,
    keywords: topics,
    timeRequired: `PT${minutes}M`,
  });
  expect(Date.parse(dateModified)).toBeGreaterThanOrEqual(Date.parse(published));
  const tags = $('meta[property^="article:"]').map((_, { attribs }) => `${attribs.property}: ${attribs.content}`);
  expect(tags.get().sort()).toEqual(
    [
      `article:published_time: ${published}`,
      `article:modified_time: ${dateModified}`,
      `article:author: ${author}`,
      `article:section: ${section}`,
      ...topics.map((topic) => `article:tag: ${topic}`),
    ].sort(),
  );
  const words = $(".long-read")
    .text()
    .match(/[\p{L}\p{N}]\S*/gu)!;
  expect(Math.abs(wordCount - words.length)).toBeLessThan(60);
  expect($(".byline").text()).toMatch(new RegExp(`\\b${minutes}[ -]min`));
  expect(linksOf($).filter((path) => path !== address)).not.toEqual([]); // it leads to others
});

function articleOf({ path, language }: CrawledPage) {
  const [list = "", slug = ""] = path.slice(1).split("/");
  const kind = list.slice(0, -1) as "guide" | "perspective";
  return services.articles.current().article({ kind, slug }, language)!;
}
