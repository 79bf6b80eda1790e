import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";
import { builtFiles } from "../addresses/paths.js";
import { root } from "../config.js";
import { filesBelow } from "../content/assets.js";

const require = createRequire(import.meta.url);

/** esbuild cannot write this syntax for the oldest browsers that docs/architecture.md names. */
const olderBrowsers: Plugin = {
  name: "older-browsers",
  setup({ onLoad }) {
    const read = (file: string) => forOlderBrowsers(readFileSync(file, "utf8"));
    onLoad({ filter: /\.css$/ }, ({ path }) => ({ contents: read(path), loader: "css" }));
  },
};

/** Those of the last build are removed; the images stay. */
export async function buildAssets(folder: string): Promise<void> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [
      "public/styles/site.css",
      "public/scripts/site.ts",
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
  for (const name of ["styles", "scripts", "embed", "fonts"])
    rmSync(path.join(folder, name), { recursive: true, force: true });
  for (const file of outputFiles) writeFile(folder, path.relative(folder, file.path), file.contents);
  // The Open Font License requires its text, with the name of the authors, beside each font.
  const fonts = ["@fontsource-variable/familjen-grotesk", "@fontsource/newsreader"];
  const licences = fonts.map((font) => readFileSync(require.resolve(`${font}/LICENSE`)));
  writeFingerprinted(folder, builtFiles.fontLicence, Buffer.concat(licences));
}

function forOlderBrowsers(css: string): string {
  const plain = css
    // esbuild would write `not (…)`, which Safari knows from 16.4 on.
    .replace(/@media \((width|height) < ([\d.]+rem)\)/g, "@media not all and ($1 >= $2)")
    // Safari before 17.4 and Firefox before 128 know no alternative text.
    .replace(/content: (.+) \/ "";/g, "content: $1; $&");
  if (!plain.includes("light-dark(")) return plain;
  const [light, dark] = ["$1", "$2"].map((colour) => plain.replace(/light-dark\(([^,()]+), ([^,()]+)\)/g, colour));
  return `${plain}
@supports not (color: light-dark(#000, #fff)) {
  ${light}
  @media screen and (prefers-color-scheme: dark) { ${dark} }
}`;
}

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

export function writeFingerprinted(folder: string, name: string, content: Buffer): void {
  const fingerprint = createHash("sha256").update(content).digest("hex").slice(0, 8).toUpperCase();
  const { dir, name: base, ext } = path.posix.parse(name);
  writeFile(folder, path.posix.join(dir, `${base}.${fingerprint}${ext}`), content);
}

/** Also writes compressed copies of a text. */
function writeFile(folder: string, name: string, content: Uint8Array): void {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  if (!/\.(?:css|js|svg|txt)$/.test(name)) return;
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  writeFileSync(`${file}.br`, brotliCompressSync(content));
}
