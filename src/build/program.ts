import path from "node:path";
import { build } from "esbuild";

/** Started by `npm start`, `npm run check:content` and `npm run submissions`. */
const entries = ["src/server.ts", "src/commands/check-content.ts", "src/commands/submissions.ts"];

/** Bundled, because opening six hundred files at start takes twice as long. */
export async function buildProgram(root: string, folder: string): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: entries,
    outbase: "src",
    outdir: folder,
    chunkNames: "[name]-[hash]", // beside server.js: services.ts finds the root from there
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
  return Object.keys(metafile.outputs).map((file) => path.relative(folder, path.join(root, file)));
}
