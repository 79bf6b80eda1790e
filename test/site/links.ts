/** Links of pages, and how each page is reached. */
import { expect, it } from "@jest/globals";
import { forEvery } from "../support/for-every.js";
import { attributesOf } from "../support/html.js";
import { languages, pagePaths } from "../support/specified-pages.js";
import { crawled, get, internalLinks, pages } from "./crawl.js";

forEvery(crawled)("a page links to its other languages, and marks its own", (_, page) => {
  const { $, language, path } = page;
  const links = $(".languages a").toArray();

  expect(links.map(({ attribs: { href, lang, hreflang } }) => ({ href, lang, hreflang }))).toEqual(
    languages.map((other) => ({ href: `/${other}${path}`, lang: other, hreflang: other })),
  );
  expect($(".languages [aria-current]").attr("lang")).toBe(language);
});

forEvery(crawled)("a page ends in one next step: a form, or a link that works", (_, { $ }) => {
  const href = $(".next-step a.action").attr("href") ?? "#form";

  expect($(".next-step a, .form-sheet").length).toBe(1);
  const works = /^(?:mailto:|#form$)/.test(href) || internalLinks.has(href);
  expect({ href, works }).toEqual({ href, works: true });
});

forEvery(crawled)("only links to the page itself are marked as current in menu and footer", (address, { $ }) => {
  for (const { attribs } of $(".masthead a:not([lang]), .colophon li a:not([lang])").toArray())
    expect(attribs["aria-current"] === "page").toBe(attribs.href === address);
});

forEvery(crawled)("the footer links to every page", (_, { $, language }) => {
  const links = attributesOf($, ".colophon a[href^='/']", "href");
  expect(links).toEqual(expect.arrayContaining(pagePaths.slice(1).map((path) => `/${language}${path}`)));
});

/** Of the forms and files for a date, one of each kind: test/forms/for-event.test.ts follows all forms. */
const kindOf = (href: string) => href.replace(/\?event=.*(?=#)/, "?event").replace(/[\w-]+\.ics/, "id.ics");
const links = new Map([...internalLinks.keys()].map((href) => [kindOf(href), href]));

forEvery([...links.values()])("a link points to an existing page and an existing id", async (href) => {
  const [path, id] = href.split("#");
  const page = pages.get(path!) ?? (await get(path!));

  expect(page.status).toBe(200);
  if (id) expect(page.$(`[id="${id}"]`).length).toBe(1);
});

it("the menu marks the current page, or the one above it", () => {
  const marked = ["/sv/after-commerce", "/sv/after-commerce/faq", "/sv"].map((address) => ({
    address,
    as: pages.get(address)!.$(".menu-list:not(.languages) [aria-current]").first().attr("aria-current"),
  }));
  expect(marked).toEqual([
    { address: "/sv/after-commerce", as: "page" },
    { address: "/sv/after-commerce/faq", as: "true" },
    { address: "/sv", as: undefined },
  ]);
});
