import { describe, expect, it, jest } from "@jest/globals";
import { pageNames } from "../../src/addresses/pages.js";
import { PublishedArticles } from "../../src/articles/published.js";
import { callTool, instructionsFor } from "../../src/dialogue/mistral/mistral.js";
import { tools } from "../../src/dialogue/tools.js";
import { recordOf } from "../../src/events/record.js";
import { siteText } from "../../src/pages/site-text.js";
import { siteMarkdown, sourceAt } from "../../src/pages/sources.js";
import { inEachLocale, type Locale, locales } from "../../src/text/locale.js";
import { membership } from "../fixtures/discounts.js";
import { NOW, site } from "../support/site.js";
import { frozenLibrary } from "./frozen.js";

const withMistral = { MISTRAL_API_KEY: "key" };
const { services } = site({ files: { library: { ...frozenLibrary(), membership } } }, withMistral);

/** What a tool returns for the arguments of a model. */
function call(name: "read_page" | "find_events", args: unknown, locale: Locale = "en", site = services): any {
  const tool = tools.find((tool) => tool.name === name)!;
  return callTool(tool, args, { locale, signal: new AbortController().signal }, site);
}

it.each(locales)("the prompt in %s has every page and every coming date", (locale) => {
  const { library, snapshot } = services;
  const text = siteMarkdown(locale, services);
  const dates = snapshot().agenda.comingYear({ locale }, NOW);
  const paths = [
    ...pageNames.map((name) => library.pathTo(name, locale)),
    ...dates.map((date) => recordOf(date, locale, services).path),
  ];
  expect(paths.filter((path) => !text.includes(`(${path})`))).toEqual([]);
});

it("the prompt has prices, sections, calendars, what happens on a date, answers and retention, with paths for links", () => {
  const text = siteMarkdown("en", services);
  expect(text).toMatch(/^\| .* \| SEK.931\.25 \| SEK.745 \|$/m);
  const parts = [
    "(/en/commerce-commons/join/discounts)\n\n| a year |",
    "{#dialogue-mistral}",
    "{#subscribe}",
    "(/api/calendar/gothenburg.ics?locale=en&concept=AFTER)",
    "**Commerce Commons: welcome call online**: On the call",
    "- **Who gets the invoice?**",
    "and erases the form after 12 months.",
    "(/en/guides/an-honest-ai-pilot): 12 November 2026. ",
  ];
  expect(parts.filter((part) => !text.includes(part))).toEqual([]);
  expect(text).not.toMatch(/webcal:|\]\(https?:/);
});

it("the prompt is in its language, with the same bytes for each question up to the time and the page, if the site has it", () => {
  const partsOf = (page?: string) => instructionsFor("sv", page, services).split("\n\n# Nu\n\n");
  const [[whole, now], [same, end]] = [partsOf("/sv/about"), partsOf()];
  expect(whole).toBe(same);
  for (const bit of ["Svara på svenska", "(/sv/contact)", "(/sv/commerce-commons/faq)"]) expect(whole).toContain(bit);
  expect(now).toMatch(/^Det är lördag 21 november 2026, 10:00 \(Europe\/Stockholm\)\.\n\n.*\(\/sv\/about\)/);
  for (const page of ["/sv/nothing", "/sv/about\n\nNew rule", "//evil.example/sv/about", "/robots.txt?New_rule"])
    expect(partsOf(page)[1]).toBe(end);
});

it("the site's text is made anew only if an event ends, the date changes or an article is published", () => {
  let now = NOW;
  const { services } = site({ clock: () => now });
  const renderText = jest.spyOn(services, "renderText");
  for (now of [NOW, NOW + 60_000]) siteMarkdown("en", services);
  expect(renderText).toHaveBeenCalledTimes(1);
  now = Date.parse("2026-12-04T12:00:00Z");
  expect(siteMarkdown("en", services)).not.toContain("2026-12-03)");
});

it("the site's text has at most 40,000 tokens, and loses the lists of articles, then its end", () => {
  const { library, snapshot } = services;
  const textWith = (times: number, discounts = library.membership.discounts) => {
    const now = snapshot();
    const articles = new PublishedArticles(Array(times).fill(library.articles).flat(), NOW);
    const membership = { ...library.membership, discounts };
    return siteText("en", { ...services, library: { ...library, membership }, snapshot: () => ({ ...now, articles }) });
  };
  expect(textWith(1).isCut).toBe(false);
  const { text } = textWith(0);
  expect(textWith(40)).toEqual({ text, isCut: true });

  const manyDiscounts = inEachLocale((locale) => Array(4000).fill(library.membership.discounts[locale][0]!));
  const cut = textWith(1, manyDiscounts);
  expect({ ...cut, text: Math.ceil(cut.text.length / 4 / 100) }).toEqual({ text: 400, isCut: true });
  expect(cut.text.length).toBeLessThanOrEqual(160_000);
  expect(cut.text.slice(0, 50_000)).toBe(text.slice(0, 50_000));
});

describe("find_events", () => {
  const linked = (args: object) => call("find_events", args).dates.join("\n");

  it("finds other windows, past dates, an audience, what is online, whole months, and a moved date at its old day", () => {
    expect(linked({ from: "2026-10", to: "2026-10", city: "Göteborg" })).toContain("2026-10-01");
    expect(linked({ from: "2028-02-01", to: "2028-02-29" })).toContain("2028-02-03");
    expect(linked({ audience: "members" })).not.toContain("after-commerce-gothenburg");
    expect(call("find_events", { online: true }).dates).toEqual([expect.stringContaining("commons-welcome-call")]);
    expect(linked({ online: false })).not.toContain("commons-welcome-call");
    const moved = expect.stringContaining("Moved from Friday 27 November 2026");
    expect(call("find_events", { from: "2026-11-27", to: "2026-11-27" }).dates).toEqual([moved]);
    expect(call("find_events", { from: "2026-12", to: "2026-12" }).total).toBe(5);
    expect(call("find_events", { from: "2027-W05", to: "2027-W06" }).note).toMatch("From 2027-02-01 to 2027-02-14");
    expect(call("find_events", { to: "2026-12-04" }).dates).toHaveLength(2);
  });

  it("takes an empty argument, or null, for none", () => {
    const none = { concept: "", city: null, audience: "", online: null, from: "", to: null };
    for (const args of [none, null, []]) expect(call("find_events", args)).toEqual(call("find_events", {}));
  });

  it.each([
    [{ city: "Oslo" }, /There are some in: Gothenburg, Stockholm, Varberg/],
    [{ concept: "evening", month: "2027-01" }, /"month"[\s\S]*"AFTER"\|"BOARDROOM"\|"COMMONS"[\s\S]*at concept/],
    [
      { from: "March 2027" },
      /must be a date \(2027-01-31\), a month \(2027-01\) or an ISO week \(2027-W05\)[\s\S]*at from/,
    ],
    [{ from: "2027-W53" }, /or an ISO week \(2027-W05\)/],
    [{ from: "2027-05", to: "2027-01" }, /The last day, 2027-01-31, is before the first, 2027-05-01/],
  ])("says of %j what is wrong", (args, note) => {
    expect(call("find_events", args).note).toMatch(note);
  });
});

it("read_page returns a page or article as Markdown, at most 3,000 words of it, or says what is wrong", () => {
  expect(call("read_page", { path: "/en/guides/product-data" }).text).toContain("](/en/commerce-commons");
  expect(call("read_page", { path: "https://www.forcommerce.example/sv/legal/terms.md#x" }).text).toContain("# ");
  const { library } = services;
  const page = { ...library.page("about", "en"), lead: "word ".repeat(4000) };
  const long = { ...services, library: { ...library, page: () => page } };
  const { text } = call("read_page", { path: "/en/about" }, "en", long);
  expect(text.split(/\s+/).length).toBeLessThan(3020);
  expect(text).toContain("first 3000 words");
  for (const path of ["/en/nothing", "https://evil.example/en/about"])
    expect(call("read_page", { path })).toEqual({ note: expect.stringContaining("no page at this path") });
});

const words = (text: string) => text.split(" ");
it("an address is found if it is of the site, with the title of its page", () => {
  const { snapshot } = services;
  const [next] = snapshot().agenda.comingYear({ concept: "AFTER" }, NOW);
  const { id, path, actionPath } = recordOf(next!, "nb", services);
  const known = [
    ...words("/sv /sv/about /en/commerce-commons#breakfast /en/guides/product-data#law /en/after-commerce#dates"),
    ...[path, actionPath!, `/api/events/${id}.ics?locale=sv`, `/api/events/${id}?locale=en`],
    ...words("/llms.txt /embed/gothenburg?concept=AFTER /api/events?city=gothenburg&locale=en"),
    "/api/calendar/gothenburg.ics?locale=sv",
  ];
  const others = [
    ...["", ...words("/ /en/nothing /da/about /en/guides/nothing /en/dates/nothing /api/events/nothing.ics /api")],
    ...words("//evil.example/en/about /\\evil.example /.//evil.example https://evil.example/llms.txt http://["),
    ...words("mailto:a@b.example http://www.forcommerce.example/en/about javascript:alert(1) /feed.xml?a=(b)"),
    ...words("/en/% /__proto__"),
  ];
  const found = [...known, ...others].map((address) => sourceAt(address, services)?.path);
  expect(found).toEqual([...known, ...Array(others.length)]);
  expect(sourceAt(path, services)?.title).toMatch(/^After Commerce.*, torsdag/);
  expect(sourceAt("https://www.forcommerce.example/en/about.md?x=1#nothing", services)?.path).toBe("/en/about");
});
