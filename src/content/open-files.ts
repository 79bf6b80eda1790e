import path from "node:path";
import type { Feature } from "../domain/page.js";
import { type Assets, openAssets } from "./assets.js";
import type { BuiltFiles, Templates } from "./built-content.js";
import { createI18n, type Translations } from "./i18n.js";
import { createLibrary, type Library } from "./library.js";

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

/** Rejects with a ContentError for the problems of translations, else of content, else of built files. */
export async function openFiles(root: string, options: Options, built: BuiltFiles | undefined): Promise<Files> {
  const translations = createI18n(path.join(root, "locales"));
  let content = built?.content;
  if (content === undefined) {
    // The built content does not need the parsers of Markdown and YAML.
    const { readContent } = await import("./read-content.js");
    content = readContent(path.join(root, "content"), translations.getFixedT);
  }
  return {
    ...translations,
    library: createLibrary(content, options),
    assets: openAssets(path.join(root, "dist/public")),
    templates: built?.templates,
  };
}
