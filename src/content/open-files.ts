import path from "node:path";
import type { Feature } from "../domain/page.js";
import { type Assets, openAssets } from "./assets.js";
import { readBuiltFiles, type Templates } from "./built-content.js";
import { createI18n, type Translations } from "./i18n.js";
import { type Library, libraryOf } from "./library.js";
import { problemGatherer } from "./problems.js";

/** What the site shows, from its files: translations, content, and what the build has made. */
export interface Files extends Translations {
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
 * Errors  rejects with one ContentError with all that is wrong in content, translations and built files.
 */
export async function openFiles(root: string, { baseUrl, uses, built }: About): Promise<Files> {
  const problems = problemGatherer();
  const translations = problems.attempt(() => createI18n(path.join(root, "locales")));

  const ready = await readBuiltFiles(built, root);
  let content = ready?.content;
  if (content === undefined) {
    const { readContent } = await import("./read-content.js");
    content = problems.attempt(() => readContent(path.join(root, "content"), translations?.getFixedT));
  }
  const assets = problems.attempt(() => openAssets(path.join(root, "dist/public")));

  if (!translations || content === undefined || !assets) throw problems.error();
  return {
    ...translations,
    library: libraryOf(content, { baseUrl, uses }),
    assets,
    templates: ready?.templates,
  };
}
