import { readFileSync } from "node:fs";
import path from "node:path";
import { build, type Plugin } from "esbuild";

/** What `npm start` and the operator's commands run. */
const entries = ["src/server.ts", "src/commands/check-content.ts", "src/commands/submissions.ts"];

/** What packages bring and nobody uses: half of what would be read at each start. */
const withoutUnused: Plugin = {
  name: "without-unused",
  setup({ onLoad }) {
    // Express's parsers of bodies, with tables of every encoding there is; ours is text-body.ts.
    onLoad({ filter: /[\\/]body-parser[\\/]index\.js$/ }, () => ({ contents: "" }));
    // Zod's messages in fifty languages; ours are in locales/.
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    }));
    // Of 2,500 media types those that Express is to write a charset with. Any other has to be set in full: for "svg" or
    // "png", response.type() would say application/octet-stream once built.
    onLoad({ filter: /[\\/]mime-db[\\/]db\.json$/ }, (file) => {
      const types = Object.entries<{ charset?: string }>(JSON.parse(readFileSync(file.path, "utf8")));
      const inWords = types.filter(([type, { charset }]) => charset || type.startsWith("text/"));
      return { loader: "json", contents: JSON.stringify(Object.fromEntries(inWords)) };
    });
  },
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
    // Else packages' comments stay in memory, and for one dash in them V8 keeps a whole file at two bytes a character.
    minifyWhitespace: true,
    lineLimit: 160,
    metafile: true,
    external: ["libsql"], // finds the binary made for this machine among its neighbours
    plugins: [withoutUnused],
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: "error",
  });
  return Object.keys(metafile.outputs).map((file) => path.relative(folder, path.join(root, file)));
}
