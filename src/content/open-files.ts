import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { i18n } from "i18next";
import type { Locale, Translate } from "../text/locale.js";
import { filesBelow } from "./files-below.js";
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

export type Assets = ReturnType<typeof openAssets>;
export type Asset = Assets["all"][number];

/** Opens dist/; throws a ContentError if it is not complete. */
export function openFiles(folder: string, settings: Settings): Files {
  const file = path.join(folder, "content.json"); // written last
  if (!existsSync(file)) throw notBuilt("dist/content.json");
  return {
    ...createI18n(path.join(folder, "locales")),
    library: createLibrary(readFileSync(file, "utf8"), settings),
    assets: openAssets(path.join(folder, "public")),
    compiledViews: JSON.parse(readFileSync(path.join(folder, "views.json"), "utf8")),
  };
}

const notBuilt = (file: string) => new ContentError([{ file, field: "", message: "is missing: run npm run build" }]);

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
};

/** Throws ContentError if nothing was built, and RangeError for an unknown file type. */
export function openAssets(folder: string) {
  const files = existsSync(folder) ? filesBelow(folder).map((file) => `/${file}`) : [];
  if (files.length === 0) throw notBuilt("dist/public");
  const bodyOf = (file: string) => (files.includes(file) ? readFileSync(path.join(folder, file)) : undefined);
  const addresses = files.filter((file) => !/\.(?:br|gz)$/.test(file));
  const all = addresses.map((address) => {
    const type = types[path.extname(address)];
    if (!type) throw new RangeError(`There is no content type for ${address}`);
    /** Throws if a later build has removed the file. */
    const read = () => ({
      identity: readFileSync(path.join(folder, address)),
      gzip: bodyOf(`${address}.gz`),
      br: bodyOf(`${address}.br`),
    });
    return { address, type, read };
  });
  const byName = new Map(addresses.map((address) => [withoutFingerprint(address), address]));

  return {
    all,
    findAddress: (name: string) => byName.get(name),

    /** Throws RangeError for a file that was not built. */
    address(name: string): string {
      const address = byName.get(name);
      if (!address) throw new RangeError(`There is no built file "${name}": run npm run build`);
      return address;
    },
  };
}

/** Returns `/styles/site.css` for `/styles/site.K3J2H1G4.css`. */
export function withoutFingerprint(address: string): string {
  return address.replace(/\.[A-Z0-9]{8}(\.\w+)$/, "$1");
}
