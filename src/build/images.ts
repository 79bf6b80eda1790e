import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { Resvg } from "@resvg/resvg-js";
import nunjucks from "nunjucks";
import type { Library } from "../content/library.js";
import { conceptOfCode } from "../domain/concept.js";
import { locales } from "../domain/locale.js";
import { illustrationPhase } from "../site/illustration-phases.js";
import { articleLists, conceptOf, pageNames, themeOf } from "../site/paths.js";
import { fingerprint, fingerprinted, write } from "./built-files.js";
import { coloursOf } from "./colours.js";

const HEADING_WIDTH = 680;
const HEADING_HEIGHT = 350;
const LARGEST = 116;
const SMALLEST = 44;

const require = createRequire(import.meta.url);
const font = (file: string) => require.resolve(`@expo-google-fonts/familjen-grotesk/${file}`);
const options = {
  font: {
    fontFiles: [font("500Medium/FamiljenGrotesk_500Medium.ttf"), font("700Bold/FamiljenGrotesk_700Bold.ttf")],
    loadSystemFonts: false,
    defaultFontFamily: "Familjen Grotesk",
  },
};

/**
 * Draws the icons and, for each page, article and language, the picture that goes with a shared link, into the folder.
 * Returns the addresses of all of them.
 */
export function buildImages(root: string, folder: string, library: Library): string[] {
  const views = new nunjucks.Environment(new nunjucks.FileSystemLoader(path.join(root, "views")), { autoescape: true });
  const css = readFileSync(path.join(root, "public/styles/tokens.css"), "utf8");
  const share = (name: string, heading: string, label: string, room: string, hour: number) => {
    const svg = views.render("images/share.njk", {
      name: library.organisation.name,
      heading,
      label,
      ...setHeading(heading),
      room,
      hour,
      colours: coloursOf(room, css),
    });
    const image = new Resvg(svg, options).render().asPng();
    return write(folder, fingerprinted(`/share/${name}.png`, fingerprint(image)), image);
  };
  const shared = pageNames.flatMap((name) =>
    locales.flatMap((locale) => {
      const { heading, label, title } = library.page(name, locale);
      const below = name === "home" ? title : (conceptOf(name)?.name ?? label);
      return share(`${name}.${locale}`, heading, below, themeOf(name), illustrationPhase(name));
    }),
  );
  const ofArticles = library.articles
    .filter(({ draft }) => !draft)
    .flatMap((article) => {
      const { kind, slug, locale, title, concept } = article;
      const { label } = library.page(articleLists[kind], locale);
      const room = conceptOfCode(concept).slug;
      return share(`${kind}-${slug}.${locale}`, title, label, room, library.illustrationPhase(article));
    });
  return [...shared, ...ofArticles, ...buildIcons(folder, views, coloursOf("home", css))];
}

function buildIcons(folder: string, views: nunjucks.Environment, colours: ReturnType<typeof coloursOf>): string[] {
  const plain = views.render("images/icon.njk", { scale: 1.3, filled: false, colours });
  const filled = views.render("images/icon.njk", { scale: 1, filled: true, colours });
  const maskable = views.render("images/icon.njk", { scale: 0.8, filled: true, colours });
  const icon = (name: string, content: Buffer) => write(folder, fingerprinted(name, fingerprint(content)), content);

  return [
    ...icon("/icons/icon.svg", Buffer.from(plain)),
    ...icon("/favicon.ico", icoOf(png(plain, 48), 48)),
    ...icon("/apple-touch-icon.png", png(filled, 180)),
    ...icon("/icons/icon-192.png", png(filled, 192)),
    ...icon("/icons/icon-512.png", png(filled, 512)),
    ...icon("/icons/icon-maskable-512.png", png(maskable, 512)),
  ];
}

/** The heading in the largest size at which it stands in the space there is, in lines as alike as can be. */
export function setHeading(heading: string): { lines: string[]; size: number } {
  const words = heading.split(" ");
  for (let size = LARGEST; ; size -= 4) {
    const count = linesWithin(HEADING_WIDTH, words, size).length;
    const ways = waysToBreak(words, count);
    const fitting = ways.filter((lines) => lines.every((line) => widthOf(line, size) <= HEADING_WIDTH));
    const fits = count * size <= HEADING_HEIGHT && fitting.length > 0;
    if (fits || size <= SMALLEST) return { lines: evenest(fitting.length > 0 ? fitting : ways), size };
  }
}

/** The words in lines, each as long as the width allows, and at least a word. */
function linesWithin(width: number, words: readonly string[], size: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const longer = [lines.at(-1), word].filter(Boolean).join(" ");
    if (lines.length > 0 && widthOf(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** The way in which the lines differ least in length. */
function evenest(ways: readonly string[][]): string[] {
  const measured = ways.map((lines) => ({ lines, unevenness: sum(lines.map(squaredWidth)) }));
  return measured.reduce((best, way) => (way.unevenness < best.unevenness ? way : best)).lines;
}

/** The words in so many lines, in every way. */
function waysToBreak(words: readonly string[], count: number): string[][] {
  if (count === 1) return [[words.join(" ")]];
  const firsts = Array.from({ length: words.length - count + 1 }, (_, index) => index + 1);
  return firsts.flatMap((first) =>
    waysToBreak(words.slice(first), count - 1).map((rest) => [words.slice(0, first).join(" "), ...rest]),
  );
}

/** Of lines that make up one text, the sum of these is least when they are alike. */
const squaredWidth = (line: string) => widthOf(line, 1) ** 2;
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

const widths = new Map<string, number>();

function widthOf(text: string, size: number): number {
  if (!widths.has(text)) {
    const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="6000" height="200"><text y="120" font-family="Familjen Grotesk" font-weight="700" font-size="100" letter-spacing="-3.5">${escaped}</text></svg>`;
    widths.set(text, new Resvg(svg, options).getBBox()?.width ?? 0);
  }
  return (widths.get(text)! * size) / 100;
}

function png(svg: string, size: number): Buffer {
  return new Resvg(svg, { fitTo: { mode: "width", value: size } }).render().asPng();
}

/** An ICO file that holds one PNG: a 6-byte header, a 16-byte entry, the image. */
function icoOf(image: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(1, 4); // one image
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10); // colour planes
  head.writeUInt16LE(32, 12); // bits a pixel
  head.writeUInt32LE(image.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, image]);
}
