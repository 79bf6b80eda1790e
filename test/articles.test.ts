import { describe, expect, it } from "@jest/globals";
import { load } from "cheerio";
import type { Replaced } from "../src/site.js";
import { articleFile } from "./fixtures/content.js";
import { libraryOf } from "./support/content-folder.js";
import { tinyContentFolder } from "./support/folders.js";
import { attributesOf } from "./support/html.js";
import { BASE_URL, site } from "./support/site.js";

type Site = ReturnType<typeof site>;
type Document = Awaited<ReturnType<Site["get"]>>["$"];

function siteWith(files: Readonly<Record<string, string>>, replaced: Replaced = {}): Site {
  const content = tinyContentFolder();
  for (const [file, text] of Object.entries(files)) content.write(`guides/${file}`, text);
  return site({ files: { library: libraryOf(content.folder) }, ...replaced });
}

const linksOf = ($: Document, selector = ".articles h3 a") => attributesOf($, selector, "href");
const graphOf = ($: Document): any[] => JSON.parse($('script[type="application/ld+json"]').text())["@graph"];
const articleIn = ($: Document) => graphOf($).find((node) => node["@type"] === "Article");

/** Everything that lists articles, and a guide that is beside another. */
const pages = ["/en", "/en.md", "/en/guides", "/en/guides.md", "/en/after-commerce", "/en/guides/bulbs"];
const lists = [...pages, "/feed.xml", "/sitemap.xml", "/llms-full.txt"];
const bulbs = articleFile({ slug: "bulbs", title: "Bulbs", related: ["guide:lamps"] });

it("a draft is on no page of a site with an address of its own", async () => {
  const { library } = siteWith({ "lamps/en.md": articleFile({ draft: true }), "bulbs/en.md": bulbs }).services;
  const { get } = site({ files: { library } }, { NODE_ENV: "development" });
  for (const path of ["/en/guides/lamps", "/en/guides/lamps.md", "/sv/guides/lamps"])
    expect((await get(path)).status).toBe(404);
  for (const path of lists) expect((await get(path)).text).not.toContain("guides/lamps");
});

it("in development, drafts and scheduled articles are shown, with a notice until they are public", async () => {
  let now = Date.parse("2026-11-30T12:00:00Z");
  const { library } = siteWith({
    "lamps/en.md": articleFile({ draft: true }),
    "shades/en.md": articleFile({ slug: "shades", title: "Shades", published: "2026-12-01T07:00" }),
  }).services;
  const { get } = site({ files: { library }, clock: () => now }, { NODE_ENV: "development", BASE_URL: "" });
  const [draft, scheduled] = ["/en/guides/lamps", "/en/guides/shades"] as const;
  const noticeOn = async (path: string) => (await get(path)).$(".notice").text();
  expect(linksOf((await get("/en/guides")).$)).toEqual(expect.arrayContaining([draft, scheduled]));
  expect(await noticeOn(draft)).toBe("This article is a draft. It is shown only in development.");
  expect(await noticeOn(scheduled)).toContain("will be public from 1 December 2026 at 07:00");
  now = Date.parse("2026-12-01T07:00:00Z");
  expect(await noticeOn(scheduled)).toBe("");
});

it("a scheduled article appears on its page and in every list at its minute, by the clocks of Stockholm", async () => {
  const noon = Date.parse("2026-11-20T11:00:00Z");
  let now = noon - 1;
  const later = { "lamps/en.md": articleFile({ published: "2026-11-20T12:00" }), "bulbs/en.md": bulbs };
  const { get } = siteWith(later, { clock: () => now });
  const seen = async () => {
    const named: string[] = [];
    for (const path of lists) if (/\/en\/guides\/lamps\b/.test((await get(path)).text)) named.push(path);
    return { status: (await get("/en/guides/lamps")).status, named };
  };
  expect(await seen()).toEqual({ status: 404, named: [] });
  expect(await seen()).toEqual({ status: 404, named: [] }); // from the cache
  now = noon;
  expect(await seen()).toEqual({ status: 200, named: lists });
});

describe("An article that is not translated", () => {
  const { get, services } = siteWith({
    "lamps/en.md": articleFile(),
    "lamps/nb.md": articleFile({ title: "Slik selger du en lampe", author: "Redaksjonen" }),
  });
  const english = `${BASE_URL}/en/guides/lamps`;
  const notice = services.getFixedT("sv")("articles:notInLanguage");

  it("is shown in English on a page in the visitor's language, with a notice and the English canonical URL", async () => {
    const { status, $ } = await get("/sv/guides/lamps");
    const languagesOf = (...parts: string[]) => new Set(parts.map((part) => $(part).closest("[lang]").attr("lang")));
    expect({ status, notice: $(".notice").text() }).toEqual({ status: 200, notice });
    expect(linksOf($, ".trail a")).toEqual(["/sv", "/sv/guides"]);
    expect(languagesOf("html", ".notice", ".masthead nav", ".trail")).toEqual(new Set(["sv"]));
    expect(languagesOf("h1", ".long-read", ".next-step")).toEqual(new Set(["en"]));
    expect($("link[rel=canonical]").attr("href")).toBe(english);
    expect($("link[hreflang], meta[property='og:locale:alternate']").length).toBe(0);
    expect(articleIn($)).toMatchObject({ "@id": english, inLanguage: "en", articleSection: "Guide" });
    const markdown = await get("/sv/guides/lamps.md");
    expect(markdown.headers.link).toBe(`<${english}>; rel="canonical"`);
    for (const part of ['lang: "en"', `\n> ${notice}\n`]) expect(markdown.text).toContain(part);
  });

  it("has hreflang links only to the languages it is written in, and there no notice", async () => {
    const { $ } = await get("/en/guides/lamps");
    expect(attributesOf($, "link[hreflang]", "hreflang")).toEqual(["en", "nb", "x-default"]);
    expect(attributesOf($, ".languages a", "hreflang")).toEqual(["en", undefined, "nb"]);
    expect(linksOf($, ".languages a")).toEqual(["/en/guides/lamps", "/sv/guides/lamps", "/nb/guides/lamps"]);
    expect($(".notice").length).toBe(0);
    expect((await get("/en/guides/lamps.md")).text).not.toContain("\n> ");
  });

  it("answers 404 in other languages if there is no English text, as does an unknown article", async () => {
    const { get } = siteWith({ "lamps/sv.md": articleFile({ title: "Lampor" }) });
    const { status, $ } = await get("/sv/guides/lamps");
    expect({ status, inEnglish: (await get("/en/guides/lamps")).status }).toEqual({ status: 200, inEnglish: 404 });
    expect(linksOf($, "link[hreflang]")).toEqual([`${BASE_URL}/sv/guides/lamps`]);
    expect(linksOf($, ".languages a")).toEqual(["/en/guides", "/sv/guides/lamps", "/nb/guides"]);
    for (const path of ["/sv/perspectives/lamps", "/sv/guides/nothing.md", "/sv/guides/__proto__"])
      expect({ path, status: (await get(path)).status }).toEqual({ path, status: 404 });
  });
});

it("a text has cells named by their column, links back from notes, contents of three sections, and its last change", async () => {
  const table = "| A | B |\n|:-:|--:|\n| 1 | 2 |\n| 3 | 4 |\n";
  const sections = "One.[^a] Two.[^a]\n\n## A {#a}\n\nText.\n\n### Bulbs {#bulbs}\n\nText.\n\n## B {#b}\n\nText.\n";
  const third = `## C {#c}\n\n${table}\n${table.replace("A | B", "C | D")}\n`;
  const { get } = siteWith({
    "lamps/en.md": articleFile({ updated: "2026-11-15" }, `${sections}\n${third}[^a]: Note.\n`),
    "shades/en.md": articleFile({ slug: "shades", title: "Shades" }, `${sections}\n[^a]: Note.\n`),
  });
  const { $ } = await get("/en/guides/lamps");
  expect(attributesOf($, "td", "data-column").join("")).toBe("ABABCDCD");
  expect($("[style]").length).toBe(0);
  expect(linksOf($, ".note-back").map((link) => $(link!.replace(":", "\\:")).text())).toEqual(["1", "1"]);
  expect(new Set(attributesOf($, ".note-back", "aria-label")).size).toBe(2);
  expect(linksOf($, ".contents a")).toEqual(["#a", "#b", "#c"]);
  expect(articleIn($).dateModified).toBe("2026-11-15T00:00:00+01:00");
  expect($(".byline").text()).toContain("Updated 15 November 2026");
  const short = (await get("/en/guides/shades")).$;
  expect(short(".contents").length).toBe(0);
  expect(short(".byline").text()).not.toContain("Updated");
});

it("a list without articles says so, and other pages leave the part out", async () => {
  const { get, services } = siteWith({}, { clock: () => Date.parse("2026-01-01T00:00:00Z") });
  const noArticles = services.getFixedT("sv")("articles:list.empty");
  for (const path of ["/sv/guides", "/sv/guides.md"]) expect((await get(path)).text).toContain(noArticles);
  expect((await siteWith({}).get("/sv/guides.md")).text).not.toContain(noArticles); // with one article
  expect((await get("/sv")).$(".reading").length).toBe(0);
});

it("hostile Markdown is escaped on an article page", async () => {
  const body = [
    "\\<script>alert(1)\\</script> \\<img src=x onerror=alert(1)> \\<!-- \\<b>",
    '## A \\<i onclick="x">title\\</i> & more {#more}\n\n## B {#b}\n\n## C {#c}',
    '`<b>`, [words](https://example.com "\' onclick=alert(1)"), <https://example.com/"onclick=alert(1)>',
    '| a \\<b>b\\</b> | " onclick="alert(1) |\n|---|---|\n| \\<svg onload=alert(1)> | [x](page:home) |',
    "A note.[^n]\n\n[^n]: \\<iframe src=//evil.example> and `code`",
    "```html onclick=x\n<script>alert(1)</script>\n```",
  ];
  const { library } = siteWith({ "lamps/en.md": articleFile({}, body.join("\n\n")) }).services;
  const hostile = { title: `</script><img src=x onerror=alert(1)>"'`, author: "<b>Us</b>" };
  const articles = library.articles.map((article) => ({ ...article, ...hostile }));
  const { get } = site({ files: { library: { ...library, articles } } });
  const { text } = await get("/en/guides/lamps");
  const $ = load(text); // reads as browsers do
  const elements = $("*").toArray();
  const attributes = elements.flatMap((element) => Object.keys($(element).attr() ?? {}));
  expect($("main script, main img, main iframe, main i, main b, main svg[onload]").length).toBe(0);
  expect(attributes.filter((name) => name.startsWith("on"))).toEqual([]);
  expect(text.match(/<\/script>/g)).toHaveLength(2); // the page's data, and the script of Dialogue
  for (const heading of ["h2#more", ".contents a:first"])
    expect($(heading).text()).toBe('A <i onclick="x">title</i> & more');
  expect($("td").eq(1).attr("data-column")).toBe('" onclick="alert(1)');
  expect(articleIn($).headline).toBe(`</script><img src=x onerror=alert(1)>"'`);
});
