import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { openAssets } from "./assets.js";
import { createI18n } from "./i18n.js";
import { createLibrary } from "./library.js";
import { ContentError } from "./problems.js";

export type Files = Readonly<Awaited<ReturnType<typeof openFiles>>>;

/** Rejects with a ContentError for the problems of translations, else of content, else of built files. */
export async function openFiles(
  root: string,
  options: Parameters<typeof createLibrary>[1] & { readonly orLastBuild: boolean },
  built: Awaited<ReturnType<typeof readBuiltFiles>>,
) {
  const translations = createI18n(path.join(root, "locales"));
  let content = built?.content;
  let contentError = "";
  if (content === undefined) {
    // The built content does not need the parsers of Markdown and YAML.
    const { readContent } = await import("./read-content.js");
    try {
      content = readContent(path.join(root, "content"), translations.getFixedT);
    } catch (error) {
      const lastBuild = options.orLastBuild ? await readBuiltFiles(path.join(root, "dist")) : undefined;
      if (!lastBuild || !(error instanceof ContentError)) throw error;
      content = lastBuild.content;
      contentError = `The pages show the content of the last build until this is mended. ${error.message}\n`;
      process.stderr.write(contentError);
    }
  }
  return {
    ...translations,
    library: createLibrary(content, options),
    assets: openAssets(path.join(root, "dist/public")),
    templates: built?.templates,
    /** Shown at the top of each page; empty unless `orLastBuild`. */
    contentError,
  };
}

/** The code of each view. */
type Templates = Readonly<Record<string, string>>;

/** content.json is renamed into place last, because a folder with it counts as a complete build. */
export function writeBuiltFiles(folder: string, content: string, templates: string): void {
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  write("templates.js", templates);
  write("content.json.new", content);
  renameSync(path.join(folder, "content.json.new"), path.join(folder, "content.json"));
}

/** Undefined in a folder without a build, such as src/: then the sources are read. */
export async function readBuiltFiles(folder: string) {
  if (!existsSync(path.join(folder, "content.json"))) return undefined;
  const content = readFileSync(path.join(folder, "content.json"), "utf8");
  const { default: templates } = await import(pathToFileURL(path.join(folder, "templates.js")).href);
  return { content, templates: templates as Templates };
}
