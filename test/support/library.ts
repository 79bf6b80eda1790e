import { readFileSync } from "node:fs";
import { createI18n } from "../../src/content/i18n.js";
import { createLibrary } from "../../src/content/library.js";
import { type Files, openAssets } from "../../src/content/open-files.js";
import type { Feature } from "../../src/content/page.js";
import { isBuilt } from "./is-built.mjs";
import { frozenContent } from "./shipped.js";

type Settings = { baseUrl: string; features?: Feature[] };

export const BASE_URL = "https://www.forcommerce.example";

const translations = createI18n("locales");
const { content, compiledViews } = await texts();

/** From the build, because the parsers of Markdown and YAML take half a second in every file of tests. */
async function texts() {
  if (!isBuilt(["content", "locales", "views"]))
    return (await import("../../src/build/read-content.js")).readTexts({ baseUrl: BASE_URL });
  const built = (name: string) => readFileSync(`dist/${name}.json`, "utf8");
  return { content: built("content"), compiledViews: JSON.parse(built("views")) as Files["compiledViews"] };
}

export const shippedLibrary = (settings: Settings) => createLibrary(content, settings);

const { events, cities } = frozenContent;
/** Texts as they ship, with events and cities of the frozen content: a test of these holds dates and names. */
const tested = JSON.stringify({ ...JSON.parse(content), events, cities });
const made = new Map<string, Files>();

export function filesWith(settings: Settings): Files {
  const key = JSON.stringify(settings);
  const files = made.get(key) ?? {
    ...translations,
    library: createLibrary(tested, settings),
    assets: openAssets("dist/public"),
    compiledViews,
  };
  made.set(key, files);
  return files;
}
