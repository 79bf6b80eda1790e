import path from "node:path";
import type { Locale } from "../domain/locale.js";
import type { Feature } from "../domain/page.js";
import type { Words } from "../domain/words.js";
import { type Assets, openAssets } from "./assets.js";
import { readBuiltFiles, type Templates } from "./built-content.js";
import { type Library, libraryOf } from "./library.js";
import { problemGatherer } from "./problems.js";
import { openTranslator, type Translator, wordsIn } from "./translator.js";

/** What the site shows, from its files: words, content, and what the build has made. */
export interface Files {
  readonly translator: Translator;
  readonly words: (locale: Locale) => Words;
  readonly library: Library;
  readonly assets: Assets;
  /** The views, where they are as they were at the build; else they are still to be read. */
  readonly templates: Templates | undefined;
}

interface About {
  readonly baseUrl: string;
  readonly uses: readonly Feature[];
  /** The folder in which the build has left what it made. */
  readonly built: string;
}

/**
 * Opens all files of the project's folder. Markdown and YAML are only loaded when the content has changed since the
 * build.
 *
 * Errors  rejects with one ContentError with all that is wrong in content, words and built files.
 */
export async function openFiles(root: string, { baseUrl, uses, built }: About): Promise<Files> {
  const problems = problemGatherer();
  const translator = problems.attempt(() => openTranslator(path.join(root, "locales")));
  const words = translator && wordsIn(translator);

  const ready = await readBuiltFiles(built, root);
  let content = ready?.content;
  if (content === undefined) {
    const { readContent } = await import("./read-content.js");
    content = problems.attempt(() => readContent(path.join(root, "content"), words));
  }
  const assets = problems.attempt(() => openAssets(path.join(root, "dist/public")));

  if (!translator || !words || content === undefined || !assets) throw problems.error();
  return { translator, words, library: libraryOf(content, { baseUrl, uses }), assets, templates: ready?.templates };
}
