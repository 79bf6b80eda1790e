/** `npm run dev`: builds styles, scripts and texts, and runs the server. The watcher runs it again on a change. */
import { cpSync, existsSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { buildAssets } from "../build/bundle.js";
import { readTexts, writeTexts } from "../build/read-content.js";
import { readConfig, root } from "../config.js";

const folder = path.join(root, "dist/development");
const newFolder = `${folder}.new`;

try {
  rmSync(newFolder, { recursive: true, force: true });
  cpSync(path.join(root, "dist/public"), path.join(newFolder, "public"), { recursive: true }); // has the images
  await buildAssets(path.join(newFolder, "public"));
  const { content, compiledViews } = readTexts(readConfig({}));
  writeTexts(content, compiledViews, newFolder);
  rmSync(folder, { recursive: true, force: true });
  renameSync(newFolder, folder);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\nThe site stays as it was until this is fixed.\n`);
}
if (existsSync(folder)) process.argv[2] = folder; // which build the server opens
await import("../server.js");
