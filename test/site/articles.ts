/** The shipped articles, on their pages and in lists. */
import { expect, it } from "@jest/globals";
import { forEvery } from "../support/for-every.js";
import { BASE_URL } from "../support/site.js";
import { languages, shippedArticles } from "../support/specified-pages.js";
import { type CrawledPage, crawled, get, graphOf, isArticle, pages, services } from "./crawl.js";

const articles = crawled.filter(([, { path }]) => isArticle(path));
const linksOf = ($: CrawledPage["$"], selector = ".articles h3 a") =>
  $(selector)
    .toArray()
    .map((link) => $(link).attr("href"));
const articleIn = (page: CrawledPage) => graphOf(page).find((node) => node["@type"] === "Article")!;

const lists = languages.flatMap((language) =>
  (["guides", "perspectives"] as const).map((list) => [`/${language}/${list}`, language, list] as const),
);

forEvery(lists)("the list of a kind has all of its articles, newest first", async (address, language, list) => {
  const page = pages.get(address)!;
  const { $ } = page;
  const dates = $(".articles time")
    .toArray()
    .map((time) => $(time).attr("datetime")!);
  const urls = linksOf($).map((path) => BASE_URL + path);

  expect(linksOf($)).toEqual(shippedArticles[list].map((slug) => `/${language}/${list}/${slug}`));
  expect(dates).toEqual([...dates].sort().reverse());
  expect(graphOf(page)[1]!.mainEntity.itemListElement.map(({ url }: { url: string }) => url)).toEqual(urls);
  const markdown = (await get(`${address}.md`)).text;
  expect([...markdown.matchAll(/^- \[.*\]\((.*?)\): ./gm)].map((match) => match[1])).toEqual(urls);
  expect($(".reading-all a").last().attr("href")).toBe(
    language === "en" ? "/feed.xml" : `/feed.xml?locale=${language}`,
  );
});

forEvery(languages)("the home page has the three newest articles, a concept the newest of its own", (language) => {
  const shelf = services.articles.current().list(language);
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

forEvery(crawled.filter(([, { $ }]) => $(".articles > li").length > 1))(
  "no two articles of a list have the same cover",
  (_, { $ }) => {
    const rows = $(".articles > li").toArray();
    const covers = rows.map((row) => $(row).attr("data-room") + $.html($(row).find(".article-cover")));
    expect(new Set(covers).size).toBe(covers.length);
  },
);

forEvery(articles)("an article has its author, dates and length in JSON-LD and link previews", (address, page) => {
  const { $, language } = page;
  const metas = $('meta[property^="article:"]').toArray();
  const tags = metas.map(({ attribs }) => `${attribs.property!.slice("article:".length)}: ${attribs.content}`);
  const image = $('meta[property="og:image"]').attr("content");
  const { dateModified, timeRequired, wordCount, ...structured } = articleIn(page);
  const published = $(".byline time").first().attr("datetime")!;
  const author = $(".byline span").first().text();
  const { topics, kind } = articleOf(page);
  const section = services.getFixedT(language)(`articles:kind.${kind}`);

  expect(published).toMatch(/^2026-\d\d-\d\dT00:00:00\+0[12]:00$/);
  expect(structured).toMatchObject({
    "@id": BASE_URL + address,
    mainEntityOfPage: BASE_URL + address,
    headline: $("h1").text(),
    description: $(".lead").text(),
    inLanguage: language,
    datePublished: published,
    author: { "@type": "Organization", name: author, parentOrganization: { "@id": `${BASE_URL}/#organization` } },
    publisher: { "@id": `${BASE_URL}/#organization` },
    image,
    articleSection: section,
    keywords: topics,
    isAccessibleForFree: true,
  });
  expect(Date.parse(dateModified)).toBeGreaterThanOrEqual(Date.parse(published));
  expect(tags.sort()).toEqual(
    [
      `published_time: ${published}`,
      `modified_time: ${dateModified}`,
      `author: ${author}`,
      `section: ${section}`,
      ...topics.map((topic) => `tag: ${topic}`),
    ].sort(),
  );
  const words = $(".long-read")
    .text()
    .match(/[\p{L}\p{N}]\S*/gu)!.length;
  const minutes = Math.round(wordCount / 200);
  expect(Math.abs(wordCount - words)).toBeLessThan(60);
  expect(timeRequired).toBe(`PT${minutes}M`);
  expect($(".byline").text()).toMatch(new RegExp(`\\b${minutes}[ -]min`));
});

forEvery(articles)(
  "an article of three sections or more has a table of contents, and all lead to another",
  (address, page) => {
    const { $ } = page;
    const sections = $(".long-read > h2").toArray();
    const contents = $(".contents a").toArray();

    const titles = sections.map((section) => ({ href: `#${$(section).attr("id")}`, text: $(section).text() }));
    expect(contents.map((link) => ({ href: $(link).attr("href"), text: $(link).text() }))).toEqual(
      titles.length > 2 ? titles : [],
    );
    expect(linksOf($).length).toBeGreaterThanOrEqual(1);
    expect(linksOf($)).not.toContain(address);
  },
);

forEvery(articles)("an article links each note number to its note, and the note back", (_, { $ }) => {
  const numbers = $(".footnote-ref a").toArray();
  expect(numbers.length).toBeGreaterThanOrEqual($(".notes").length);
  for (const number of numbers) {
    const note = $($(number).attr("href")!);
    expect(note.is(".notes li")).toBe(true);
    expect(note.find(`a[href="#${$(number).attr("id")}"]`).attr("aria-label")).toMatch(/\d$/);
  }
});

it("the sections of an article are the same in every language", () => {
  const outlines = new Map<string, Set<string>>();
  for (const { kind, slug, contents } of services.library.articles) {
    const known = outlines.get(`${kind}:${slug}`) ?? new Set();
    outlines.set(`${kind}:${slug}`, known.add(contents.map(({ id }) => id).join(" ")));
  }
  expect(outlines.size).toBeGreaterThan(0);
  expect([...outlines].filter(([, known]) => known.size > 1)).toEqual([]);
});

function articleOf({ path, language }: CrawledPage) {
  const [list = "", slug = ""] = path.slice(1).split("/");
  const kind = list.slice(0, -1) as "guide" | "perspective";
  return services.articles.current().find({ kind, slug }, language)!;
}
