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

forEvery(languages)(
  "the home page has the three newest articles, and the page of a concept the newest of its own",
  (language) => {
    const newest = (isWanted: (concept: string) => boolean) =>
      services.articles
        .current()
        .list(language)
        .filter(({ concept }) => isWanted(concept))
        .sort((one, other) => Number(one.published < other.published) - Number(one.published > other.published))
        .slice(0, 3)
        .map(({ kind, slug }) => `/${language}/${kind}s/${slug}`);

    expect(linksOf(pages.get(`/${language}`)!.$)).toEqual(newest(() => true));
    expect(linksOf(pages.get(`/${language}/after-commerce`)!.$)).toEqual(newest((concept) => concept === "AFTER"));
  },
);

forEvery(
  ["", "/guides", "/perspectives", "/after-commerce", "/boardroom-for-commerce", "/commerce-commons"].flatMap((path) =>
    languages.map((language) => `/${language}${path}`),
  ),
)("no two articles of a list have the same cover", (address) => {
  const { $ } = pages.get(address)!;
  const covers = $(".articles > li")
    .toArray()
    .map((row) => $(row).attr("data-room") + $.html($(row).find(".article-cover")));
  expect(covers.length).toBeGreaterThan(1);
  expect(new Set(covers).size).toBe(covers.length);
});

forEvery(articles)("an article has its author and dates in JSON-LD and link previews", (address, page) => {
  const { $ } = page;
  const property = (name: string) => $(`meta[property="${name}"]`).attr("content");
  const structured = articleIn(page);

  expect(structured).toMatchObject({
    "@id": BASE_URL + address,
    headline: $("h1").text(),
    description: $(".lead").text(),
    inLanguage: page.language,
    datePublished: $(".byline time").first().attr("datetime"),
    author: { "@type": "Organization", name: $(".byline span").first().text() },
    publisher: { "@id": `${BASE_URL}/#organization` },
    image: property("og:image"),
    articleSection: property("article:section"),
    keywords: topicsOf(page),
  });
  expect(structured.datePublished).toMatch(/^2026-\d\d-\d\dT00:00:00\+0[12]:00$/);
  expect(Date.parse(structured.dateModified)).toBeGreaterThanOrEqual(Date.parse(structured.datePublished));
  expect(property("og:type")).toBe("article");
  expect(property("article:published_time")).toBe(structured.datePublished);
  expect(property("article:modified_time")).toBe(structured.dateModified);
  expect(property("article:author")).toBe(structured.author.name);
  expect(
    $('meta[property="article:tag"]')
      .toArray()
      .map((tag) => $(tag).attr("content")),
  ).toEqual([...topicsOf(page)]);
});

forEvery(articles)("an article has 700 to 1,300 words, and states its reading time", (_, page) => {
  const { $ } = page;
  const words = $(".long-read")
    .text()
    .match(/[\p{L}\p{N}]\S*/gu)!.length;
  expect(words).toBeGreaterThanOrEqual(700);
  expect(articleIn(page).timeRequired).toBe(`PT${Math.round(articleIn(page).wordCount / 200)}M`);
  expect($(".byline").text()).toMatch(new RegExp(`\\b${Math.round(articleIn(page).wordCount / 200)}[ -]min`));
  expect(Math.abs(articleIn(page).wordCount - words)).toBeLessThan(60);
});

forEvery(articles)(
  "an article has a table of contents with all its sections, and two others to read",
  (address, page) => {
    const { $ } = page;
    const sections = $(".long-read > h2").toArray();

    expect(sections.length).toBeGreaterThan(1);
    expect(linksOf($, ".contents a")).toEqual(sections.map((section) => `#${$(section).attr("id")}`));
    expect(
      $(".contents a")
        .toArray()
        .map((link) => $(link).text()),
    ).toEqual(sections.map((section) => $(section).text()));
    expect(linksOf($).length).toBeGreaterThanOrEqual(2);
    expect(linksOf($)).not.toContain(address);
  },
);

forEvery(articles)("an article links each note number to its note, and the note back", (_, page) => {
  const { $ } = page;
  const numbers = $(".footnote-ref a").toArray();
  expect(numbers.length).toBeGreaterThanOrEqual(Math.min(1, $(".notes").length));
  for (const number of numbers) {
    const note = $($(number).attr("href")!);
    expect(note.is(".notes li")).toBe(true);
    expect(note.find(`a[href="#${$(number).attr("id")}"]`).attr("aria-label")).toMatch(/\d$/);
  }
  expect($(".long-read").text()).not.toMatch(/\[\^|\{#/);
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

function topicsOf({ path, language }: CrawledPage): readonly string[] {
  const [list = "", slug = ""] = path.slice(1).split("/");
  const kind = list.slice(0, -1) as "guide" | "perspective";
  return services.articles.current().find({ kind, slug }, language)!.topics;
}
