import { openAssets } from "../../src/content/assets.js";
import { createI18n } from "../../src/content/i18n.js";
import { createLibrary } from "../../src/content/library.js";
import { type Files, readBuiltFiles } from "../../src/content/open-files.js";
import type { Feature } from "../../src/content/page.js";
import { frozenContent } from "./frozen-content.js";
import { isBuilt } from "./is-built.mjs";

interface Settings {
  readonly baseUrl: string;
  readonly features?: readonly Feature[];
}

/** The base URL of a site in a test. */
export const BASE_URL = "https://www.forcommerce.example";

const translations = createI18n("locales");
/** Loads faster than the sources, which a test reads if they have changed since the build. */
const built = isBuilt(["content", "locales", "views"]) ? await readBuiltFiles("dist") : undefined;
const content = built?.content ?? (await fromSources());

/** Loads the parsers of Markdown and YAML, which take half a second in every file of tests. */
async function fromSources(): Promise<string> {
  const { readContent } = await import("../../src/content/read-content.js");
  return readContent("content", translations.getFixedT);
}

/** As it ships. */
export const shippedLibrary = (settings: Settings) => createLibrary(content, settings);

const { events, cities } = frozenContent;
/** Texts as they ship, with events and cities of the frozen content: a test of these holds dates and names. */
const tested = JSON.stringify({ ...JSON.parse(content), events, cities });
const made = new Map<string, Files>();

/** The files of the project with these settings; made once for each. */
export function filesWith(settings: Settings): Files {
  const key = JSON.stringify(settings);
  const files = made.get(key) ?? {
    ...translations,
    library: createLibrary(tested, settings),
    assets: openAssets("dist/public"),
    templates: built?.templates,
    contentError: "",
  };
  made.set(key, files);
  return files;
}
