import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { i18n } from "i18next";
import type { Locale, Translate } from "../text/locale.js";
import { type Assets, openAssets } from "./assets.js";
import { createI18n } from "./i18n.js";
import { createLibrary, type Library, type Settings } from "./library.js";
import { ContentError } from "./problems.js";

/** What the build makes, opened. */
export interface Files {
  readonly i18n: i18n;
  readonly getFixedT: (locale: Locale) => Translate;
  readonly library: Library;
  /** Styles, scripts, fonts and images. */
  readonly assets: Assets;
  /** The code of each view. */
  readonly compiledViews: Readonly<Record<string, string>>;
}

/** Opens dist/; throws a ContentError if it is not complete. */
export function openFiles(folder: string, settings: Settings): Files {
  const file = path.join(folder, "content.json"); // written last
  if (!existsSync(file))
    throw new ContentError([{ file: "dist/content.json", field: "", message: "is missing: run npm run build" }]);
  return {
    ...createI18n(path.join(folder, "locales")),
    library: createLibrary(readFileSync(file, "utf8"), settings),
    assets: openAssets(path.join(folder, "public")),
    compiledViews: JSON.parse(readFileSync(path.join(folder, "views.json"), "utf8")),
  };
}
