import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ContentError } from "./problems.js";

export type Assets = ReturnType<typeof openAssets>;
export type Asset = Assets["all"][number];

const types: Record<string, string> = {
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

export function notBuilt(file: string): ContentError {
  return new ContentError([{ file, field: "", message: "is missing: run npm run build" }]);
}

/** Returns sorted paths with `/` between folders, without hidden files. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"))
    .filter((file) => !/(?:^|\/)\./.test(file))
    .sort();
}
