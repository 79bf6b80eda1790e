import { expect, it } from "@jest/globals";
import { forEvery } from "./support/for-every.js";
import { site } from "./support/site.js";

const { get, services } = site();

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
