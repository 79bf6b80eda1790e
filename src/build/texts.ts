import { cpSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "../config.js";
import { ContentFiles } from "../content/files.js";
import { createI18n, englishNamespaces, namespaces } from "../content/i18n.js";
import { createLibrary, type Settings } from "../content/library.js";
import { typedProblem } from "../content/markup.js";
import { textsIn } from "../content/problems.js";
import { defaultLocale, inEachLocale, locales } from "../text/locale.js";
import { compileViews } from "../views.js";
import { readContent } from "./read-content.js";

/** Reads content/, locales/ and views/. Throws a ContentError with all problems, or the mistake of a view. */
export function readTexts(settings: Settings) {
  const translations = readTranslations(path.join(root, "locales"));
  const content = readContent(path.join(root, "content"), translations.getFixedT);
  const library = createLibrary(content, settings);
  return { ...translations, content, library, compiledViews: compileViews(path.join(root, "views")) };
}

/** Every language has the keys and placeholders of English, and no text that visitors would read as it was typed. */
export function readTranslations(folder: string) {
  const files = new ContentFiles(folder, "locales");
  for (const name of englishNamespaces) readTextsByKey(files, `${defaultLocale}/${name}.json`);
  for (const name of namespaces) {
    const texts = inEachLocale((locale) => readTextsByKey(files, `${locale}/${name}.json`));
    const english = texts[defaultLocale];
    for (const locale of locales) {
      const translated = texts[locale];
      if (!english || !translated) continue; // reported
      for (const key of new Set([...english.keys(), ...translated.keys()])) {
        const found = placeholdersIn(translated.get(key));
        const expected = placeholdersIn(english.get(key));
        if (found !== expected)
          files.report(`${locale}/${name}.json`, key, `has ${found}, and English has ${expected}`);
      }
    }
  }
  files.rejectProblems();
  return createI18n(folder);
}

function readTextsByKey(files: ContentFiles, name: string): Map<string, string> | undefined {
  const json = files.parsedJson(name);
  if (json === undefined) return undefined;
  const texts = new Map(textsIn(json).map(({ path, text }) => [path.join("."), text]));
  for (const [key, text] of texts) {
    const problem = text.trim() === "" ? "is empty" : typedProblem(text.replace(/\{\{[^{}]*\}\}/g, ""));
    if (problem) files.report(name, key, problem);
  }
  return texts;
}

function placeholdersIn(text: string | undefined): string {
  if (text === undefined) return "no text";
  const names = [...new Set(text.match(/\{\{[^}]*\}\}/g))].sort();
  return names.length > 0 ? `a text with ${names.join(", ")}` : "a text without placeholders";
}

/** The folder has no content.json yet: it is renamed into place last, because nothing opens a folder without it. */
export function writeTexts(content: string, compiledViews: object, folder: string): void {
  rmSync(path.join(folder, "locales"), { recursive: true, force: true });
  cpSync(path.join(root, "locales"), path.join(folder, "locales"), { recursive: true });
  writeFileSync(path.join(folder, "views.json"), JSON.stringify(compiledViews));
  writeFileSync(path.join(folder, "content.json.new"), content);
  renameSync(path.join(folder, "content.json.new"), path.join(folder, "content.json"));
}
