/** Links of pages, and how each page is reached. */
import { expect, it } from "@jest/globals";
import { forEvery } from "../support/for-every.js";
import { languages, pagePaths } from "../support/specified-pages.js";
import { type CrawledPage, crawled, get, internalLinks, pages } from "./crawl.js";

forEvery(crawled)("a page links to its other languages, and marks its own", (_, page) => {
  const { $, language, path } = page;
  const links = $(".languages a").toArray();

  expect(links.map((link) => $(link).attr("href"))).toEqual(languages.map((other) => `/${other}${path}`));
  expect(links.map((link) => $(link).attr("lang"))).toEqual([...languages]);
  expect(links.map((link) => $(link).attr("hreflang"))).toEqual([...languages]);
  expect($(".languages [aria-current]").attr("lang")).toBe(language);
});

forEvery(crawled)("a page ends in one next step: a form, or a link that works", (_, { $ }) => {
  const href = $(".next-step a.action").attr("href") ?? "#form";

  expect($(".next-step a, .form-sheet").length).toBe(1);
  const works = /^(?:mailto:|#form$)/.test(href) || internalLinks.has(href);
  expect({ href, works }).toEqual({ href, works: true });
});

forEvery(crawled)("only links to the page itself are marked as current in menu and footer", (address, { $ }) => {
  const hrefs = (links: string) =>
    $(links)
      .toArray()
      .map((link) => $(link).attr("href"));
  const links = ".masthead a:not([lang]), .colophon li a:not([lang])";
  expect(hrefs(links).filter((href) => href === address)).toEqual(hrefs(`:is(${links})[aria-current="page"]`));
});

forEvery(crawled)("the footer links to every page", (_, { $, language, path }) => {
  const links = new Set(
    $(".colophon a[href^='/']")
      .toArray()
      .map((link) => $(link).attr("href")),
  );
  const wanted = [
    ...pagePaths.slice(1).map((other) => `/${language}${other}`),
    ...languages.map((other) => `/${other}${path}`),
  ];
  expect(wanted.filter((href) => !links.has(href))).toEqual([]);
});

/** How often each id is on each page, counted once for all links. */
const idsOn = new Map<string, Map<string, number>>();
function idsOf(path: string, { $ }: Pick<CrawledPage, "$">): Map<string, number> {
  const known = idsOn.get(path);
  if (known) return known;
  const ids = new Map<string, number>();
  for (const { attribs } of $("[id]").toArray()) ids.set(attribs.id!, (ids.get(attribs.id!) ?? 0) + 1);
  idsOn.set(path, ids);
  return ids;
}

/** Of the forms and files for a date, one of each kind: test/forms/for-event.test.ts follows all forms. */
const kindOf = (href: string) => href.replace(/\?event=.*(?=#)/, "?event").replace(/[\w-]+\.ics/, "id.ics");
const links = new Map([...internalLinks.keys()].map((href) => [kindOf(href), href]));

forEvery([...links.values()])("a link points to an existing page and an existing id", async (href) => {
  const [path, id] = href.split("#");
  const page = pages.get(path!) ?? (await get(path!));

  expect(page.status).toBe(200);
  if (id) expect([id, idsOf(path!, page).get(id)]).toEqual([id, 1]);
});

it("the menu marks the current page, or the one above it", () => {
  const current = (address: string) =>
    pages.get(address)!.$(".menu-list:not(.languages) [aria-current]").first().attr("aria-current");
  expect(current("/sv/after-commerce")).toBe("page");
  expect(current("/sv/after-commerce/faq")).toBe("true");
  expect(current("/sv")).toBeUndefined();
});

forEvery(languages)("the home page links to the concepts", (language) => {
  const { $ } = pages.get(`/${language}`)!;
  const rooms = $(".room").toArray();

  expect(rooms.map((room) => $(room).attr("data-room"))).toEqual([
    "after-commerce",
    "boardroom-for-commerce",
    "commerce-commons",
  ]);
  expect($(rooms[0]!).find("h3 a").attr("href")).toBe(`/${language}/after-commerce`);
});
