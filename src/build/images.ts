import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { Resvg } from "@resvg/resvg-js";
import nunjucks from "nunjucks";
import { concepts } from "../addresses/pages.js";
import { builtFiles, portraitPath, shareImagePath } from "../addresses/paths.js";
import { root } from "../config.js";
import type { Library } from "../content/library.js";
import { locales } from "../text/locale.js";
import { writeFingerprinted } from "./bundle.js";

const require = createRequire(import.meta.url);
const fontFile = (name: string) => require.resolve(`@expo-google-fonts/familjen-grotesk/${name}`);
const font = {
  fontFiles: [fontFile("500Medium/FamiljenGrotesk_500Medium.ttf"), fontFile("700Bold/FamiljenGrotesk_700Bold.ttf")],
  loadSystemFonts: false,
  defaultFontFamily: "Familjen Grotesk",
};

export function buildImages(folder: string, library: Library): void {
  const views = new nunjucks.Environment(new nunjucks.FileSystemLoader(path.join(root, "views")), { autoescape: true });
  const css = readFileSync(path.join(root, "public/styles/tokens.css"), "utf8");
  const { name } = library.organisation;
  for (const theme of [{ slug: "home", name } as const, ...concepts]) {
    const colours = coloursOf(theme.slug, css);
    for (const locale of locales) {
      const { heading } = library.page(theme.slug, locale);
      const svg = views.render("images/share.njk", { name, theme, heading, colours });
      writeFingerprinted(folder, shareImagePath(theme.slug, locale), new Resvg(svg, { font }).render().asPng());
    }
  }
  buildIcons(folder, views, coloursOf("home", css));
  for (const { portrait } of Object.values(library.hosts)) {
    if (!portrait) continue;
    const type = portrait.endsWith(".png") ? "png" : "jpeg";
    const image = readFileSync(path.join(root, "content/hosts", portrait)).toString("base64");
    const svg = views.render("images/portrait.njk", { href: `data:image/${type};base64,${image}` });
    writeFingerprinted(folder, portraitPath(portrait), pngOf(svg, PORTRAIT_SIZE));
  }
}

/** Pixels; shown half as wide by views/macros/dates.njk. */
const PORTRAIT_SIZE = 288;

function buildIcons(folder: string, views: nunjucks.Environment, colours: Colours): void {
  const icon = (scale: number, filled: boolean) => views.render("images/icon.njk", { scale, filled, colours });
  const plain = icon(1.3, false);
  const filled = icon(1, true);
  const maskable = icon(0.8, true);
  const icons: Record<string, Buffer> = {
    [builtFiles.icon]: Buffer.from(plain),
    [builtFiles.favicon]: icoOf(pngOf(plain, 48), 48),
    [builtFiles.touchIcon]: pngOf(filled, 180),
    [builtFiles.icon192]: pngOf(filled, 192),
    [builtFiles.icon512]: pngOf(filled, 512),
    [builtFiles.maskableIcon]: pngOf(maskable, 512),
  };
  for (const [name, content] of Object.entries(icons)) writeFingerprinted(folder, name, content);
}

function pngOf(svg: string, size: number): Buffer {
  return new Resvg(svg, { fitTo: { mode: "width", value: size } }).render().asPng();
}

/** An ICO file with one PNG: a 6-byte header, a 16-byte entry, the image. */
function icoOf(image: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // type: icon
  header.writeUInt16LE(1, 4); // number of images
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10); // colour planes
  header.writeUInt16LE(32, 12); // bits per pixel
  header.writeUInt32LE(image.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, image]);
}

/** By token name without `--`. */
type Colours = Readonly<Record<string, string>>;

/** `theme` is the value of `data-room` in styles/tokens.css. */
function coloursOf(theme: string, css: string): Colours {
  const set = [":root", `[data-room="${theme}"]`].flatMap((selector) => {
    const block = css.split(`\n${selector} {`)[1]?.split("\n}")[0] ?? "";
    return [...block.matchAll(/--([\w-]+): (?:light-dark\()?(#[0-9a-f]+|var\(--[\w-]+\))/g)];
  });
  const colours: Record<string, string> = {};
  for (const [, name = "", value = ""] of set) {
    const reference = /^var\(--(.+)\)$/.exec(value)?.[1];
    colours[name] = reference === undefined ? value : (colours[reference] ?? "");
  }
  return colours;
}
