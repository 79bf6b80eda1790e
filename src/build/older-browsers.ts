import { readFileSync } from "node:fs";
import type { Plugin } from "esbuild";

/** What esbuild cannot write for the oldest browsers that docs/architecture.md names. */
export const olderBrowsers: Plugin = {
  name: "older-browsers",
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, ({ path }) => ({
      contents: forOlderBrowsers(readFileSync(path, "utf8")),
      loader: "css",
    }));
  },
};

export function forOlderBrowsers(css: string): string {
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
