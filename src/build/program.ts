import path from "node:path";
import { build, type Plugin } from "esbuild";

/** What `npm start` and the operator's commands run. */
const entries = ["src/server.ts", "src/commands/check-content.ts", "src/commands/submissions.ts"];

/** Express brings parsers of bodies, with tables of every encoding there is: a third of the program, and unused (text-body.ts). */
const withoutBodyParser: Plugin = {
  name: "without-body-parser",
  setup: ({ onLoad }) => onLoad({ filter: /node_modules[\\/]body-parser[\\/]index\.js$/ }, () => ({ contents: "" })),
};

/**
 * Bundles the program with the packages it uses into the folder: a start that need not find and open some six hundred
 * files takes half the time. What is loaded with import() stays in files of its own, read when it is first needed.
 * Returns the files written, by their names in the folder.
 */
export async function buildProgram(root: string, folder: string): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: entries,
    outbase: "src",
    outdir: folder,
    chunkNames: "[name]-[hash]", // beside server.js, as services.ts finds the project's folder from where it lies
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    metafile: true,
    external: ["libsql"], // finds the binary made for this machine among its neighbours
    plugins: [withoutBodyParser],
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: "error",
  });
  return Object.keys(metafile.outputs).map((file) => path.relative(folder, path.join(root, file)));
}
