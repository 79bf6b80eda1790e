import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { build } from "esbuild";
import { builtFiles } from "../site/paths.js";
import { writeFile, writeFingerprinted } from "./built-files.js";
import { olderBrowsers } from "./older-browsers.js";

const require = createRequire(import.meta.url);

export async function buildAssets(root: string, folder: string): Promise<void> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [
      "public/styles/site.css",
      "public/scripts/dialogue.ts",
      "public/scripts/form.ts",
      "public/embed/events.ts",
      "public/embed/page.css",
    ],
    outbase: "public",
    outdir: folder,
    entryNames: "[dir]/[name].[hash]",
    assetNames: "fonts/[name].[hash]",
    publicPath: "/",
    loader: { ".woff2": "file" },
    target: ["chrome109", "firefox115", "safari16", "ios16"],
    plugins: [olderBrowsers],
    bundle: true,
    format: "esm",
    minify: true,
    write: false,
    logOverride: { "css-syntax-error": "error", "unsupported-css-property": "error" }, // esbuild only warns of them
  });
  for (const file of outputFiles) writeFile(folder, path.relative(folder, file.path), file.contents);
  // The Open Font License requires its text beside the font.
  const licence = readFileSync(require.resolve("@fontsource-variable/familjen-grotesk/LICENSE"));
  writeFingerprinted(folder, builtFiles.fontLicence, licence);
}
