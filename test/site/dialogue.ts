/** Dialogue's panel, which is on every page and works without scripts. */
import { expect } from "@jest/globals";
import { MAX_QUESTION_CHARACTERS } from "../../src/contracts/chat-request.js";
import { forEvery } from "../support/for-every.js";
import { crawled } from "./crawl.js";

forEvery(crawled)("the panel has forms that work without scripts, in the language of the page", (_, page) => {
  const { $, language } = page;
  const panel = $($(".dialogue-tab").attr("href")!);
  const forms = panel.find("form").toArray();

  expect(panel.attr("id")).toBe("dialogue-panel");
  expect(forms).toHaveLength(2);
  for (const form of forms) {
    expect($(form).attr()).toMatchObject({ method: "post", action: "/api/ai/chat" });
    expect($(form).find("[name=locale]").attr("value")).toBe(language);
    expect($(form).find("[name=message]").length).toBeGreaterThan(0);
  }
  const textarea = panel.find("textarea");
  expect(textarea.attr("maxlength")).toBe(String(MAX_QUESTION_CHARACTERS));
  expect(
    $(`label[for=${textarea.attr("id")}]`)
      .text()
      .trim(),
  ).not.toBe("");
  const names = panel.find("[aria-label]").toArray();
  expect(new Set(names.map((named) => $(named).attr("aria-label"))).size).toBe(names.length);
  expect(panel.find(".ask-terms").text()).toMatch(/\b(?:AI|KI)\b/);
  expect(panel.find(".ask-terms a").attr("href")).toBe(`/${language}/legal/privacy#dialogue`);
});
