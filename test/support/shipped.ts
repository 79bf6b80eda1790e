/** Facts of what ships, and the frozen content. */
import { readdirSync, readFileSync } from "node:fs";
import { pageNames, pages } from "../../src/addresses/pages.js";
import { locales } from "../../src/text/locale.js";

/** What `npm run freeze` has written: events and cities, which most files of tests read, and apart from them the rest. */
export const frozenEventsFile = "test/fixtures/frozen-events.json";
export const frozenEvents = JSON.parse(readFileSync(frozenEventsFile, "utf8"));

const read = (file: string) => JSON.parse(readFileSync(`content/${file}`, "utf8"));

/** Facts from content/, which tests of shipped content read so that the owner can change them. */
export const { name, mail, calendarNamespace, legalName, chat } = read("site.json") as Record<
  "name" | "mail" | "calendarNamespace",
  string
> & { readonly legalName: string | null; readonly chat: { readonly segment: string } };
export const { price } = read("membership.json") as { price: number };
export const cities: readonly string[] = frozenEvents.cities.map(({ slug }: { slug: string }) => slug);

export const pagePaths = pageNames.map((name) => pages[name].path.replace(":chat", chat.segment));

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
    .sort((one, other) => other.on.localeCompare(one.on) || one.slug.localeCompare(other.slug))
    .map(({ slug }) => slug);
}

export const everyAddress = [
  ...everyPage,
  ...Object.entries(shippedArticles).flatMap(([list, slugs]) => inEach(slugs.map((slug) => `/${list}/${slug}`))),
];
