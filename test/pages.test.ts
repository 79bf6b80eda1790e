import { describe, expect, it } from "@jest/globals";
import type { Library } from "../src/content/library.js";
import { forEvery } from "./support/for-every.js";
import { inLine } from "./support/html.js";
import { site } from "./support/site.js";
import { languages } from "./support/specified-pages.js";

const { get, services } = site();

it("a title is escaped in HTML and JSON-LD", async () => {
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

it("a view throws an error for a value that it is not given", () => {
  expect(() => services.render("pages/home/show.njk", "en", {})).toThrow(/output null or undefined/);
});

describe.each(languages)("The heading of a page in %s", (language) => {
  it("keeps words together only where a phone has room for them, and is set smaller for a long word", async () => {
    const hero = async (path: string) => (await get(`/${language}${path}`)).$(".hero");
    const joined = (text: string) => text.split(/[^\S\u00a0]+/u).filter((part) => part.includes("\u00a0"));
    for (const path of ["/boardroom-for-commerce", "/commerce-commons/join", "/legal/privacy", "/legal/terms"])
      for (const part of joined((await hero(path)).find("h1").text())) expect(part.length).toBeLessThanOrEqual(13);
    expect((await hero("/boardroom-for-commerce")).hasClass("hero-long")).toBe(language !== "en");
    expect((await hero("/contact")).hasClass("hero-long")).toBe(false);
  });

  it("leads to the next dates where the page has them and no form of its own below", async () => {
    for (const path of ["/after-commerce", "/boardroom-for-commerce"]) {
      const { $ } = await get(`/${language}${path}`);
      expect({ path, leadsTo: $($(".hero a.action").attr("href")!).parent().attr("class") }).toEqual({
        path,
        leadsTo: expect.stringMatching(/\bboard\b/),
      });
    }
  });
});

it.each(languages)("About ends with the answers in %s, each folded under its question and its id", async (language) => {
  const { $ } = await get(`/${language}/about`);
  const answers = $("main .sheet").last().find("details");
  const { sections } = services.library.page("about", language);

  expect(answers.get().map((answer) => [$(answer).attr("id"), $(answer).find("summary h3").text()])).toEqual(
    sections.at(-1)!.parts.map(({ id, title }) => [id, title]),
  );
  expect(answers.length).toBeGreaterThan(20);
  expect(answers.filter("[open]").length).toBe(0);
  expect(answers.find(".prose").text()).toContain("Discord");
});

describe.each(languages)("The event board in %s", (language) => {
  const row = async (address: string, id: string) => (await get(address)).$(`#${id}`);

  it("strikes out the date of a cancelled event, and says why", async () => {
    const off = await row(`/${language}/after-commerce/stockholm`, "after-commerce-stockholm-2027-02-17");
    expect(off.find("time s").text()).toMatch(/17/);
    expect(off.find(".dates-change").text()).toMatch(/^(Cancelled|Inställd|Avlyst)\. ./);
    expect(off.find(".dates-action").length).toBe(0);
  });

  it("shows the previous date of a moved event beside the new one, and why", async () => {
    const moved = await row(`/${language}/after-commerce/gothenburg`, "after-commerce-gothenburg-2027-05-06");
    expect(moved.find("time").attr("datetime")).toMatch(/^2027-05-13T/);
    expect(inLine(moved.find("s").text())).toMatch(/^(Moved from|Flyttad från|Flyttet fra) 6\.? ma[ijy]$/i);
    expect(inLine(moved.find(".dates-change").text())).toMatch(/^(Moved|Flyttad|Flyttet)[.:] .*6\.? ma[ijy]/i);
  });

  it("gives each calendar link a different name", async () => {
    const { $ } = await get(`/${language}/after-commerce`);
    const names = $(".board-links a, .calendar-links a")
      .toArray()
      .map((link) => $(link).attr("aria-label")!);
    expect(names.length).toBeGreaterThan(15);
    expect(new Set(names).size).toBe(names.length);
  });

  it("defines the symbol of each icon once", async () => {
    const { $ } = await get(`/${language}`);
    const symbols = new Set(
      $(".board symbol")
        .toArray()
        .map((symbol) => `#${$(symbol).attr("id")}`),
    );
    for (const use of $(".board use").toArray()) expect(symbols).toContain($(use).attr("href"));
  });
});

describe("The address of a page", () => {
  forEvery([
    ["text/markdown, text/html;q=0.9", true],
    ["text/markdown, */*", true],
    ["text/html,application/xhtml+xml,*/*;q=0.8", false],
    ["*/*", false],
  ] as const)("answers Markdown or HTML as the Accept header prefers", async (accept, markdown) => {
    for (const address of ["/en/after-commerce", "/en/after-commerce"]) {
      const { status, headers } = await get(address, { Accept: accept });

      expect([status, headers["content-type"]]).toEqual([200, `text/${markdown ? "markdown" : "html"}; charset=utf-8`]);
      expect(headers.vary).toMatch(/\bAccept\b(?!-)/);
      expect(headers["cache-control"]).toBe(markdown ? "no-store" : "public, max-age=60, stale-while-revalidate=300");
    }
  });

  it("does not serve Markdown from the cache to a browser", async () => {
    const fresh = site();
    await fresh.get("/sv", { Accept: "text/markdown" });
    expect((await fresh.get("/sv", { Accept: "text/html" })).headers["content-type"]).toBe("text/html; charset=utf-8");
  });
});
