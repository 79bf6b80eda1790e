import path from "node:path";
import { build } from "esbuild";

/** What `npm start` and the operator's commands run. */
const entries = ["src/server.ts", "src/commands/check-content.ts", "src/commands/submissions.ts"];

/**
 * Bundles the program and its packages into the folder, because a start that opens six hundred files takes twice as
 * long. Dynamic imports become files of their own. Returns the names of the files written, relative to the folder.
 */
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
    external: ["libsql"], // loads a binary from beside its own file
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: "error",
  });
  return Object.keys(metafile.outputs).map((file) => path.relative(folder, path.join(root, file)));
}
