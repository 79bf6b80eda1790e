import { openAssets } from "../../src/content/assets.js";
import { readBuiltFiles } from "../../src/content/built-content.js";
import { createI18n } from "../../src/content/i18n.js";
import { createLibrary } from "../../src/content/library.js";
import type { Files } from "../../src/content/open-files.js";
import { ContentError } from "../../src/content/problems.js";
import { readContent } from "../../src/content/read-content.js";
import type { Feature } from "../../src/domain/page.js";

/** The address that the site of a test has. */
export const BASE_URL = "https://www.forcommerce.example";

const translations = createI18n("locales");
/** As the server does: undefined if a source has changed since the build. */
const built = await readBuiltFiles("dist", ".");
const content = built?.content ?? readContent("content", translations.getFixedT);

const made = new Map<string, Files>();

/** The files of the project, as a site with these settings shows them; read once. */
export function filesWith(settings: { baseUrl: string; features?: readonly Feature[] }): Files {
  const key = JSON.stringify(settings);
  const files = made.get(key) ?? {
    ...translations,
    library: createLibrary(content, settings),
    assets: openAssets("dist/public"),
    templates: built?.templates,
  };
  made.set(key, files);
  return files;
}

/** The library of a content folder, with the translations that ship. */
export const libraryOf = (folder: string, features?: readonly Feature[]) =>
  createLibrary(readContent(folder, translations.getFixedT), { baseUrl: BASE_URL, features });

export function errorIn(folder: string): ContentError | undefined {
  try {
    libraryOf(folder);
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return error;
  }
  return undefined;
}

/** What is wrong in a content folder, a line each: "file · field: message". */
export function problemsIn(folder: string): string[] {
  return (errorIn(folder)?.problems ?? []).map(({ file, field, message }) => `${file} · ${field}: ${message}`);
}
