import { cpSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import type { Content } from "../../src/content/library.js";
import { writeBuiltFiles } from "../../src/content/open-files.js";
import { inEachLocale } from "../../src/domain/locale.js";
import { scratch } from "./servers.js";

/** Returns a copy of the built site with `times` as many cities, events and articles, numbered. */
export function siteWithContent(times: number): string {
  const folder = path.join(scratch, `content-${times}`);
  for (const name of ["dist", "locales", "views", "package.json"])
    cpSync(name, path.join(folder, name), { recursive: true });
  symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"), "junction");

  const dist = path.join(folder, "dist");
  const content: Content = JSON.parse(readFileSync(path.join(dist, "content.json"), "utf8"));
  const numbers = Array.from({ length: times - 1 }, (_, number) => number + 1);
  const more = <Item extends { readonly slug: string }>(
    items: readonly Item[],
    change: (item: Item, n: number) => Item,
  ) => [...items, ...items.flatMap((item) => numbers.map((n) => ({ ...change(item, n), slug: `${item.slug}-${n}` })))];
  const grown: Content = {
    ...content,
    cities: more(content.cities, (city, n) => {
      return { ...city, names: inEachLocale((locale) => `${city.names[locale]} ${n}`), spellings: [] };
    }),
    // The page of a city takes no event of another.
    events: more(content.events, (event, n) => {
      const isOfCity = event.action?.startsWith("boardroom");
      return { ...event, city: event.city && `${event.city}-${n}`, action: isOfCity ? "dates" : event.action };
    }),
    articles: more(content.articles, (article) => article),
  };
  writeBuiltFiles(dist, JSON.stringify(grown), readFileSync(path.join(dist, "templates.js"), "utf8"));
  return folder;
}
