import { rmSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { root } from "../config.js";
import { filesBelow } from "../content/files-below.js";

/** Run by `npm start`, `npm run check:content` and `npm run submissions`. */
const entries = ["src/server.ts", "src/commands/check-content.ts", "src/commands/submissions.ts"];

/** Bundled, because opening six hundred files at start takes twice as long. Removes what the last build left. */
export async function buildProgram(folder: string): Promise<void> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: entries,
    outbase: "src",
    outdir: folder,
    chunkNames: "[name]-[hash]", // beside server.js: config.ts finds the root from there
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    metafile: true,
    minifyWhitespace: true,
    legalComments: "none",
    external: ["libsql"], // loads a binary from beside its own file
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: "error",
  });
  const built = new Set(Object.keys(metafile.outputs).map((file) => path.posix.relative(path.basename(folder), file)));
  for (const file of filesBelow(folder))
    if (file.endsWith(".js") && !file.includes("public/") && !built.has(file)) rmSync(path.join(folder, file));
}
