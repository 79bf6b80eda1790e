import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "@jest/globals";
import { englishNamespaces, namespaces } from "../src/content/i18n.js";
import { forms } from "../src/forms/forms.js";
import { locales } from "../src/text/locale.js";
import { forEvery } from "./support/for-every.js";

/** Every key of a locale with its text: "site:menu.open" → "Menu". */
function textsIn(locale: string, loaded: readonly string[] = namespaces): Map<string, string> {
  const texts = new Map<string, string>();
  const collect = (prefix: string, value: unknown): void => {
    if (typeof value === "string") texts.set(prefix, value);
    else
      for (const [key, inner] of Object.entries(value as object))
        collect(prefix + (prefix.endsWith(":") ? "" : ".") + key, inner);
  };
  for (const namespace of loaded)
    collect(`${namespace}:`, JSON.parse(readFileSync(path.join("locales", locale, `${namespace}.json`), "utf8")));
  return texts;
}

const english = textsIn("en");
const all = [...namespaces, ...englishNamespaces];
/** The keys that the code and the views use; one that is put together stands for every key of its shape. */
const used = ["src", "views"]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(?:ts|njk)$/.test(file))
      .map((file) => readFileSync(path.join(folder, file), "utf8")),
  )
  .flatMap((source) => [
    ...source.matchAll(new RegExp(`["'\`]((?:${all.join("|")}):(?:[\\w.]|\\$\\{[^}]+\\})+)["'\`]`, "g")),
  ])
  .map(([, key]) => key!)
  .concat(
    Object.values(forms)
      .flat()
      .flatMap((field) => [
        ...(field.required ? [`${field.labelKey}Missing`] : []),
        ...(field.hasHint ? [`${field.labelKey}Hint`] : []),
      ]),
  )
  .filter((key) => !/:\$\{\w+\}$/.test(key)) // any key
  .map((key) => new RegExp(`^${key.replaceAll(".", "\\.").replaceAll(/\$\{[^}]+\}/g, "[\\w-]+")}$`));

const names = ["events:subscribe.outlook", "articles:kind.guide", "site:discounts.each", "forms:contact.press"];
const sameInAll = new Set(names);

const hasWords = (text: string) => /\p{L}/u.test(text.replaceAll(/\{\{\w+\}\}/g, ""));

forEvery(locales)("no text of the interface is empty or left in English", (locale) => {
  const same = [...textsIn(locale)].filter(
    ([key, text]) =>
      text.trim() === "" || (locale !== "en" && text === english.get(key) && hasWords(text) && !sameInAll.has(key)),
  );
  expect(same).toEqual([]);
});

it("every key is used, and every used key exists", () => {
  const keys = [...textsIn("en", all).keys()].map((key) => key.replace(/_(?:one|other)$/, "")); // plural forms
  expect(keys.filter((key) => !used.some((shape) => shape.test(key)))).toEqual([]);
  expect(used.filter((shape) => !keys.some((key) => shape.test(key)))).toEqual([]);
});
