import { expect, it } from "@jest/globals";
import { readTranslations } from "../../src/build/texts.js";
import { createI18n } from "../../src/content/i18n.js";
import type { ContentError } from "../../src/content/problems.js";
import { copyOf } from "../support/folders.js";
import { forEvery } from "../support/for-every.js";

function problemsAfter(spoil: (locales: ReturnType<typeof copyOf>) => void): string[] {
  const locales = copyOf("locales");
  spoil(locales);
  try {
    readTranslations(locales.folder);
  } catch (error) {
    return (error as ContentError).problems.map(
      ({ file, line, field, message }) => `${file}${line ? `:${line}` : ""} · ${field}: ${message}`,
    );
  }
  return [];
}

it("an unreadable file is reported with its line, and a missing one by name", () => {
  expect(problemsAfter(({ write }) => write("sv/errors.json", "{"))).toEqual([
    "locales/sv/errors.json:1 · : is not JSON: a comma, colon, quotation mark or bracket is missing before the end",
  ]);
  expect(problemsAfter(({ remove }) => remove("nb/site.json"))).toEqual([
    "locales/nb/site.json · : is missing, or cannot be read",
  ]);
});

it("a key or placeholder that only one language has is reported, by both names", () => {
  const problemsOf = (locale: string) =>
    problemsAfter(({ change }) => {
      change(`${locale}/site.json`, (text) => text.replace('"open":', '"opens":'));
      change(`${locale}/errors.json`, (text) => text.replace("{{allowed}}", "{{tillåtna}}"));
    }).sort();
  expect(problemsOf("sv")).toEqual([
    "locales/sv/errors.json · query.oneOf: has a text with {{tillåtna}}, and English has a text with {{allowed}}",
    "locales/sv/site.json · menu.open: has no text, and English has a text without placeholders",
    "locales/sv/site.json · menu.opens: has a text without placeholders, and English has no text",
  ]);
  expect(problemsOf("en")).toHaveLength(6); // in each of the other languages
});

const t = createI18n("locales").getFixedT("nb");

forEvery([
  ["dialogue:retryIn", { count: 1, number: "1" }, "Du kan spørre igjen om 1 sekund."],
  ["dialogue:retryIn", { count: 7, number: "7" }, "Du kan spørre igjen om 7 sekunder."],
  ["forms:errors.tooLong", { count: 1234, max: 4000, label: "x" }, /1\u00a0234 .* 4\u00a0000/],
  [
    "events:board.addEventToCalendar",
    { title: "{{when}} & $t(site:skip) $1", when: "i dag" },
    /: {{when}} & \$t\(site:skip\) \$1, i dag$/,
  ],
] as const)("a text has its plural, its numbers and its values as they are", (key, values, text) => {
  expect(t(key, values)).toMatch(text);
});

it("a missing value or key throws an error", () => {
  expect(() => t("events:board.addEventToCalendar", { title: "x" })).toThrow("no value for {{when}}");
  expect(() => t("site:no.such.text")).toThrow("no.such.text");
});
