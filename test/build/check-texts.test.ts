import { expect, it } from "@jest/globals";
import { localeProblems, phraseProblems } from "../../src/build/check-texts.js";
import { readPhrases } from "../../src/build/read-content.js";
import { createI18n } from "../../src/content/i18n.js";
import { copyOf } from "../support/folders.js";
import { BASE_URL, shippedLibrary } from "../support/library.js";

it("an empty interface text, or one with HTML, an entity or a placeholder in single braces is reported with its key", () => {
  expect(localeProblems(createI18n("locales").i18n)).toEqual([]);
  const { change, folder } = copyOf("locales");
  for (const locale of ["en", "sv", "nb"])
    change(`${locale}/errors.json`, (text) => text.replace("{{allowed}}", "{allowed}"));
  change("sv/site.json", (text) => text.replace(/"open": ".*?"/, '"open": "Meny&nbsp;"'));
  change("nb/site.json", (text) => text.replace(/"open": ".*?"/, '"open": " "'));
  change("en/llms.json", (text) => text.replace(/"languages": "/, "$&<i>"));
  const { i18n } = createI18n(folder);
  expect(localeProblems(i18n).map(({ file, field, message }) => `${file} · ${field}: ${message}`)).toEqual([
    expect.stringContaining('locales/en/errors.json · query.oneOf: "{allowed}" is not filled in'),
    'locales/en/llms.json · languages: "<i>" is shown as text: HTML does not work',
    'locales/sv/site.json · menu.open: "&nbsp;" is shown as text: write the character itself',
    expect.stringContaining('locales/sv/errors.json · query.oneOf: "{allowed}"'),
    "locales/nb/site.json · menu.open: is empty",
    expect.stringContaining('locales/nb/errors.json · query.oneOf: "{allowed}"'),
  ]);
});

it("phrases of a page, section or article that is gone are reported with their class", () => {
  const library = shippedLibrary({ baseUrl: BASE_URL });
  expect(phraseProblems(readPhrases("content"), library)).toEqual([]);
  const gone = ["home#nowhere", "nowhere", "guide:nowhere"];
  const kept = ["home", "home#who", "home#subscribe", "events:next", "talk:thanks", "unknown"];
  const phrases = new Map([...gone, ...kept].map((name) => [name, ["a phrase"]]));
  const found = phraseProblems({ en: phrases, sv: new Map(), nb: new Map() }, library);
  expect(found.map(({ file, field }) => `${file} · ${field}`)).toEqual(
    gone.map((name) => `content/dialogue/en.txt · # ${name}`),
  );
});
