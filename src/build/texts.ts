import { cpSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ContentFiles } from "../content/files.js";
import { filesBelow } from "../content/files-below.js";
import { createI18n } from "../content/i18n.js";
import { compileViews } from "./compile-views.js";
import { readContent } from "./read-content.js";

export type Texts = ReturnType<typeof readTexts>;

/** Reads content/, locales/ and views/. Throws a ContentError with all problems, or the mistake of a view. */
export function readTexts(root: string) {
  const translations = readTranslations(path.join(root, "locales"));
  const content = readContent(path.join(root, "content"), translations.getFixedT);
  return { translations, content, compiledViews: compileViews(path.join(root, "views")) };
}

/** i18next does not say why it cannot read a file. */
export function readTranslations(folder: string) {
  try {
    return createI18n(folder);
  } catch (error) {
    const files = new ContentFiles(folder, "locales");
    for (const name of filesBelow(folder)) files.parsedJson(name);
    files.rejectProblems();
    throw error;
  }
}

/** The folder has no content.json yet: it is renamed into place last, because nothing opens a folder without it. */
export function writeTexts({ content, compiledViews }: Texts, root: string, folder: string): void {
  rmSync(path.join(folder, "locales"), { recursive: true, force: true });
  cpSync(path.join(root, "locales"), path.join(folder, "locales"), { recursive: true });
  writeFileSync(path.join(folder, "views.json"), JSON.stringify(compiledViews));
  writeFileSync(path.join(folder, "content.json.new"), content);
  renameSync(path.join(folder, "content.json.new"), path.join(folder, "content.json"));
}
