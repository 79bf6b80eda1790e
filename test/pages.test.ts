import { describe, expect, it } from "@jest/globals";
import { type CheerioAPI, load } from "cheerio";
import type { Library } from "../src/content/library.js";
import { createViews } from "../src/views.js";
import { inLine } from "./support/html.js";
import { languageSigns } from "./support/language.js";
import { BASE_URL, site } from "./support/site.js";
import { everyAddress, everyArticle, everyPage, languages, specifiedPages } from "./support/specified-pages.js";

const { get, services } = site();
const { name } = services.library.organisation;

const roomOf = (path: string) =>
  ["after-commerce", "boardroom-for-commerce", "commerce-commons"].find((room) => path.split("/")[1] === room) ??
  "home";
const isArticle = (path: string) => /^\/(?:guides|perspectives)\/./.test(path);
const kindOf = (path: string) => {
  if (isArticle(path)) return "Article";
  if (/^\/(?:guides|perspectives)$/.test(path)) return "CollectionPage";
  return path.endsWith("/faq") ? "FAQPage" : "WebPage";
};
const pagesAbove = (path: string) =>
  specifiedPages.filter((other) => path !== other && `${path}/`.startsWith(`${other}/`));

/** Every page, made and read once. */
const pages = new Map<string, Awaited<ReturnType<typeof get>>>();
for (const [address] of everyAddress) pages.set(address, await get(address));

const titleOf = ({ $ }: { $: CheerioAPI }) => $("title").text();
const descriptionOf = ({ $ }: { $: CheerioAPI }) => $("meta[name=description]").attr("content")!;
/** The titles and descriptions of each language, of every page one. */
const said = Object.fromEntries(
  languages.map((language) => {
    const own = everyAddress.filter(([, theirs]) => theirs === language).map(([address]) => pages.get(address)!);
    return [language, { titles: own.map(titleOf), descriptions: own.map(descriptionOf) }];
  }),
);

/** Every link within the site, from every page: [where it leads, where it stands]. */
const internalLinks = new Map<string, string>();
for (const [address, { $ }] of pages) {
  for (const link of $("a[href^='/'], link[href^='/']").toArray()) internalLinks.set($(link).attr("href")!, address);
}

describe.each(everyAddress)("%s", (address, language, path) => {
  const page = pages.get(address)!;

  it("is a page in its language, with one heading", async () => {
    const { status, headers, $ } = page;

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

  it("has a title and a description of its own, of a length that search results show", async () => {
    const [title, description] = [titleOf(page), descriptionOf(page)];
    const { titles, descriptions } = said[language]!;

    expect(title).toMatch(new RegExp(`^.{3,60} · ${name}$`));
    expect(description).toMatch(/^.{80,160}$/);
    expect(titles.filter((other) => other === title)).toHaveLength(1);
    expect(descriptions.filter((other) => other === description)).toHaveLength(1);
  });

  it("names its canonical address and its siblings in all languages", async () => {
    const { $ } = page;
    const alternates = $("link[rel=alternate][hreflang]")
      .toArray()
      .map((link) => [$(link).attr("hreflang"), $(link).attr("href")]);

    expect($("link[rel=canonical]").attr("href")).toBe(BASE_URL + address);
    expect(alternates).toEqual([
      ...languages.map((other) => [other, `${BASE_URL}/${other}${path}`]),
      ["x-default", `${BASE_URL}/en${path}`],
    ]);
  });

  it("describes itself to link previews, with a picture that is there in the size it says", async () => {
    const { $ } = page;
    const property = (key: string) => $(`meta[property="og:${key}"]`).attr("content");
    const address = property("image")!.slice(BASE_URL.length);
    const image = services.assets.all.find((asset) => asset.address === address)!;

    expect(property("title")).toBe($("title").text().replace(` · ${name}`, ""));
    expect(property("description")).toBe($("meta[name=description]").attr("content"));
    expect(property("url")).toBe($("link[rel=canonical]").attr("href"));
    expect(property("site_name")).toBe(name);
    expect(property("type")).toBe(isArticle(path) ? "article" : "website");
    expect(property("image:alt")).toBe($("h1").text());
    expect($("meta[name='twitter:card']").attr("content")).toBe("summary_large_image");
    expect(property("locale")).toMatch(new RegExp(`^${language}_[A-Z]{2}$`));
    expect($('meta[property="og:locale:alternate"]').length).toBe(languages.length - 1);
    expect(image.type).toBe("image/png");
    expect(image.address).toMatch(new RegExp(`^/share/[\\w-]+\\.${language}\\.[A-Z0-9]{8}\\.png$`));
    expect([image.identity.readUInt32BE(16), image.identity.readUInt32BE(20)]).toEqual([1200, 630]);
    expect([property("image:width"), property("image:height")]).toEqual(["1200", "630"]);
  });

  it("offers the same page in the other languages, and says which one this is", async () => {
    const { $ } = page;
    const links = $(".languages a").toArray();

    expect(links.map((link) => $(link).attr("href"))).toEqual(languages.map((other) => `/${other}${path}`));
    expect(links.map((link) => $(link).attr("lang"))).toEqual([...languages]);
    expect(links.map((link) => $(link).attr("hreflang"))).toEqual([...languages]);
    expect($(".languages [aria-current]").attr("lang")).toBe(language);
  });

  it("tells search engines who publishes it and the way down to it", async () => {
    const { $ } = page;
    const graph = JSON.parse($('script[type="application/ld+json"]').text())["@graph"] as Record<string, any>[];
    const ofType = (type: string) => graph.find((node) => node["@type"] === type);
    const trail = $(".trail li")
      .toArray()
      .map((step) => $(step).text().trim());

    const { logo, ...publisher } = ofType("Organization")!;
    expect(publisher).toMatchObject({ name, url: `${BASE_URL}/`, email: services.library.organisation.mail });
    expect((await get(logo.slice(BASE_URL.length))).headers["content-type"]).toBe("image/png");
    expect(ofType(kindOf(path))).toMatchObject({
      url: BASE_URL + address,
      inLanguage: language,
    });
    const crumbs = ofType("BreadcrumbList")?.itemListElement ?? [];
    expect(crumbs.map(({ position, name }: any) => [position, name])).toEqual(trail.map((step, at) => [at + 1, step]));
    expect(ofType(kindOf(path))!.breadcrumb).toEqual(
      path === "" ? undefined : { "@id": ofType("BreadcrumbList")!["@id"] },
    );
    expect(trail).toHaveLength(path === "" ? 0 : pagesAbove(path).length + 1);
    expect($(".trail [aria-current=page]").text()).toBe(trail.at(-1) ?? "");
  });

  it("names each of its regions and menus", async () => {
    const { $ } = page;
    const names = $("nav, section, dialog, [role=group]")
      .toArray()
      .map((part) => $(part).attr("aria-label") ?? $(`[id="${$(part).attr("aria-labelledby")}"]`).text());

    expect(names.filter((name) => name.trim() === "")).toEqual([]);
  });

  it("is written in its language throughout", async () => {
    const { $ } = page;
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

  it("shows no raw key, no raw Markdown and no unfilled placeholder", async () => {
    const { $ } = page;
    const text = $("html").clone().find("script").remove().end().text();

    expect(text).not.toMatch(/\b(?:site|pages|forms|errors):\w/);
    expect(text).not.toMatch(/\{\{|\}\}|\{#|\]\(|\*\*|undefined|\[object/);
  });

  it("ends in one next step, a form or a link that leads somewhere", async () => {
    const { $ } = page;
    const href = $(".next-step a.action").attr("href") ?? "#form";

    expect($(".next-step a, .form-sheet").length).toBe(1);
    expect(/^(?:mailto:|#form$)/.test(href) || internalLinks.has(href)).toBe(true);
  });

  it("says of its own links in menu and foot that they lead here, and of no others", async () => {
    const { $ } = page;
    const own = (links: string) =>
      $(links)
        .toArray()
        .map((link) => $(link).attr("href"));
    const links = ".masthead a:not([lang]), .colophon li a:not([lang])";
    expect(own(links).filter((href) => href === address)).toEqual(own(`:is(${links})[aria-current="page"]`));
  });

  it("leads from its foot to every page", async () => {
    const { $ } = page;
    const links = new Set(
      $(".colophon a[href^='/']")
        .toArray()
        .map((link) => $(link).attr("href")),
    );
    for (const other of specifiedPages.slice(1)) expect(links).toContain(`/${language}${other}`);
    for (const other of languages) expect(links).toContain(`/${other}${path}`);
  });
});

it.each(languages)("every page in %s is reached from its home page", (language) => {
  const reached = new Set([`/${language}`]);
  for (const from of reached) {
    const { $ } = pages.get(from)!;
    for (const link of $("main a[href^='/'], .masthead a[href^='/']").toArray()) {
      const target = $(link).attr("href")!.split("#")[0]!;
      if (pages.has(target) && target.startsWith(`/${language}`)) reached.add(target);
    }
  }
  expect(reached.size).toBe(specifiedPages.length + everyArticle.length / languages.length);
});

it.each([...internalLinks])("the link to %s, on %s, leads to a page and to what it names there", async (href) => {
  const [path, id] = href.split("#");
  const { status, $ } = pages.get(path!) ?? (await get(path!));

  expect(status).toBe(200);
  if (id) expect($(`#${id}`).length).toBe(1);
});

const faqs = everyPage.map(([address]) => address).filter((address) => address.endsWith("/faq"));

it.each(faqs)("the questions of %s are the questions that search engines are told", async (address) => {
  const { $ } = await get(address);
  const graph = JSON.parse($('script[type="application/ld+json"]').text())["@graph"] as Record<string, any>[];
  const { mainEntity } = graph.find((node) => node["@type"] === "FAQPage")!;

  expect(mainEntity.length).toBeGreaterThanOrEqual(10);
  expect(mainEntity.map((question: any) => question.name)).toEqual(
    $(".question h3")
      .toArray()
      .map((h3) => $(h3).text()),
  );
  expect(load(mainEntity[0].acceptedAnswer.text).text().trim()).toBe($(".question .prose").first().text().trim());
  expect(JSON.stringify(mainEntity)).not.toContain('href=\\"/');
});

it("no paragraph stands on two pages", async () => {
  const seen = new Map<string, string>();
  for (const [address, { $ }] of pages) {
    for (const paragraph of $("main p, main li").toArray()) {
      if ($(paragraph).closest(".board, .subscribe, .reading, .notes, .field, .form-kept").length > 0) continue; // stands wherever it belongs
      const text = $(paragraph).text().trim();
      if (text.length < 60) continue;
      expect([text, seen.get(text) ?? address]).toEqual([text, address]);
      seen.set(text, address);
    }
  }
});

it("every page and article has a share image of its own", () => {
  const images = [...pages.values()].map(({ $ }) => $('meta[property="og:image"]').attr("content"));
  expect(new Set(images).size).toBe(everyAddress.length);
});

it("no text set apart breaks after the hyphen of a word such as e-post, within a pair of times, or between day and month", async () => {
  for (const [address, { text }] of pages) {
    const $ = load(text);
    const texts = $("main").find(".lead, .key-facts dd, .board-change, .form-text, .field-hint");
    expect([
      address,
      texts.text().match(/.{9}(?:(?<![\p{L}\w./-])\p{L}-\p{L}|\d–\d|\d\.? \p{L}+ 20\d\d).{9}/gu),
    ]).toEqual([address, null]);
  }
});

it("the menu says where one is", async () => {
  const current = async (address: string) =>
    (await get(address)).$(".menu-list:not(.languages) [aria-current]").first().attr("aria-current");
  expect(await current("/sv/after-commerce")).toBe("page");
  expect(await current("/sv/after-commerce/faq")).toBe("true");
  expect(await current("/sv")).toBeUndefined();
});

it("whatever signs a title holds, it is shown as text, in HTML and in data", async () => {
  const hostile = `</script><b onclick="x">&amp;`;
  const library: Library = {
    ...services.library,
    page: (name, locale) => ({ ...services.library.page(name, locale), title: hostile, heading: hostile }),
  };
  const { $, text } = await site({ library }).get("/en");

  expect($("h1").text()).toBe(hostile);
  expect($("[onclick], b").length).toBe(0);
  expect(text.match(/<\/script>/g)).toHaveLength(2); // the page's data, and the script of Dialogue
  expect(JSON.parse($('script[type="application/ld+json"]').text())["@graph"][1].name).toBe(hostile);
});

it("a view that asks for what is not there fails, instead of leaving a gap on a page", () => {
  const views = createViews("views", services);
  expect(() => views.renderString("{{ nothing }}", {})).toThrow(/nothing|undefined/);
});

it.each(languages)("the home page in %s leads to the rooms that have a page", async (language) => {
  const { $ } = await get(`/${language}`);
  const rooms = $(".room").toArray();

  expect(rooms.map((room) => $(room).attr("data-room"))).toEqual([
    "after-commerce",
    "boardroom-for-commerce",
    "commerce-commons",
  ]);
  expect($(rooms[0]!).find("h3 a").attr("href")).toBe(`/${language}/after-commerce`);
});

describe.each(languages)("the departure board in %s", (language) => {
  const row = async (address: string, id: string) => (await get(address)).$(`#${id}`);

  it("strikes out the date and the title of what is called off, and says so in words", async () => {
    const off = await row(`/${language}`, "after-commerce-stockholm-2027-02-17");
    expect(off.find("time s").text()).toBe("17");
    expect(off.find(".board-title s").text()).toBe(off.find(".board-title").text());
    expect(off.find(".board-change").text()).toMatch(/^(Cancelled|Inställd|Avlyst)\. ./);
    expect(off.find(".board-links a").length).toBe(0);
  });

  it("shows the date that one was moved from beside the new one, and says it once to who listens", async () => {
    const moved = await row(`/${language}/after-commerce/gothenburg`, "after-commerce-gothenburg-2027-05-06");
    expect(moved.find("time").attr("datetime")).toMatch(/^2027-05-13T/);
    expect(moved.find("s").text()).toMatch(/^06 ma[ijy]$/i);
    expect(moved.find("s").attr("aria-hidden")).toBe("true");
    expect(inLine(moved.find(".board-change").text())).toMatch(
      /^(Moved from|Flyttad från|Flyttet fra) .*6\.? ma[ijy] 2027/i,
    );
  });

  it("names each way into one's calendar differently", async () => {
    const { $ } = await get(`/${language}`);
    const names = $(".board-links a, .calendar-links a")
      .toArray()
      .map((link) => $(link).attr("aria-label")!);
    expect(names.length).toBeGreaterThan(30);
    expect(new Set(names).size).toBe(names.length);
  });

  it("draws each mark once", async () => {
    const { $ } = await get(`/${language}`);
    const symbols = new Set(
      $(".board symbol")
        .toArray()
        .map((symbol) => `#${$(symbol).attr("id")}`),
    );
    for (const use of $(".board use").toArray()) expect(symbols).toContain($(use).attr("href"));
  });
});
