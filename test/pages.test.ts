import { expect, it } from "@jest/globals";
import type { Library } from "../src/content/library.js";
import { forEvery } from "./support/for-every.js";
import { site } from "./support/site.js";

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
