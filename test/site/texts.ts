/** The texts of a page: in its language, filled in, valid as HTML, the same as Markdown. */
import { expect } from "@jest/globals";
import { parse } from "yaml";
import { forEvery } from "../support/for-every.js";
import { inLine } from "../support/html.js";
import { languageSigns } from "../support/language.js";
import { BASE_URL } from "../support/site.js";
import { errorsIn } from "../support/valid-html.js";
import { crawled, descriptionOf, get, isArticle, pages, services, titleOf } from "./crawl.js";

/** `test/slow/html.test.ts` checks every language. */
const swedish = [...pages.keys()].filter((address) => address.startsWith("/sv"));

forEvery([...swedish, "/nb/finnes-ikke"])("a page is valid HTML", async (address) => {
  expect(await errorsIn((pages.get(address) ?? (await get(address))).text)).toEqual([]);
});

forEvery(crawled)("a page has no inline style or handler, and no resource of another host", (_, { $ }) => {
  expect($("[style], style, [onclick], [onload]").length).toBe(0);
  const resources = $("[src], link[rel=stylesheet], link[rel=preload]").toArray();
  const elsewhere = resources.filter(({ attribs }) => !/^\/(?!\/)/.test(attribs.src ?? attribs.href!));
  expect(elsewhere.map(({ attribs }) => attribs)).toEqual([]);
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

forEvery(crawled)("the Markdown of a page has the headings and facts of the page", async (address, page) => {
  const { $, language, path } = page;
  const { status, headers, text } = await get($('link[type="text/markdown"]').attr("href")!);
  const [, frontMatter, body] = /^---\n(.*?)\n---\n(.*)$/s.exec(text)!;

  expect(status).toBe(200);
  expect(headers).toMatchObject({
    "content-type": "text/markdown; charset=utf-8",
    "cache-control": expect.stringContaining("public"),
    link: `<${BASE_URL}${address}>; rel="canonical"`,
  });
  expect(parse(frontMatter!)).toMatchObject({
    title: titleOf(page).replace(` · ${services.library.organisation.name}`, ""),
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
