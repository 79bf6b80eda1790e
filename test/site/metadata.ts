/** The metadata of pages for search engines, link previews and browsers. */
import { expect, it } from "@jest/globals";
import { forEvery } from "../support/for-every.js";
import { inLine } from "../support/html.js";
import { BASE_URL } from "../support/site.js";
import { languages, pagePaths } from "../support/specified-pages.js";
import { crawled, descriptionOf, get, graphOf, isArticle, pages, services, titleOf } from "./crawl.js";

const { name, mail } = services.library.organisation;
const rooms = ["after-commerce", "boardroom-for-commerce", "commerce-commons"];
const roomOf = (path: string) => rooms.find((room) => path.split("/")[1] === room) ?? "home";
const kindOf = (path: string) => {
  if (isArticle(path)) return "Article";
  if (/^\/(?:guides|perspectives|dates)$/.test(path)) return "CollectionPage";
  return path.endsWith("/faq") ? "FAQPage" : "WebPage";
};
const pagesAbove = (path: string) => pagePaths.filter((other) => path !== other && `${path}/`.startsWith(`${other}/`));

const timesUsed = (textOf: typeof titleOf) => {
  const counts = new Map<string, number>();
  for (const page of pages.values()) {
    const key = `${page.language} ${textOf(page)}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
};
const [titles, descriptions] = [timesUsed(titleOf), timesUsed(descriptionOf)];

forEvery(crawled)("a page has its language and one heading", (_, { $, status, headers, language, path }) => {
  expect(status).toBe(200);
  expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(headers["content-language"]).toBe(language);
  expect($("html").attr("lang")).toBe(language);
  expect($("h1").length).toBe(1);
  expect($("h1").text().trim()).not.toBe("");
  expect($("html").attr("data-room")).toMatch(
    isArticle(path) ? /^(after-|boardroom-for-)?commerce(-commons)?$/ : roomOf(path),
  );
  expect($("meta[name=robots]").length).toBe(0);
  expect(headers["x-robots-tag"]).toBeUndefined();
  expect($("meta[name=viewport]").attr("content")).toBe("width=device-width, initial-scale=1");
});

forEvery(crawled)("a page has its own title and description, short enough for search results", (_, page) => {
  expect(titleOf(page).split(" · ").at(-1)).toBe(name);
  expect(titleOf(page).slice(0, -` · ${name}`.length)).toMatch(/^.{3,60}$/);
  expect(descriptionOf(page)).toMatch(/^.{80,160}$/);
  const [title, description] = [`${page.language} ${titleOf(page)}`, `${page.language} ${descriptionOf(page)}`];
  expect({ title, pages: titles.get(title) }).toEqual({ title, pages: 1 });
  expect({ description, pages: descriptions.get(description) }).toEqual({ description, pages: 1 });
});

forEvery(crawled)("a page has its canonical URL and hreflang links to all languages", (address, { $, path }) => {
  const alternates = $("link[rel=alternate][hreflang]")
    .toArray()
    .map((link) => [$(link).attr("hreflang"), $(link).attr("href")]);

  expect($("link[rel=canonical]").attr("href")).toBe(BASE_URL + address);
  expect(alternates).toEqual([
    ...languages.map((other) => [other, `${BASE_URL}/${other}${path}`]),
    ["x-default", `${BASE_URL}/en${path}`],
  ]);
});

forEvery(crawled)("a page has the metadata of link previews, with an image of the stated size", (_, page) => {
  const { $, language, path } = page;
  const metas = $("head > meta").toArray();
  const properties = metas.map(({ attribs }) => [attribs.property ?? attribs.name, attribs.content] as const);
  const contents = new Map(properties);
  const property = (key: string) => contents.get(`og:${key}`);
  const image = services.assets.all.find((asset) => asset.address === property("image")!.slice(BASE_URL.length))!;

  expect(property("title")).toBe(titleOf(page).replace(` · ${name}`, ""));
  expect(property("description")).toBe(descriptionOf(page));
  expect(property("url")).toBe($("link[rel=canonical]").attr("href"));
  expect(property("site_name")).toBe(name);
  expect(property("type")).toBe(isArticle(path) ? "article" : "website");
  expect(inLine(property("image:alt")!)).toBe(inLine($("h1").text()));
  expect(contents.get("twitter:card")).toBe("summary_large_image");
  expect(property("locale")).toMatch(new RegExp(`^${language}_[A-Z]{2}$`));
  expect(properties.filter(([key]) => key === "og:locale:alternate")).toHaveLength(languages.length - 1);
  expect(image.type).toBe("image/png");
  expect(image.address).toMatch(new RegExp(`^/share/[\\w-]+\\.${language}\\.[A-Z0-9]{8}\\.png$`));
  expect([16, 20].map((at) => image.read().identity.readUInt32BE(at))).toEqual([1200, 630]);
  expect([property("image:width"), property("image:height")]).toEqual(["1200", "630"]);
});

it("no two pages have the same share image", () => {
  const images = [...pages.values()].map(({ $ }) => $('meta[property="og:image"]').attr("content"));
  expect(images.filter((image, index) => images.indexOf(image) !== index)).toEqual([]);
});

forEvery(crawled)("a page has JSON-LD with its publisher and breadcrumbs", async (address, page) => {
  const { $, language, path } = page;
  const graph = graphOf(page);
  const ofType = (type: string) => graph.find((node) => node["@type"] === type);
  const trail = $(".trail li")
    .toArray()
    .map((step) => $(step).text().trim());

  const { logo, ...publisher } = ofType("Organization")!;
  expect(publisher).toMatchObject({ name, url: `${BASE_URL}/`, email: mail });
  expect((await get(logo.slice(BASE_URL.length))).headers["content-type"]).toBe("image/png");
  expect(ofType(kindOf(path))).toMatchObject({ url: BASE_URL + address, inLanguage: language });
  const crumbs = ofType("BreadcrumbList")?.itemListElement ?? [];
  expect(crumbs.map(({ position, name }: any) => [position, name])).toEqual(trail.map((step, at) => [at + 1, step]));
  expect(ofType(kindOf(path))!.breadcrumb).toEqual(
    path === "" ? undefined : { "@id": ofType("BreadcrumbList")!["@id"] },
  );
  expect(trail).toHaveLength(path === "" ? 0 : pagesAbove(path).length + 1);
  expect($(".trail [aria-current=page]").text()).toBe(trail.at(-1) ?? "");
});

forEvery(crawled.filter(([, { path }]) => path.endsWith("/faq")))(
  "an FAQ page has the same questions in JSON-LD as in HTML",
  (_, page) => {
    const { $ } = page;
    const { mainEntity } = graphOf(page).find((node) => node["@type"] === "FAQPage")!;
    const questions = $(".question h3")
      .toArray()
      .map((h3) => $(h3).text());

    expect(mainEntity.length).toBeGreaterThanOrEqual(10);
    expect(mainEntity.map((question: any) => question.name)).toEqual(questions);
    expect($(`<div>${mainEntity[0].acceptedAnswer.text}</div>`).text().trim()).toBe(
      $(".question .prose").first().text().replaceAll("\u2060", "").trim(), // which keeps words together on a page
    );
    expect(JSON.stringify(mainEntity)).not.toContain('href=\\"/');
  },
);
