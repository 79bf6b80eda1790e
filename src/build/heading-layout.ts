import { createRequire } from "node:module";
import { Resvg } from "@resvg/resvg-js";

const WIDTH = 680;
const HEIGHT = 350;
const MAX_SIZE = 116;
const MIN_SIZE = 44;

const require = createRequire(import.meta.url);
const font = (file: string) => require.resolve(`@expo-google-fonts/familjen-grotesk/${file}`);

export const fontOptions = {
  font: {
    fontFiles: [font("500Medium/FamiljenGrotesk_500Medium.ttf"), font("700Bold/FamiljenGrotesk_700Bold.ttf")],
    loadSystemFonts: false,
    defaultFontFamily: "Familjen Grotesk",
  },
};

/** Prefers the largest size that fits, then few lines, then lines of similar width. */
export function layOutHeading(heading: string): { lines: string[]; size: number } {
  const words = heading.split(" ");
  for (let size = MAX_SIZE; size >= MIN_SIZE; size -= 4) {
    for (let count = 1; count <= words.length && count * size <= HEIGHT; count++) {
      const fitting = waysToBreak(words, count).filter((lines) => lines.every((line) => widthOf(line) * size <= WIDTH));
      if (fitting.length > 0) return { lines: fitting.toSorted((a, b) => unevenness(a) - unevenness(b))[0]!, size };
    }
  }
  return { lines: words, size: MIN_SIZE };
}

function waysToBreak(words: readonly string[], count: number): string[][] {
  if (count === 1) return [[words.join(" ")]];
  const lengths = Array.from({ length: words.length - count + 1 }, (_, index) => index + 1);
  return lengths.flatMap((length) =>
    waysToBreak(words.slice(length), count - 1).map((rest) => [words.slice(0, length).join(" "), ...rest]),
  );
}

/** The sum of squared widths is least for lines of equal width. */
const unevenness = (lines: readonly string[]) => lines.reduce((sum, line) => sum + widthOf(line) ** 2, 0);

const widths = new Map<string, number>();

/** Returns the width at font size 1. */
function widthOf(line: string): number {
  if (!widths.has(line)) {
    const escaped = line.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="6000" height="200"><text y="120" font-family="Familjen Grotesk" font-weight="700" font-size="100" letter-spacing="-3.5">${escaped}</text></svg>`;
    widths.set(line, (new Resvg(svg, fontOptions).getBBox()?.width ?? 0) / 100);
  }
  return widths.get(line)!;
}
