import path from "node:path";
import { inEachLocale, type Locale } from "../domain/locale.js";
import type { Feature } from "../domain/page.js";
import type { Words } from "../domain/words.js";
import { type Assets, openAssets } from "./assets.js";
import { readBuiltContent } from "./built-content.js";
import { type Library, libraryOf } from "./library.js";
import { problemGatherer } from "./problems.js";
import { openTranslator, type Translator, wordsIn } from "./translator.js";

/** What the site shows, from its files: words, content, and what the build has made. */
export interface Files {
  readonly translator: Translator;
  readonly words: (locale: Locale) => Words;
  readonly library: Library;
  readonly assets: Assets;
}

interface About {
  readonly baseUrl: string;
  readonly uses: readonly Feature[];
  /** Where the build has left the content as it read it. */
  readonly built: string;
}

/**
 * Opens all files of the project's folder. Markdown and YAML are only loaded when the content has changed since the build.
 *
 * Errors  rejects with one ContentError with all that is wrong in content, words and built files.
 */
export async function openFiles(root: string, { baseUrl, uses, built }: About): Promise<Files> {
  const problems = problemGatherer();
  const folders = { content: path.join(root, "content"), locales: path.join(root, "locales") };
  const translator = problems.attempt(() => openTranslator(folders.locales));
  const inEach = translator && inEachLocale((locale) => wordsIn(translator, locale));
  const words = inEach && ((locale: Locale) => inEach[locale]);

  let content = readBuiltContent(built, Object.values(folders));
  if (content === undefined) {
    const { readContent } = await import("./read-content.js");
    content = problems.attempt(() => readContent(folders.content, words));
  }
  const assets = problems.attempt(() => openAssets(path.join(root, "dist/public")));

  if (!translator || !words || content === undefined || !assets) throw problems.error();
  return { translator, words, library: libraryOf(content, { baseUrl, uses }), assets };
}
