import { readdirSync, readFileSync } from "node:fs";
import { type Locale, locales } from "../../src/domain/locale.js";
import { pageNames, paths } from "../../src/site/paths.js";

/** The segment that the owner chooses. */
const { chat } = JSON.parse(readFileSync("content/site.json", "utf8")) as { chat: { segment: string } };

export const pagePaths = pageNames.map((name) => paths[name].replace(":chat", chat.segment));

export const languages = locales;

export type Language = Locale;

/** Every page in every language: [address, language, path after the locale]. */
export const everyPage = languages.flatMap((language) =>
  pagePaths.map((path) => [`/${language}${path}`, language, path] as const),
);

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

const articlePaths = Object.entries(shippedArticles).flatMap(([list, slugs]) =>
  slugs.map((slug) => `/${list}/${slug}`),
);

/** Every article in every language, in the same form. */
const everyArticle = languages.flatMap((language) =>
  articlePaths.map((path) => [`/${language}${path}`, language, path] as const),
);

export const everyAddress = [...everyPage, ...everyArticle];
