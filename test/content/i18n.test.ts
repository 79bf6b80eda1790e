import { expect, it } from "@jest/globals";
import { checkPhrases } from "../../src/build/check-site.js";
import { readPhrases, readTranslations } from "../../src/build/read-content.js";
import { createI18n } from "../../src/content/i18n.js";
import type { ContentError } from "../../src/content/problems.js";
import { copyOf } from "../support/folders.js";
import { forEvery } from "../support/for-every.js";
import { BASE_URL, shippedLibrary } from "../support/library.js";

function problemsAfter(spoil: (locales: ReturnType<typeof copyOf>) => void): string[] {
  const locales = copyOf("locales");
  spoil(locales);
  const problems: string[] = [];
  try {
    readTranslations(locales.folder);
  } catch (error) {
    for (const { file, line, field, message } of (error as ContentError).problems)
      problems.push(`${file}${line ? `:${line}` : ""} · ${field}: ${message}`);
  }
  return problems;
}

it("an unreadable file is reported with its line, and a missing one by name", () => {
  expect(problemsAfter(({ write }) => write("sv/errors.json", "{"))).toEqual([
    "locales/sv/errors.json:1 · : is not JSON: a comma, colon, quotation mark or bracket is missing before the end",
  ]);
  expect(problemsAfter(({ remove }) => remove("nb/site.json"))).toEqual(["locales/nb/site.json · : is missing"]);
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
const templates = { title: "{{when}} & $t(site:skip) $1", when: "i dag" };

forEvery([
  ["dialogue:retryIn", { count: 1, number: "1" }, "Du kan spørre igjen om 1 sekund."],
  ["dialogue:retryIn", { count: 7, number: "7" }, "Du kan spørre igjen om 7 sekunder."],
  ["forms:errors.tooLong", { count: 1234, max: 4000, label: "x" }, /1\u00a0234 .* 4\u00a0000/],
  ["events:board.addEventToCalendar", templates, /: {{when}} & \$t\(site:skip\) \$1, i dag$/],
] as const)("a text has its plural, its numbers and its values as they are", (key, values, text) => {
  expect(t(key, values)).toMatch(text);
});

it("a missing value or key throws an error", () => {
  expect(() => t("events:board.addEventToCalendar", { title: "x" })).toThrow("no value for {{when}}");
  expect(() => t("site:no.such.text")).toThrow("no.such.text");
});

it("an empty interface text, or one with HTML, an entity or a placeholder in single braces is reported with its key", () => {
  expect(problemsAfter(() => {})).toEqual([]);
  const problems = problemsAfter(({ change }) => {
    for (const locale of ["en", "sv", "nb"])
      change(`${locale}/errors.json`, (text) => text.replace("{{allowed}}", "{allowed}"));
    change("sv/site.json", (text) => text.replace(/"open": ".*?"/, '"open": "Meny&nbsp;"'));
    change("nb/site.json", (text) => text.replace(/"open": ".*?"/, '"open": " "'));
    change("en/llms.json", (text) => text.replace(/"languages": "/, "$&<i>"));
  });
  expect(problems).toEqual([
    'locales/en/llms.json · languages: "<i>" is shown as text: HTML does not work',
    'locales/sv/site.json · menu.open: "&nbsp;" is shown as text: write the character itself',
    "locales/nb/site.json · menu.open: is empty",
    ...["en", "sv", "nb"].map((locale) =>
      expect.stringContaining(`locales/${locale}/errors.json · query.oneOf: "{allowed}" is not filled in`),
    ),
  ]);
});

it("phrases of a page, section or article that is gone are reported with their class", () => {
  const library = shippedLibrary({ baseUrl: BASE_URL });
  const problemsOf = (phrases: Parameters<typeof checkPhrases>[0]) => {
    const problems: string[] = [];
    checkPhrases(phrases, library, (file, field) => void problems.push(`${file} · ${field}`));
    return problems;
  };
  expect(problemsOf(readPhrases("content"))).toEqual([]);
  const gone = ["home#nowhere", "nowhere", "guide:nowhere"];
  const kept = ["home", "home#who", "home#subscribe", "events:next", "talk:thanks", "unknown"];
  const phrases = new Map([...gone, ...kept].map((name) => [name, ["a phrase"]]));
  expect(problemsOf({ en: phrases, sv: new Map(), nb: new Map() })).toEqual(
    gone.map((name) => `content/dialogue/en.txt · # ${name}`),
  );
});
