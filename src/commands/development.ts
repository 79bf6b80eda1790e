/** `npm run dev`: builds styles, scripts and texts, and runs the server. The watcher runs it again on a change. */
import path from "node:path";
import { buildAssets } from "../build/assets.js";
import { readTexts, writeTexts } from "../build/texts.js";
import { root } from "../config.js";

try {
  await buildAssets(root, path.join(root, "dist/public"));
  writeTexts(readTexts(root), root);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\nThe site shows the last build until this is fixed.\n`);
}
await import("../server.js");
