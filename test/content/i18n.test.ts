import { expect, it } from "@jest/globals";
import { createI18n, fixedTranslations } from "../../src/content/i18n.js";
import type { ContentError } from "../../src/content/problems.js";
import { copyOf } from "../support/content-copy.js";

function problemsAfter(spoil: (locales: ReturnType<typeof copyOf>) => void): string[] {
  const locales = copyOf("locales");
  spoil(locales);
  try {
    createI18n(locales.folder);
  } catch (error) {
    return (error as ContentError).problems.map(({ file, field, message }) => `${file} · ${field}: ${message}`);
  }
  return [];
}

it("the translations that ship have no problem", () => {
  expect(problemsAfter(() => {})).toEqual([]);
});

it("a file that cannot be read stops the start, by name", () => {
  const problems = problemsAfter(({ write, remove }) => {
    write("sv/errors.json", "{");
    remove("nb/site.json");
  });
  expect(problems).toEqual([
    "locales/sv/errors.json · : is missing, or no JSON",
    "locales/nb/site.json · : is missing, or no JSON",
  ]);
});

it("a key that one language lacks or has alone stops the start, by name", () => {
  const problems = problemsAfter(({ change }) => change("sv/site.json", (text) => text.replace('"open":', '"opens":')));
  expect(problems).toEqual([
    "locales/sv/site.json · menu.open: is missing",
    "locales/sv/site.json · menu.opens: is in no other language",
  ]);
});

it.each([
  ["dialogue:wait", { count: 1, number: 1 }],
  ["dialogue:wait", { count: 7, number: 7 }],
  ["events:board.addOf", { title: "{{when}} & $t(site:skip) $1", when: "today" }],
  ["errors:query.concept", undefined],
  ["site:skip", undefined],
] as const)("%s with %p is what i18next says, the first time and again", (key, values) => {
  const i18n = createI18n("locales");
  const t = fixedTranslations(i18n)("nb");
  const said = i18n.getFixedT("nb")(key, { ...values });
  expect([t(key, values), t(key, values)]).toEqual([said, said]);
});
