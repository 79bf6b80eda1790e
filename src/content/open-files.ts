import path from "node:path";
import type { Feature } from "../domain/page.js";
import { type Assets, openAssets } from "./assets.js";
import type { BuiltFiles, Templates } from "./built-content.js";
import { createI18n, type Translations } from "./i18n.js";
import { createLibrary, type Library } from "./library.js";
import { collectProblems } from "./problems.js";

export interface Files extends Translations {
  readonly library: Library;
  readonly assets: Assets;
  /** Undefined if they were not built. */
  readonly templates: Templates | undefined;
}

interface Options {
  readonly baseUrl: string;
  readonly features: readonly Feature[];
}

/** Rejects with one ContentError for all problems of content, translations and built files. */
export async function openFiles(root: string, options: Options, built: BuiltFiles | undefined): Promise<Files> {
  const problems = collectProblems();
  const translations = problems.attempt(() => createI18n(path.join(root, "locales")));

  let content = built?.content;
  if (content === undefined) {
    // The built content does not need the parsers of Markdown and YAML.
    const { readContent } = await import("./read-content.js");
    content = problems.attempt(() => readContent(path.join(root, "content"), translations?.getFixedT));
  }
  const assets = problems.attempt(() => openAssets(path.join(root, "dist/public")));

  if (!translations || content === undefined || !assets) throw problems.error();
  return {
    ...translations,
    library: createLibrary(content, options),
    assets,
    templates: built?.templates,
  };
}
