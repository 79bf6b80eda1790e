import { describe, expect, it, jest } from "@jest/globals";
import { load } from "cheerio";
import type { Library } from "../src/content/library.js";
import { placesIn } from "../src/search/places.js";
import type { Services } from "../src/services.js";
import { articleFile } from "./support/article.js";
import { tinyContentFolder } from "./support/content-copy.js";
import { libraryOf } from "./support/content-folder.js";
import { forEvery } from "./support/for-every.js";
import { BASE_URL, NOW, site } from "./support/site.js";
import { languages } from "./support/specified-pages.js";

type Site = ReturnType<typeof site>;
type Document = Awaited<ReturnType<Site["get"]>>["$"];

const libraries = new Map<string, Library>();

/** A tiny site with some more guides, each the text of a file below guides/; the same files are read once. */
function siteWith(
  files: Readonly<Record<string, string>>,
  replaced: Partial<Services> = {},
  variables: NodeJS.ProcessEnv = {},
): Site {
  const key = JSON.stringify(files);
  if (!libraries.has(key)) {
    const content = tinyContentFolder();
    for (const [file, text] of Object.entries(files)) content.write(`guides/${file}`, text);
    libraries.set(key, libraryOf(content.folder));
  }
  return site({ library: libraries.get(key)!, ...replaced }, variables);
}

const linksOf = ($: Document, selector = ".articles h3 a") =>
  $(selector)
    .toArray()
    .map((link) => $(link).attr("href"));
const articleIn = ($: Document) =>
  JSON.parse($('script[type="application/ld+json"]').text())["@graph"].find(
    (node: { "@type": string }) => node["@type"] === "Article",
  );

describe("Unknown article", () => {
  const { get, services } = siteWith({});
  const unknown = [
    "/guides/nothing",
    "/perspectives/chairs",
    "/guides/nothing.md",
    "/guides/Chairs",
    "/guides/chairs/more",
    "/guides/__proto__",
    "/guides/constructor.md",
    "/guides/%2e%2e%2fhome",
    `/guides/${"a".repeat(4000)}`,
  ];
  forEvery(languages.flatMap((language) => unknown.map((path) => [path, language] as const)))(
    "answers 404 in the language of the address",
    async (path, language) => {
      const { status, headers, $ } = await get(`/${language}${path}`);
      expect([status, headers["cache-control"], $("html").attr("lang")]).toEqual([404, "no-store", language]);
      expect($("h1").text()).toBe(services.getFixedT(language)("errors:notFound.heading"));
    },
  );
});

describe("A draft", () => {
  const { get } = siteWith({
    "lamps/en.md": articleFile({ draft: true }),
    "shades/en.md": articleFile({ slug: "shades", title: "Shades", related: ["guide:lamps"] }),
  });

  it.each(["/en/guides/lamps", "/en/guides/lamps.md", "/sv/guides/lamps"])("answers 404 at %s", async (address) => {
    expect((await get(address)).status).toBe(404);
  });

  it("appears in no list and not under further reading", async () => {
    for (const address of ["/en", "/en/guides", "/en/guides.md", "/en/after-commerce", "/en/guides/shades"]) {
      expect((await get(address)).text).not.toContain("guides/lamps");
    }
  });
});

it("drafts and scheduled articles are shown only in development, with a notice until they are public", async () => {
  let now = Date.parse("2026-11-30T12:00:00Z");
  const files = {
    "lamps/en.md": articleFile({ draft: true }),
    "shades/en.md": articleFile({
      slug: "shades",
      title: "Shades",
      published: "2026-12-01T07:00",
      updated: "2026-12-01T07:00",
    }),
  };
  const noticesOf = async (variables: NodeJS.ProcessEnv, paths: readonly string[]) => {
    const { get } = siteWith(files, { clock: () => now }, variables);
    return Promise.all(
      paths.map(async (path) => {
        const { status, $ } = await get(path);
        return status === 200 ? $(".notice").text() : status;
      }),
    );
  };
  const paths = ["/en/guides/lamps", "/en/guides/shades"];
  const development = { NODE_ENV: "development", BASE_URL: "" };

  expect(await noticesOf(development, paths)).toEqual([
    "This article is a draft. It is shown only in development.",
    "This article will be public from 1 December 2026 at 07:00. Until then, it is shown only in development.",
  ]);
  for (const variables of [{ NODE_ENV: "production" }, { NODE_ENV: "development" }])
    expect([variables, await noticesOf(variables, paths)]).toEqual([variables, [404, 404]]);
  const { get, services } = siteWith(files, { clock: () => now }, development);
  expect(linksOf((await get("/en/guides")).$).sort()).toEqual(expect.arrayContaining(paths));
  now = Date.parse("2026-12-01T07:00:00Z");
  expect((await get("/en/guides/shades")).$(".notice").text()).toBe("");
  expect(services.articles.current().unpublished.map(({ slug }) => slug)).toEqual(["lamps"]);
});

describe("A scheduled article", () => {
  /** 12:00 on the wall clocks of Stockholm is 11:00 UTC in November. */
  const NOON = Date.parse("2026-11-20T11:00:00Z");
  const later = {
    "lamps/en.md": articleFile({ published: "2026-11-20T12:00" }),
    "shades/en.md": articleFile({ slug: "shades", title: "Shades", related: ["guide:lamps"] }),
  };
  const listing = ["/en", "/en.md", "/en/guides", "/en/guides.md", "/en/after-commerce", "/en/guides/shades"];

  it("is published on time even if its minute passes during a request", async () => {
    let clockReads = 0;
    const content = tinyContentFolder();
    content.write("guides/lamps/en.md", articleFile());
    content.write("guides/lamps/sv.md", articleFile({ title: "Lampor", published: "2026-11-20T12:00" }));
    const library = libraryOf(content.folder);
    for (let late = 1; late < 8; late++) {
      clockReads = 0;
      const { get } = site({ library, clock: () => (++clockReads < late ? NOON - 1 : NOON) });
      await get("/sv/guides/lamps");
      await get("/sv/guides");
      expect([late, (await get("/sv/guides/lamps")).$("h1").text()]).toEqual([late, "Lampor"]);
      expect([late, linksOf((await get("/sv/guides")).$)[0]]).toEqual([late, "/sv/guides/lamps"]);
    }
  });

  it("appears on every page and in every list at its minute", async () => {
    let now = NOON - 1;
    const { get } = siteWith(later, { clock: () => now });
    const seen = async () => {
      const texts = await Promise.all(listing.map(async (address) => (await get(address)).text));
      return texts.map((text) => /\/en\/guides\/lamps\b/.test(text));
    };
    expect((await get("/en/guides/lamps")).status).toBe(404);
    expect(new Set(await seen())).toEqual(new Set([false]));
    expect(new Set(await seen())).toEqual(new Set([false])); // from the cache

    now = NOON;
    expect((await get("/en/guides/lamps")).status).toBe(200);
    expect(new Set(await seen())).toEqual(new Set([true]));
    expect(linksOf((await get("/en/guides")).$)[0]).toBe("/en/guides/lamps");
  });
});

describe("An article that is not translated", () => {
  const { get, services } = siteWith({
    "lamps/en.md": articleFile(),
    "lamps/nb.md": articleFile({ title: "Slik selger du en lampe", author: "Redaksjonen" }),
  });

  it("is listed only in the languages it is written in", async () => {
    for (const [language, there] of [
      ["en", true],
      ["nb", true],
      ["sv", false],
    ] as const) {
      expect(linksOf((await get(`/${language}/guides`)).$).includes(`/${language}/guides/lamps`)).toBe(there);
      expect((await get(`/${language}/guides.md`)).text.includes("/guides/lamps")).toBe(there);
      expect((await get(`/${language}/after-commerce`)).text.includes("/guides/lamps")).toBe(there);
    }
  });

  it("is shown in English under the page's own language, with a notice and the English canonical URL", async () => {
    const { status, headers, $ } = await get("/sv/guides/lamps");

    expect(status).toBe(200);
    expect($("html").attr("lang")).toBe("sv");
    expect($("h1").closest("[lang]").attr("lang")).toBe("en");
    expect($(".long-read").closest("[lang]").attr("lang")).toBe("en");
    expect($(".notice").text()).toBe(services.getFixedT("sv")("articles:notInLanguage"));
    expect($(".notice").closest("[lang]").attr("lang")).toBe("sv");
    expect($(".masthead nav").closest("[lang]").attr("lang")).toBe("sv");
    expect($("link[rel=canonical]").attr("href")).toBe(`${BASE_URL}/en/guides/lamps`);
    expect($("link[hreflang]").length).toBe(0);
    expect($('meta[property="og:url"]').attr("content")).toBe(`${BASE_URL}/en/guides/lamps`);
    expect($('meta[property="og:locale"]').attr("content")).toBe("en_GB");
    expect(articleIn($)).toMatchObject({
      "@id": `${BASE_URL}/en/guides/lamps`,
      inLanguage: "en",
      articleSection: "Guide",
      mainEntityOfPage: `${BASE_URL}/en/guides/lamps`,
      isAccessibleForFree: true,
    });
    const { itemListElement } = JSON.parse($('script[type="application/ld+json"]').text())["@graph"].at(-1);
    expect(itemListElement.map((step: { item: string }) => step.item)).toEqual(
      ["/en", "/en/guides", "/en/guides/lamps"].map((path) => BASE_URL + path),
    );
    expect(linksOf($, ".trail a")).toEqual(["/sv", "/sv/guides"]);
    expect($(".trail").closest("[lang]").attr("lang")).toBe("sv");
    expect($('meta[property="og:locale:alternate"]').length).toBe(0);
    expect($('meta[property="article:section"]').attr("content")).toBe("Guide");
    expect($(".next-step").closest("[lang]").attr("lang")).toBe("en");
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  });

  it("has hreflang links only to the languages it is written in", async () => {
    const { $ } = await get("/en/guides/lamps");
    const claims = $("link[hreflang]")
      .toArray()
      .map((link) => $(link).attr("hreflang"));
    expect(claims).toEqual(["en", "nb", "x-default"]);
    expect($(".notice").length).toBe(0);
    expect($('.languages a[lang="sv"]').attr("hreflang")).toBeUndefined();
    expect($('.languages a[lang="sv"]').attr("href")).toBe("/sv/guides/lamps");
    expect($('.languages a[lang="nb"]').attr("hreflang")).toBe("nb");
  });

  it("has an English Markdown version with a notice and the English canonical URL", async () => {
    const { headers, text } = await get("/sv/guides/lamps.md");
    expect(headers.link).toBe(`<${BASE_URL}/en/guides/lamps>; rel="canonical"`);
    expect(text).toContain('lang: "en"');
    expect(text).toContain(`\n> ${services.getFixedT("sv")("articles:notInLanguage")}\n`);
    expect((await get("/en/guides/lamps.md")).text).not.toContain("\n> ");
  });

  it("is served in a language once its translation is published", async () => {
    let now = NOW;
    const { get } = siteWith(
      { "lamps/en.md": articleFile(), "lamps/sv.md": articleFile({ title: "Lampor", published: "2026-11-22" }) },
      { clock: () => now },
    );
    expect((await get("/sv/guides/lamps")).$("h1").text()).toBe("How to sell a lamp");
    expect((await get("/en/guides/lamps")).$('link[hreflang="sv"]').length).toBe(0);
    now += 24 * 60 * 60 * 1000;
    expect((await get("/sv/guides/lamps")).$("h1").text()).toBe("Lampor");
    expect((await get("/en/guides/lamps")).$('link[hreflang="sv"]').length).toBe(1);
  });

  it("answers 404 in other languages if there is no English text", async () => {
    const { get } = siteWith({ "lamps/sv.md": articleFile({ title: "Lampor" }) });
    const { status, $ } = await get("/sv/guides/lamps");
    expect([status, (await get("/en/guides/lamps")).status, (await get("/nb/guides/lamps")).status]).toEqual([
      200, 404, 404,
    ]);
    expect(linksOf($, "link[hreflang]")).toEqual([`${BASE_URL}/sv/guides/lamps`]);
    expect(linksOf($, ".languages a")).toEqual(["/en/guides", "/sv/guides/lamps", "/nb/guides"]);
  });
});

it("percent-encoded spellings of an address share one cached response", async () => {
  const { get, services } = siteWith({ "lamps/en.md": articleFile() });
  const made = jest.spyOn(services.responseCache, "make");
  for (const spelling of ["lamps", "%6Camps", "lam%70s", "%6C%61mps"]) {
    expect((await get(`/en/guides/${spelling}`)).status).toBe(200);
    expect((await get(`/en/guides/${spelling}.md`)).status).toBe(200);
  }
  expect(made.mock.calls.map(([address]) => address)).toEqual(["/en/guides/lamps", "/en/guides/lamps.md"]);
});

describe("The text of an article", () => {
  const guide = (slug: string, text: string, dates: Readonly<Record<string, string>> = {}) => ({
    [`${slug}/en.md`]: articleFile({ slug, title: `About ${slug}`, ...dates }, text),
  });
  const table = "| A | B |\n|:-:|--:|\n| 1 | 2 |\n| 3 | 4 |\n";
  const sections = "## A {#a}\n\nText.\n\n### Bulbs {#bulbs}\n\nHalogen glows.\n\n## B {#b}\n\nSilk chandeliers.\n";
  const { get, services } = siteWith({
    ...guide("note", "Opening.[^a]\n\n[^a]: The note.\n\n## First {#first}\n\nAfter the note.\n"),
    ...guide("twice", "One.[^a] Two.[^a]\n\n[^a]: Note.\n"),
    ...guide("tables", `${table}\n${table.replace("A | B", "C | D")}`),
    ...guide("two", sections),
    ...guide("three", `${sections}\n## C {#c}\n\nText.\n`),
    ...guide("changed", "Text.\n", { published: "2026-11-10", updated: "2026-11-15" }),
    ...guide("unchanged", "Text.\n", { published: "2026-11-10", updated: "2026-11-10" }),
  });

  it("keeps the order of text and notes in Markdown", async () => {
    const markdown = (await get("/en/guides/note.md")).text;
    expect(markdown).toContain("Opening.[^a]\n\n[^a]: The note.\n\n## First\n\nAfter the note.\n");
    expect(markdown).not.toContain("Read next");
  });

  it("has table cells with the heading of their column and no style attribute", async () => {
    const { $ } = await get("/en/guides/tables");
    const columns = $("td")
      .toArray()
      .map((cell) => $(cell).attr("data-column"));
    expect(columns.join("")).toBe("ABABCDCD");
    expect($("[style]").length).toBe(0);
  });

  it("links back from a note to both places that refer to it", async () => {
    const { $ } = await get("/en/guides/twice");
    const backs = $(".note-back").toArray();
    expect(linksOf($, ".note-back").map((link) => $(link!.replace(":", "\\:")).text())).toEqual(["1", "1"]);
    expect(new Set(backs.map((back) => $(back).attr("aria-label"))).size).toBe(2);
  });

  it("has a table of contents from three sections on, without subsections", async () => {
    expect((await get("/en/guides/two")).$(".contents").length).toBe(0);
    expect(linksOf((await get("/en/guides/three")).$, ".contents a")).toEqual(["#a", "#b", "#c"]);
  });

  it("is indexed for Dialogue by section, each with its subsections", () => {
    const { library, articles, getFixedT } = services;
    const places = placesIn("en", { library, articles: articles.current().list("en"), t: getFixedT("en") });
    expect(places.get("guide:two#a")).toMatchObject({
      path: "/en/guides/two#a",
      markdown: expect.stringMatching(/^Text\.\s+\*\*Bulbs\*\*\s+Halogen glows\.\s*$/),
    });
    expect(places.get("guide:two#b")?.markdown.trim()).toBe("Silk chandeliers.");
  });

  it("shows when it was changed after publication", async () => {
    const { $ } = await get("/en/guides/changed");
    expect($(".byline").text()).toContain("Updated 15 November 2026");
    expect(articleIn($).dateModified).toBe("2026-11-15T00:00:00+01:00");
    expect((await get("/en/guides/unchanged")).$(".byline").text()).not.toContain("Updated");
  });
});

it("a list without articles says so, and other pages leave the part out", async () => {
  const { get, services } = siteWith({}, { clock: () => Date.parse("2026-01-01T00:00:00Z") });
  for (const language of languages) {
    const { status, $ } = await get(`/${language}/guides`);
    expect([status, $(".reading ol").length]).toEqual([200, 0]);
    expect($(".reading").text()).toContain(services.getFixedT(language)("articles:list.empty"));
    expect((await get(`/${language}`)).$(".reading").length).toBe(0);
  }
});

it("hostile Markdown is escaped on an article page", async () => {
  const { get } = siteWith({
    "lamps/en.md": articleFile(
      { title: `</script><img src=x onerror=alert(1)>"'`, author: "<b>Us</b>" },
      [
        "<script>alert(1)</script> <img src=x onerror=alert(1)> <!-- <b>",
        '## A <i onclick="x">title</i> & more {#more}\n\n## B {#b}\n\n## C {#c}',
        '`<b>`, [words](https://example.com "\' onclick=alert(1)"), <https://example.com/"onclick=alert(1)>',
        '| a <b>b</b> | " onclick="alert(1) |\n|---|---|\n| <svg onload=alert(1)> | [x](page:home) |',
        "A note.[^n]\n\n[^n]: <iframe src=//evil.example> and `code`",
        "```html onclick=x\n<script>alert(1)</script>\n```",
      ].join("\n\n"),
    ),
  });
  const { status, text } = await get("/en/guides/lamps");
  const $ = load(text); // reads as browsers do

  expect(status).toBe(200);
  expect($("main script, main img, main iframe, main i, main b, main svg[onload]").length).toBe(0);
  expect(
    $("*").filter((_, element) => Object.keys($(element).attr() ?? {}).some((name) => /^on/.test(name))).length,
  ).toBe(0);
  expect(text.match(/<\/script>/g)).toHaveLength(2); // the page's data, and the script of Dialogue
  expect($("h2#more").text()).toBe('A <i onclick="x">title</i> & more');
  expect($(".contents a").first().text()).toBe('A <i onclick="x">title</i> & more');
  expect($("td").eq(1).attr("data-column")).toBe('" onclick="alert(1)');
  expect(articleIn($).headline).toBe(`</script><img src=x onerror=alert(1)>"'`);
});
