import { openLibrary } from "../../src/content/library.js";
import { openTranslator, wordsIn } from "../../src/content/translator.js";

const translator = openTranslator("locales");

/** The library of a content folder, with the words that ship. */
export const libraryOf = (folder: string) => openLibrary(folder, (locale) => wordsIn(translator, locale));
