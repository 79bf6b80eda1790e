import path from "node:path";
import { build } from "esbuild";
import { write } from "./fingerprint.js";

/** Bundles and minifies the styles, with the fonts they name, into the folder. Returns the addresses written. */
export async function buildAssets(root: string, folder: string): Promise<string[]> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ["public/styles/site.css"],
    outbase: "public",
    outdir: folder,
    entryNames: "[dir]/[name].[hash]",
    assetNames: "fonts/[name].[hash]",
    publicPath: "/",
    loader: { ".woff2": "file" },
    target: ["chrome123", "firefox121", "safari17.5"],
    bundle: true,
    minify: true,
    write: false,
  });
  return outputFiles.flatMap((file) => {
    const address = `/${path.relative(folder, file.path).split(path.sep).join("/")}`;
    return write(folder, address, Buffer.from(file.contents));
  });
}
