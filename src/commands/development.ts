/** `npm run dev`: builds styles and scripts, then runs the server, which the watcher restarts on changes. */
import path from "node:path";
import { buildAssets } from "../build/assets.js";
import { removeFilesExcept } from "../build/built-files.js";
import { root } from "../services.js";

const publicFolder = path.join(root, "dist/public");
const addresses = await buildAssets(root, publicFolder);
// Only these folders: the images of the last build stay.
for (const folder of ["styles", "scripts", "fonts"]) {
  removeFilesExcept(
    path.join(publicFolder, folder),
    addresses.map((address) => path.posix.relative(`/${folder}`, address)),
  );
}
await import("../server.js");
