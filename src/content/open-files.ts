import path from "node:path";
import { openAssets } from "./assets.js";
import type { BuiltFiles } from "./built-content.js";
import { createI18n } from "./i18n.js";
import { createLibrary } from "./library.js";

export type Files = Readonly<Awaited<ReturnType<typeof openFiles>>>;

/** Rejects with a ContentError for the problems of translations, else of content, else of built files. */
export async function openFiles(root: string, options: Parameters<typeof createLibrary>[1], built: BuiltFiles) {
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
