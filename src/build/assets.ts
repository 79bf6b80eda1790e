import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { build } from "esbuild";
import { fingerprint, fingerprinted, write } from "./built-files.js";

const require = createRequire(import.meta.url);

/**
 * Bundles and minifies styles and scripts, with the font they name and its licence, into the folder. Returns the
 * addresses written.
 */
export async function buildAssets(root: string, folder: string): Promise<string[]> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ["public/styles/site.css", "public/scripts/dialogue.ts", "public/scripts/form.ts"],
    outbase: "public",
    outdir: folder,
    entryNames: "[dir]/[name].[hash]",
    assetNames: "fonts/[name].[hash]",
    publicPath: "/",
    loader: { ".woff2": "file" },
    target: ["chrome123", "firefox121", "safari17.5"],
    bundle: true,
    format: "esm",
    minify: true,
    write: false,
  });
  const built = outputFiles.flatMap((file) => {
    const address = `/${path.relative(folder, file.path).split(path.sep).join("/")}`;
    return write(folder, address, Buffer.from(file.contents));
  });
  // The Open Font License asks for its text to go with the font.
  const licence = readFileSync(require.resolve("@fontsource-variable/familjen-grotesk/LICENSE"));
  return [...built, ...write(folder, fingerprinted("/fonts/OFL.txt", fingerprint(licence)), licence)];
}
