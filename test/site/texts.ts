/** The texts of a page: in its language, filled in, valid as HTML, the same as Markdown. */
import { expect, it } from "@jest/globals";
import { parse } from "yaml";
import { forEvery } from "../support/for-every.js";
import { inLine } from "../support/html.js";
import { languageSigns } from "../support/language.js";
import { BASE_URL } from "../support/site.js";
import { languages, pagePaths, shippedArticles } from "../support/specified-pages.js";
import { errorsIn } from "../support/valid-html.js";
import { crawled, descriptionOf, get, pages, raw, services, titleOf } from "./crawl.js";

const firstArticles = [`/guides/${shippedArticles.guides[0]}`, `/perspectives/${shippedArticles.perspectives[0]}`];

/** Each page in one language and one article of each kind; `test/slow/html.test.ts` checks all in every language. */
const checkedAddresses = [...pagePaths, ...firstArticles].map(
  (path, index) => `/${languages[index % languages.length]}${path}`,
);

forEvery(crawled.filter(([address]) => checkedAddresses.includes(address)))(
  "a page is valid HTML",
  async (_, { text }) => {
    expect(await errorsIn(text)).toEqual([]);
  },
);

forEvery(crawled)("a page has no inline style or handler, and no resource of another host", (_, { $ }) => {
  expect($("[style], style, [onclick], [onload]").length).toBe(0);
  const resources = $("[src], link[rel=stylesheet], link[rel=preload]").toArray();
  const addresses = resources.map(({ attribs }) => attribs.src ?? attribs.href!);
  expect(addresses.filter((address) => !/^\/(?!\/)/.test(address))).toEqual([]);
});

it("an error page is valid HTML", async () => {
  expect(await errorsIn((await raw("/nb/finnes-ikke")).text)).toEqual([]);
});

forEvery(crawled)("every region and menu of a page has a name", (_, { $ }) => {
  const names = $("nav, section, dialog, [role=group]")
    .toArray()
    .map((part) => $(part).attr("aria-label") ?? $(`[id="${$(part).attr("aria-labelledby")}"]`).text());
  expect(names.filter((name) => name.trim() === "")).toEqual([]);
});

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

forEvery(crawled)("a page shows no translation key, no Markdown and no placeholder", (_, { $ }) => {
  const text = $("html").clone().find("script").remove().end().text();

  expect(text).not.toMatch(/\b(?:site|pages|forms|errors):\w/);
  expect(text).not.toMatch(/\{\{|\}\}|\{#|\]\(|\*\*|undefined|\[object/);
});

/** In characters. A line can be the same in Swedish and Norwegian. */
const MAX_SAME_IN_TRANSLATION = 120;
const isTranslation = (one: string, other: string) => one.slice(3) === other.slice(3);

it("no paragraph appears on two pages", () => {
  const seen = new Map<string, string>();
  const repeated: string[][] = [];
  for (const [address, { $ }] of pages) {
    for (const paragraph of $("main p, main li").toArray()) {
      // These lists and notes may repeat.
      if ($(paragraph).closest(".board, .index, .subscribe, .reading, .notes, .field, .form-kept").length > 0) continue;
      const text = $(paragraph).text().trim();
      if (text.length < 60) continue;
      const other = seen.get(text) ?? address;
      if (other !== address && !(text.length <= MAX_SAME_IN_TRANSLATION && isTranslation(other, address)))
        repeated.push([other, address, text]);
      seen.set(text, address);
    }
  }
  expect(repeated).toEqual([]);
});

forEvery(crawled)("a line cannot break within e-post, a pair of times, or between day and month", (_, { $ }) => {
  const texts = $("main").find(".lead, .key-facts dd, .board-change, .form-text, .field-hint");
  const breakable = /.{9}(?:(?<![\p{L}\w./-])\p{L}-\p{L}|\d–\d|\d\.? \p{L}+ 20\d\d).{9}/gu;
  expect(texts.text().match(breakable)).toBeNull();
});

forEvery(crawled)("the Markdown of a page has the headings and facts of the page", async (address, page) => {
  const { $, language } = page;
  const { status, headers, text } = await get($('link[type="text/markdown"]').attr("href")!);
  const [, frontMatter, body] = /^---\n(.*?)\n---\n(.*)$/s.exec(text)!;

  expect(status).toBe(200);
  expect(headers["content-type"]).toBe("text/markdown; charset=utf-8");
  expect(headers.link).toBe(`<${BASE_URL}${address}>; rel="canonical"`);
  expect(headers["cache-control"]).toContain("public");
  expect(parse(frontMatter!)).toMatchObject({
    title: titleOf(page).replace(` · ${services.library.organisation.name}`, ""),
    description: descriptionOf(page),
    lang: language,
    url: BASE_URL + address,
  });
  const headings = [...body!.matchAll(/^#{1,3} (.+)$/gm)].map((match) => inLine(match[1]!));
  const shown = $("main h1, main h2, main h3")
    .not(".articles h3, .date-month h3, .notes h2") // which Markdown has in a list of links
    .toArray()
    .map((heading) => inLine(`${$(heading).closest("li").find("time").text()} ${$(heading).text()}`));
  expect(headings).toEqual(shown);
  const inMarkdown = inLine(body!);
  const facts = $(".key-facts dd, .subscribe dd, #form legend, #form label, #form .field-hint").not(".form-trap *");
  const missing = facts.toArray().filter((fact) => !inMarkdown.includes(inLine($(fact).text())));
  expect(missing.map((fact) => $(fact).text())).toEqual([]);
  expect(body).not.toMatch(/\]\(\/|\{#|\{\{|\(page:/);
});
