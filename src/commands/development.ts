/** `npm run dev`: builds styles and scripts, then runs the server, which the watcher restarts on changes. */
import path from "node:path";
import { buildAssets } from "../build/assets.js";
import { removeOthers } from "../build/built-files.js";
import { root } from "../services.js";

const folder = path.join(root, "dist/public");
const addresses = await buildAssets(root, folder);
for (const part of ["styles", "scripts", "fonts"]) {
  removeOthers(
    path.join(folder, part),
    addresses.map((address) => path.posix.relative(`/${part}`, address)),
  );
}
await import("../server.js");
