/** Links of pages, and how each page is reached; `npm run check:content` finds dead ones. */
import { expect, it } from "@jest/globals";
import { forEvery } from "../support/for-every.js";
import { attributesOf } from "../support/html.js";
import { languages, pagePaths } from "../support/specified-pages.js";
import { crawled, pages } from "./crawl.js";

forEvery(crawled)("a page links to its other languages, and marks its own", (_, page) => {
  const { $, language, path } = page;
  const links = $(".languages a").toArray();

  expect(links.map(({ attribs: { href, lang, hreflang } }) => ({ href, lang, hreflang }))).toEqual(
    languages.map((other) => ({ href: `/${other}${path}`, lang: other, hreflang: other })),
  );
  expect($(".languages [aria-current]").attr("lang")).toBe(language);
});

forEvery(crawled)("a page ends in one next step: a form, or a link", (_, { $ }) => {
  expect($(".next-step a, .form-sheet").length).toBe(1);
});

forEvery(crawled)("only links to the page itself are marked as current in menu and footer", (address, { $ }) => {
  for (const { attribs } of $(".masthead a:not([lang]), .colophon li a:not([lang])").toArray())
    expect(attribs["aria-current"] === "page").toBe(attribs.href === address);
});

forEvery(crawled)("the footer links to every page", (_, { $, language }) => {
  const links = attributesOf($, ".colophon a[href^='/']", "href");
  expect(links).toEqual(expect.arrayContaining(pagePaths.slice(1).map((path) => `/${language}${path}`)));
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
