/** `npm run build`, after the compiler: styles, fonts, icons and share images into dist/public, and nothing else there. */
import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { buildAssets } from "../build/assets.js";
import { buildImages } from "../build/images.js";
import { openLibrary } from "../content/library.js";

const root = path.resolve(import.meta.dirname, "../..");
const folder = path.join(root, "dist/public");

const library = openLibrary(path.join(root, "content"));
const written = new Set([...(await buildAssets(root, folder)), ...buildImages(root, folder, library)]);

for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  const file = path.join(entry.parentPath, entry.name);
  if (entry.isFile() && !written.has(`/${path.relative(folder, file).split(path.sep).join("/")}`)) rmSync(file);
}
console.log(`dist/public holds ${written.size} files`);
