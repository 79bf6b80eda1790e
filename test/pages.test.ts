import { expect, it } from "@jest/globals";
import type { Library } from "../src/content/library.js";
import { forEvery } from "./support/for-every.js";
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

forEvery(languages)("a heading keeps words together only where a phone has room for them", async (language) => {
  for (const path of ["/boardroom-for-commerce", "/commerce-commons/join", "/legal/privacy", "/legal/terms"]) {
    const parts = (await get(`/${language}${path}`))
      .$(".hero h1")
      .text()
      .split(/[^\S\u00a0]+/u);
    expect(parts.filter((part) => part.includes("\u00a0") && part.length > 13)).toEqual([]);
  }
});

it("a heading with a long word is set smaller", async () => {
  const isSmaller = async (path: string) => (await get(path)).$(".hero").hasClass("hero-long");
  expect(await isSmaller("/sv/boardroom-for-commerce")).toBe(true);
  expect(await isSmaller("/sv/contact")).toBe(false);
});

forEvery(["/en/after-commerce", "/en/boardroom-for-commerce"])(
  "a concept opens with a link to its dates",
  async (path) => {
    const { $ } = await get(path);
    expect($($(".hero a.action").attr("href")!).parent().attr("class")).toMatch(/\bboard\b/);
  },
);

it("About ends with the answers, each folded under its question and its id", async () => {
  const { $ } = await get("/en/about");
  const answers = $("main .sheet").last().find("details");
  const { parts } = services.library.page("about", "en").sections.at(-1)!;

  expect(
    answers.get().map((answer) => ({ id: $(answer).attr("id"), title: $(answer).find("summary h3").text() })),
  ).toEqual(parts.map(({ id, title }) => ({ id, title })));
  expect(answers.length).toBeGreaterThan(20);
  expect(answers.filter("[open]").length).toBe(0);
});

forEvery([
  ["text/markdown, text/html;q=0.9", "markdown", "no-store"],
  ["text/markdown, */*", "markdown", "no-store"],
  ["text/html,application/xhtml+xml,*/*;q=0.8", "html", "public, max-age=60, stale-while-revalidate=300"],
])("a page is Markdown or HTML as the Accept header prefers", async (accept, type, cached) => {
  const { headers } = await get("/en/after-commerce", { Accept: accept });
  expect(headers).toMatchObject({
    "content-type": `text/${type}; charset=utf-8`,
    "cache-control": cached,
    vary: expect.stringMatching(/\bAccept\b(?!-)/),
  });
});
