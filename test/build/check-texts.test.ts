import { expect, it } from "@jest/globals";
import { localeProblems } from "../../src/build/check-texts.js";
import { createI18n } from "../../src/content/i18n.js";
import { copyOf } from "../support/content-copy.js";

it("an interface text with HTML, an entity or a placeholder in single braces is reported with its key", () => {
  expect(localeProblems(createI18n("locales").i18n)).toEqual([]);
  const { change, folder } = copyOf("locales");
  for (const locale of ["en", "sv", "nb"])
    change(`${locale}/errors.json`, (text) => text.replace("{{allowed}}", "{allowed}"));
  change("sv/site.json", (text) => text.replace(/"open": ".*?"/, '"open": "Meny&nbsp;"'));
  change("en/llms.json", (text) => text.replace(/"languages": "/, "$&<i>"));
  const { i18n } = createI18n(folder);
  expect(localeProblems(i18n).map(({ file, field, message }) => `${file} · ${field}: ${message}`)).toEqual([
    expect.stringContaining('locales/en/errors.json · query.oneOf: "{allowed}" is not filled in'),
    'locales/en/llms.json · languages: "<i>" is shown as text: HTML does not work',
    'locales/sv/site.json · menu.open: "&nbsp;" is shown as text: write the character itself',
    ...["sv", "nb"].map((locale) =>
      expect.stringContaining(`locales/${locale}/errors.json · query.oneOf: "{allowed}"`),
    ),
  ]);
});
