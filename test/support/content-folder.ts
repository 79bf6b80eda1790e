/** What the build reports about a folder of content. */
import { readContent } from "../../src/build/read-content.js";
import { createI18n } from "../../src/content/i18n.js";
import { createLibrary, type Feature } from "../../src/content/library.js";
import { ContentError } from "../../src/content/problems.js";
import { BASE_URL } from "./library.js";

const translations = createI18n("locales");

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

export function problemsIn(folder: string): string[] {
  return (errorIn(folder)?.problems ?? []).map(({ file, field, message }) => `${file} · ${field}: ${message}`);
}
