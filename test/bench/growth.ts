import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { compiledTemplates } from "../../src/build/templates.js";
import { createI18n } from "../../src/content/i18n.js";
import { writeBuiltFiles } from "../../src/content/open-files.js";
import { readContent } from "../../src/content/read-content.js";
import { scratch } from "./servers.js";

/** Returns a copy of the built site with `times` as many cities, events and articles, numbered. */
export function siteWithContent(times: number): string {
  const folder = path.join(scratch, `content-${times}`);
  for (const name of ["dist", "locales", "views", "content", "package.json"]) {
    cpSync(name, path.join(folder, name), { recursive: true });
  }
  symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"), "junction");

  const content = path.join(folder, "content");
  const numbers = Array.from({ length: times - 1 }, (_, number) => number + 1);
  change(path.join(content, "cities.json"), (text) => {
    const cities = Object.entries<{ names: Record<string, string> }>(JSON.parse(text));
    const more = numbers.flatMap((number) =>
      cities.map(([slug, city]) => {
        const names = Object.fromEntries(
          Object.entries(city.names).map(([locale, name]) => [locale, `${name} ${number}`]),
        );
        return [`${slug}-${number}`, { ...city, names, spellings: [] }];
      }),
    );
    return JSON.stringify(Object.fromEntries([...cities, ...more]));
  });
  for (const kind of ["events", "guides", "perspectives"]) {
    for (const slug of readdirSync(path.join(content, kind))) {
      for (const number of numbers) {
        const copy = path.join(content, kind, `${slug}-${number}`);
        cpSync(path.join(content, kind, slug), copy, { recursive: true });
        for (const file of readdirSync(copy)) {
          change(path.join(copy, file), (text) =>
            text
              .replace(/("city": "[^"]+)/, `$1-${number}`)
              .replace(/("action": ")boardroom[^"]+/, "$1dates") // the page of a city takes no event of another
              .replace(`slug: ${slug}\n`, `slug: ${slug}-${number}\n`),
          );
        }
      }
    }
  }
  const { getFixedT } = createI18n(path.join(folder, "locales"));
  writeBuiltFiles(path.join(folder, "dist"), readContent(content, getFixedT), compiledTemplates(folder));
  return folder;
}

function change(file: string, edit: (text: string) => string): void {
  writeFileSync(file, edit(readFileSync(file, "utf8")));
}
