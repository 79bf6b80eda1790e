/** `npm run build`, after the compiler: styles, font, icons and share images into dist/public, and nothing else there. */
import path from "node:path";
import { buildAssets } from "../build/assets.js";
import { removeOthers } from "../build/built-files.js";
import { buildImages } from "../build/images.js";
import { openLibrary } from "../content/library.js";
import { root } from "../services.js";

const folder = path.join(root, "dist/public");
const library = openLibrary(path.join(root, "content"));

const addresses = [...(await buildAssets(root, folder)), ...buildImages(root, folder, library)];
removeOthers(folder, addresses);
console.log(`dist/public holds ${addresses.length} files`);
