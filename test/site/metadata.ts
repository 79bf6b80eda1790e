/** The metadata of pages for search engines, link previews and browsers. */
import { expect } from "@jest/globals";
import { forEvery } from "../support/for-every.js";
import { inLine, textsOf } from "../support/html.js";
import { BASE_URL } from "../support/site.js";
import { languages, pagePaths } from "../support/specified-pages.js";
import { type CrawledPage, crawled, descriptionOf, graphOf, isArticle, pages, services, titleOf } from "./crawl.js";

const { name, mail } = services.library.organisation;
const rooms = ["after-commerce", "boardroom-for-commerce", "commerce-commons"];
const roomOf = (path: string) => rooms.find((room) => path.split("/")[1] === room) ?? "home";
const kindOf = (path: string) => {
  if (isArticle(path)) return "Article";
  if (/^\/(?:guides|perspectives|dates)$/.test(path)) return "CollectionPage";
  return path.endsWith("/faq") ? "FAQPage" : "WebPage";
};
const imageOf = ({ $ }: CrawledPage) => $('meta[property="og:image"]').attr("content")!;
const pagesAbove = (path: string) => pagePaths.filter((other) => path !== other && `${path}/`.startsWith(`${other}/`));

forEvery(crawled)("a page has its language and one heading, and may be indexed", (_, page) => {
  const { $, status, headers, language, path } = page;
  expect(status).toBe(200);
  expect(headers).toMatchObject({ "content-type": "text/html; charset=utf-8", "content-language": language });
  expect(headers).not.toHaveProperty("x-robots-tag");
  expect($("meta[name=robots]").length).toBe(0);
  expect($("html").attr()).toMatchObject({
    lang: language,
    "data-room": isArticle(path) ? expect.stringMatching(/commerce/) : roomOf(path),
  });
  expect($("h1").length).toBe(1);
  expect($("h1").text().trim()).not.toBe("");
  expect($("meta[name=viewport]").attr("content")).toBe("width=device-width, initial-scale=1");
});

forEvery(languages)("no two pages have the same title, description or share image", (language) => {
  const own = [...pages.values()].filter((page) => page.language === language);
  for (const textOf of [titleOf, descriptionOf, imageOf]) {
    const texts = own.map(textOf);
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  }
});

forEvery(crawled)("a page has its canonical URL and hreflang links to all languages", (address, { $, path }) => {
  const alternates = $("link[rel=alternate][hreflang]").toArray();

  expect($("link[rel=canonical]").attr("href")).toBe(BASE_URL + address);
  expect(alternates.map(({ attribs: { hreflang, href } }) => ({ hreflang, href }))).toEqual([
    ...languages.map((other) => ({ hreflang: other, href: `${BASE_URL}/${other}${path}` })),
    { hreflang: "x-default", href: `${BASE_URL}/en${path}` },
  ]);
});

forEvery(crawled)("a page has the metadata of link previews, with an image of the stated size", (_, page) => {
  const { $, language, path } = page;
  const metas = $("head > meta").toArray();
  const contents = new Map(metas.map(({ attribs }) => [attribs.property ?? attribs.name, attribs.content]));
  const image = services.assets.all.find((asset) => asset.address === imageOf(page).slice(BASE_URL.length))!;

  expect(Object.fromEntries(contents)).toMatchObject({
    "og:title": titleOf(page).replace(` · ${name}`, ""),
    "og:description": descriptionOf(page),
    "og:url": $("link[rel=canonical]").attr("href"),
    "og:site_name": name,
    "og:type": isArticle(path) ? "article" : "website",
    "og:locale": expect.stringMatching(new RegExp(`^${language}_[A-Z]{2}$`)),
    "og:image:width": "1200",
    "og:image:height": "630",
    "twitter:card": "summary_large_image",
  });
  expect(inLine(contents.get("og:image:alt")!)).toBe(inLine($("h1").text()));
  expect($('meta[property="og:locale:alternate"]').length).toBe(languages.length - 1);
  expect(image).toMatchObject({
    type: "image/png",
    address: expect.stringMatching(new RegExp(`^/share/[\\w-]+\\.${language}\\.[A-Z0-9]{8}\\.png$`)),
  });
  const png = image.read().identity;
  expect({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) }).toEqual({ width: 1200, height: 630 });
});

forEvery(crawled)("a page has JSON-LD with its publisher and breadcrumbs", (address, page) => {
  const { $, language, path } = page;
  const graph = graphOf(page);
  const ofType = (type: string) => graph.find((node) => node["@type"] === type);
  const trail = textsOf($, ".trail li");

  const { logo, ...publisher } = ofType("Organization")!;
  const { itemListElement: crumbs = [], "@id": id } = ofType("BreadcrumbList") ?? {};
  const main = ofType(kindOf(path));

  expect(publisher).toMatchObject({ name, url: `${BASE_URL}/`, email: mail });
  expect(logo).toBe(`${BASE_URL}/icons/icon-512.png`);
  expect(main).toMatchObject({
    url: BASE_URL + address,
    inLanguage: language,
    publisher: { "@id": publisher["@id"] },
    dateModified: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00\+0[12]:00$/),
  });
  expect(main!.breadcrumb).toEqual(path === "" ? undefined : { "@id": id });
  expect(crumbs.map(({ position, name }: any) => ({ position, name }))).toEqual(
    trail.map((step, index) => ({ position: index + 1, name: step })),
  );
  expect(trail).toHaveLength(path === "" ? 0 : pagesAbove(path).length + 1);
  expect($(".trail [aria-current=page]").text()).toBe(trail.at(-1) ?? "");
});

forEvery(crawled.filter(([, { path }]) => path.endsWith("/faq")))(
  "an FAQ page has the same questions in JSON-LD as in HTML",
  (_, page) => {
    const { $ } = page;
    const { mainEntity } = graphOf(page).find((node) => node["@type"] === "FAQPage")!;
    const questions = textsOf($, ".question h3");

    expect(mainEntity.map((question: any) => inLine(question.name))).toEqual(questions);
    expect($(`<div>${mainEntity[0].acceptedAnswer.text}</div>`).text().trim()).toBe(
      $(".question .prose").first().text().replaceAll("\u2060", "").trim(), // which keeps words together on a page
    );
    expect(JSON.stringify(mainEntity)).not.toContain('href=\\"/');
  },
);
