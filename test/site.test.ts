/** The rules that hold on every page and article in every language, checked on one crawl of the site. */
import { expect } from "@jest/globals";
import { parse } from "yaml";
import { MAX_QUESTION_CHARACTERS } from "../src/dialogue/chat-request.js";
import { forEvery } from "./support/for-every.js";
import { attributesOf, errorsIn, inLine, textsOf } from "./support/html.js";
import { languageSigns } from "./support/language.js";
import { everyAddress, languages, pagePaths, shippedArticles } from "./support/shipped.js";
import { BASE_URL, site } from "./support/site.js";

const { get, services } = site();
const { name, mail } = services.library.organisation;

type CrawledPage = Awaited<ReturnType<typeof crawl>>;
async function crawl([address, language, path]: (typeof everyAddress)[number]) {
  const { status, headers, text, $ } = await get(address);
  return { address, language, /** After the locale. */ path, status, headers, text, $ };
}
const pages = new Map<string, CrawledPage>();
for (const each of everyAddress) pages.set(each[0], await crawl(each));
const crawled = [...pages];
/** Each page in one of the languages, for rules that do not depend on words: sections and ids are the same in all. */
const paths = [...new Set(everyAddress.map(([, , path]) => path))];
const onceEach = paths.map((path, index) => `/${languages[index % 3]}${path}`);
const inOneLanguage = crawled.filter(([address]) => onceEach.includes(address));

const isArticle = (path: string) => /^\/(?:guides|perspectives)\/./.test(path);
const titleOf = ({ $ }: CrawledPage) => $("title").text().replace(` · ${name}`, "");
const descriptionOf = ({ $ }: CrawledPage) => $("meta[name=description]").attr("content")!;
const imageOf = ({ $ }: CrawledPage) => $('meta[property="og:image"]').attr("content")!;
const articlesOn = ({ $ }: CrawledPage) => attributesOf($, ".articles h3 a", "href");
const graphOf = ({ $ }: CrawledPage): Record<string, any>[] =>
  JSON.parse($('script[type="application/ld+json"]').text())["@graph"];

// What browsers, search engines and link previews read

forEvery(crawled)("a page has its language and one heading, and may be indexed", (_, page) => {
  const { $, status, headers, language } = page;
  expect(status).toBe(200);
  expect(headers).toMatchObject({ "content-type": "text/html; charset=utf-8", "content-language": language });
  expect(headers).not.toHaveProperty("x-robots-tag");
  expect($("html").attr("lang")).toBe(language);
  expect(textsOf($, "h1")).toEqual([expect.stringMatching(/\p{L}/u)]);
  expect($("meta[name=robots]").length).toBe(0);
  expect($("meta[name=viewport]").attr("content")).toBe("width=device-width, initial-scale=1");
});

forEvery(languages)("no two pages have the same title or description", (language) => {
  const own = [...pages.values()].filter((page) => page.language === language);
  for (const textOf of [titleOf, descriptionOf]) {
    const texts = own.map(textOf);
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  }
});

/** Articles share one view. */
const validated = onceEach.filter((address) => !isArticle(address.slice(3)) || address.startsWith("/sv/guides/"));
const aDate = "/sv/dates/after-commerce-gothenburg-2026-12-03";
forEvery([...validated, aDate, "/nb/finnes-ikke"])("a page is valid HTML", async (address) => {
  expect(await errorsIn((pages.get(address) ?? (await get(address))).text)).toEqual([]);
});

forEvery(inOneLanguage)("a page has no inline style or handler, and no resource of another host", (_, { $ }) => {
  expect($("[style], style, [onclick], [onload]").length).toBe(0);
  const resources = $("[src], link[rel=stylesheet], link[rel=preload]").toArray();
  const elsewhere = resources.filter(({ attribs }) => !/^\/(?!\/)/.test(attribs.src ?? attribs.href!));
  expect(elsewhere.map(({ attribs }) => attribs)).toEqual([]);
});

forEvery(crawled)("a page has its canonical URL and hreflang links to all languages", (address, { $, path }) => {
  const alternates = $("link[rel=alternate][hreflang]").toArray();
  expect($("link[rel=canonical]").attr("href")).toBe(BASE_URL + address);
  expect(alternates.map(({ attribs: { hreflang, href } }) => ({ hreflang, href }))).toEqual([
    ...languages.map((other) => ({ hreflang: other, href: `${BASE_URL}/${other}${path}` })),
    { hreflang: "x-default", href: `${BASE_URL}/en${path}` },
  ]);
});

forEvery(inOneLanguage)("a page has the metadata of link previews, with an image of the stated size", (_, page) => {
  const { $, language, path } = page;
  const metas = $("head > meta").toArray();
  const contents = new Map(metas.map(({ attribs }) => [attribs.property ?? attribs.name, attribs.content]));
  expect(Object.fromEntries(contents)).toMatchObject({
    "og:title": titleOf(page),
    "og:description": descriptionOf(page),
    "og:url": $("link[rel=canonical]").attr("href"),
    "og:site_name": name,
    "og:type": isArticle(path) ? "article" : "website",
    "og:locale": expect.stringMatching(new RegExp(`^${language}_[A-Z]{2}$`)),
    "og:image:width": "1200",
    "og:image:height": "630",
    "twitter:card": "summary_large_image",
  });
  const themes = ["", "/after-commerce", "/boardroom-for-commerce", "/commerce-commons"];
  const theme = themes.find((other) => other !== "" && path.startsWith(other)) ?? "";
  const titles = themes.map((other) => titleOf(pages.get(`/${language}${other}`)!));
  if (isArticle(path)) expect(titles).toContain(contents.get("og:image:alt"));
  else expect(contents.get("og:image:alt")).toBe(titles[themes.indexOf(theme)]);
  const image = services.assets.all.find(({ address }) => address === imageOf(page).slice(BASE_URL.length))!;
  expect(image).toMatchObject({ type: "image/png", address: expect.stringContaining(`.${language}.`) });
  const png = image.read().identity;
  expect({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) }).toEqual({ width: 1200, height: 630 });
});

const kindOf = (path: string) => {
  if (isArticle(path)) return "Article";
  if (/^\/(?:guides|perspectives|dates)$/.test(path)) return "CollectionPage";
  return "WebPage";
};
const pagesAbove = (path: string) => pagePaths.filter((other) => path !== other && `${path}/`.startsWith(`${other}/`));

forEvery(inOneLanguage)("a page has JSON-LD with its publisher and breadcrumbs", (address, page) => {
  const { $, language, path } = page;
  const graph = graphOf(page);
  const ofType = (type: string) => graph.find((node) => node["@type"] === type);
  const publisher = ofType("Organization")!;
  const { itemListElement: crumbs = [], "@id": id } = ofType("BreadcrumbList") ?? {};
  const main = ofType(kindOf(path))!;
  const trail = textsOf($, ".trail li");
  const logo = `${BASE_URL}/icons/icon-512.png`;
  expect(publisher).toMatchObject({ name, url: `${BASE_URL}/`, email: mail, logo });
  expect(main).toMatchObject({
    url: BASE_URL + address,
    inLanguage: language,
    publisher: { "@id": publisher["@id"] },
    dateModified: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00\+0[12]:00$/),
  });
  expect(main.breadcrumb).toEqual(path === "" ? undefined : { "@id": id });
  expect(crumbs.map(({ position, name }: any) => ({ position, name }))).toEqual(
    trail.map((step, index) => ({ position: index + 1, name: step })),
  );
  expect(trail).toHaveLength(path === "" ? 0 : pagesAbove(path).length + 1);
  expect($(".trail [aria-current=page]").text()).toBe(trail.at(-1) ?? "");
});

// Texts and links

forEvery(crawled)("every text of a page is in its language", (_, { $, language }) => {
  const foreign = $("p, li, dd, dt, h1, h2, h3")
    .toArray()
    .filter((element) => $(element).closest("[lang]").is("html") && $(element).find("[lang], ul, ol").length === 0)
    .map((element) => $(element).text())
    .filter((text) => {
      const { [language]: own, ...others } = languageSigns(text);
      return Math.max(...Object.values<number>(others)) > (own ?? 0);
    });
  expect(foreign).toEqual([]);
});

forEvery(crawled)("a page shows no translation key, no Markdown and no placeholder", (_, { text }) => {
  const shown = text.replaceAll(/<script[\s\S]*?<\/script>|<[^>]+>/g, " ");
  expect(shown).not.toMatch(/\b(?:site|pages|forms|errors):\w/);
  expect(shown).not.toMatch(/\{\{|\}\}|\{#|\]\(|\*\*|undefined|\[object/);
});

forEvery(inOneLanguage)("the Markdown of a page has the headings and facts of the page", async (address, page) => {
  const { $, language, path } = page;
  const { status, headers, text } = await get($('link[type="text/markdown"]').attr("href")!);
  const [, frontMatter, body] = /^---\n(.*?)\n---\n(.*)$/s.exec(text)!;
  const link = `<${BASE_URL}${address}>; rel="canonical"`;
  expect(status).toBe(200);
  expect(headers).toMatchObject({ "content-type": "text/markdown; charset=utf-8", link });
  expect(headers["cache-control"]).toContain("public");
  expect(parse(frontMatter!)).toMatchObject({
    title: titleOf(page),
    description: descriptionOf(page),
    lang: language,
    url: BASE_URL + address,
    ...(isArticle(path) && { author: $(".byline span").first().text(), topics: expect.any(Array) }),
  });
  const headings = [...body!.matchAll(/^#{1,3} (.+)$/gm)].map((match) => inLine(match[1]!));
  const shown = $("main h1, main h2, main h3")
    .not(".articles h3, .date-month h3, .notes h2") // which Markdown has in a list of links
    .toArray()
    .map((heading) => inLine(`${$(heading).closest("li").find("time").text()} ${$(heading).text()}`));
  expect(headings).toEqual(shown);
  expect(body!.match(/^# /gm)).toHaveLength(1);
  const inMarkdown = inLine(body!);
  const facts = $(".key-facts dd, .subscribe dd, #form legend, #form label, #form .field-hint").not(".form-trap *");
  const missing = facts.toArray().filter((fact) => !inMarkdown.includes(inLine($(fact).text())));
  expect(missing.map((fact) => $(fact).text())).toEqual([]);
  expect(body).not.toMatch(/\]\(\/|\{#|\{\{|\(page:/);
});

forEvery(inOneLanguage)("a page links to its other languages and every page, and marks its own links", (_, page) => {
  const { $, address, language, path } = page;
  const links = $(".languages a").toArray();
  expect(links.map(({ attribs: { href, lang, hreflang } }) => ({ href, lang, hreflang }))).toEqual(
    languages.map((other) => ({ href: `/${other}${path}`, lang: other, hreflang: other })),
  );
  expect($(".languages [aria-current]").attr("lang")).toBe(language);
  expect(attributesOf($, ".colophon a[href^='/']", "href")).toEqual(
    expect.arrayContaining(pagePaths.slice(1).map((path) => `/${language}${path}`)),
  );
  for (const { attribs } of $(".masthead a:not([lang]), .colophon li a:not([lang])").toArray())
    expect(attribs["aria-current"] === "page").toBe(attribs.href === address);
  const above = $(`.menu-list:not(.languages) a[href="/${language}/after-commerce"]`);
  expect(above.is("[aria-current=true]")).toBe(path.startsWith("/after-commerce/"));
});

forEvery(inOneLanguage)("every region of a page has a name, and the page ends in one next step", (_, { $ }) => {
  const names = $("nav, section, dialog, [role=group]")
    .toArray()
    .map((part) => $(part).attr("aria-label") ?? $(`[id="${$(part).attr("aria-labelledby")}"]`).text());
  expect(names.filter((name) => name.trim() === "")).toEqual([]);
  expect($(".next-step a, .form-sheet").length).toBe(1);
});

forEvery(inOneLanguage)("Dialogue's panel has forms that work without scripts, in the page's language", (_, page) => {
  const { $, language } = page;
  const panel = $($(".dialogue-tab").attr("href")!);
  const right = `[method=post][action="/api/ai/chat"]:has([name=locale][value=${language}]):has([name=message])`;
  expect(panel.find("form").filter(right).length).toBe(2);
  expect(panel.find(`textarea[maxlength=${MAX_QUESTION_CHARACTERS}]`).length).toBe(1);
  expect(panel.find(".ask-terms").text()).toMatch(/\b(?:AI|KI)\b/);
  expect(panel.find(".ask-terms a").attr("href")).toBe(`/${language}/legal/privacy#dialogue`);
});

// Articles

const lists = languages.flatMap((language) =>
  (["guides", "perspectives"] as const).map((list) => [`/${language}/${list}`, language, list] as const),
);

forEvery(lists)("the list of a kind has all of its articles, newest first", async (address, language, list) => {
  const page = pages.get(address)!;
  const listed = shippedArticles[list].map((slug) => `/${language}/${list}/${slug}`);
  const urls = listed.map((path) => BASE_URL + path);
  expect(articlesOn(page)).toEqual(listed);
  const markdown = (await get(`${address}.md`)).text;
  expect([...markdown.matchAll(/^- \[.*\]\((.*?)\): ./gm)].map((match) => match[1])).toEqual(urls);
  const feed = language === "en" ? "/feed.xml" : `/feed.xml?locale=${language}`;
  expect(page.$(".reading-all a").last().attr("href")).toBe(feed);
});

forEvery(languages)("the home page has the three newest articles, a concept the newest of its own", (language) => {
  const shelf = services.snapshot().articles.articlesIn(language);
  const newest = (articles: typeof shelf) => {
    const sorted = articles.toSorted((one, other) => (one.published < other.published ? 1 : -1));
    return sorted.slice(0, 3).map(({ kind, slug }) => `/${language}/${kind}s/${slug}`);
  };
  const ofConcept = shelf.filter(({ concept }) => concept === "AFTER");
  expect(articlesOn(pages.get(`/${language}`)!)).toEqual(newest(shelf));
  expect(articlesOn(pages.get(`/${language}/after-commerce`)!)).toEqual(newest(ofConcept));
});

const articles = inOneLanguage.filter(([, { path }]) => isArticle(path));
forEvery(articles)("an article has its author, dates and length in JSON-LD and link previews", (address, page) => {
  const { $, language, path } = page;
  const [list = "", slug = ""] = path.slice(1).split("/");
  const kind = list.slice(0, -1) as "guide" | "perspective";
  const { topics } = services.snapshot().articles.article({ kind, slug }, language)!;
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
    image: imageOf(page),
    articleSection: section,
    keywords: topics,
    timeRequired: `PT${minutes}M`,
  });
  expect(Date.parse(dateModified)).toBeGreaterThanOrEqual(Date.parse(published));
  const tags = $('meta[property^="article:"]').map((_, { attribs }) => `${attribs.property}: ${attribs.content}`);
  const times = [`article:published_time: ${published}`, `article:modified_time: ${dateModified}`];
  const others = [`article:author: ${author}`, `article:section: ${section}`];
  const expected = [...times, ...others, ...topics.map((topic) => `article:tag: ${topic}`)];
  expect(tags.get().sort()).toEqual(expected.sort());
  const words = $(".long-read").text();
  expect(Math.abs(wordCount - words.match(/[\p{L}\p{N}]\S*/gu)!.length)).toBeLessThan(60);
  expect($(".byline").text()).toMatch(new RegExp(`\\b${minutes}[ -]min`));
  expect(articlesOn(page).filter((path) => path !== address)).not.toEqual([]); // it leads to others
});
