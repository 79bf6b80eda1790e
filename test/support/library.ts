import { openLibrary } from "../../src/content/library.js";
import { ContentError } from "../../src/content/problems.js";
import { openTranslator, wordsIn } from "../../src/content/translator.js";
import type { Feature } from "../../src/domain/page.js";

/** The address that the site of a test has. */
export const BASE_URL = "https://www.forcommerce.example";

const translator = openTranslator("locales");

/** The library of a content folder, with the words that ship. */
export const libraryOf = (folder: string, uses?: readonly Feature[]) =>
  openLibrary(folder, { words: (locale) => wordsIn(translator, locale), baseUrl: BASE_URL, ...(uses && { uses }) });

/** What is wrong in a content folder, a line each: "file · field: message". */
export function problemsIn(folder: string): string[] {
  try {
    libraryOf(folder);
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return error.problems.map(({ file, field, message }) => `${file} · ${field}: ${message}`);
  }
  return [];
}
