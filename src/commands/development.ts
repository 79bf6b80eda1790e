/** `npm run dev`: builds styles and scripts, then runs the server, which the watcher restarts on changes. */
import { rmSync } from "node:fs";
import path from "node:path";
import { buildAssets } from "../build/assets.js";
import { root } from "../config.js";

const publicFolder = path.join(root, "dist/public");
// Only these folders: the images of the last build stay.
for (const folder of ["styles", "scripts", "embed", "fonts"])
  rmSync(path.join(publicFolder, folder), { recursive: true, force: true });
await buildAssets(root, publicFolder);
await import("../server.js");
