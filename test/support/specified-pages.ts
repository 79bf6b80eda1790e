import { readdirSync, readFileSync } from "node:fs";
import { pageNames, paths } from "../../src/addresses/paths.js";
import { locales } from "../../src/text/locale.js";

/** The segment that the owner chooses. */
const { chat } = JSON.parse(readFileSync("content/site.json", "utf8")) as { chat: { segment: string } };

export const pagePaths = pageNames.map((name) => paths[name].replace(":chat", chat.segment));

export const languages = locales;

/** In every language: [address, language, path after the locale]. */
const inEach = (paths: readonly string[]) =>
  languages.flatMap((language) => paths.map((path) => [`/${language}${path}`, language, path] as const));

export const everyPage = inEach(pagePaths);

/** The slugs of the articles published by 21 November 2026, newest first. */
export const shippedArticles = { guides: publishedIn("guides"), perspectives: publishedIn("perspectives") };

function publishedIn(list: string): string[] {
  const published = readdirSync(`content/${list}`).map((slug) => {
    const text = readFileSync(`content/${list}/${slug}/en.md`, "utf8");
    return { slug, draft: /^draft: true$/m.test(text), on: /^published: (.+)$/m.exec(text)![1]! };
  });
  return published
    .filter(({ draft, on }) => !draft && on <= "2026-11-21")
    .sort((one, other) => (one.on < other.on ? 1 : -1))
    .map(({ slug }) => slug);
}

/** Every page and article. */
export const everyAddress = [
  ...everyPage,
  ...Object.entries(shippedArticles).flatMap(([list, slugs]) => inEach(slugs.map((slug) => `/${list}/${slug}`))),
];
