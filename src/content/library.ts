import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { defaultLocale, type Locale, locales } from "../domain/locale.js";
import type { Page } from "../domain/page.js";
import type { Organisation } from "../site/organisation.js";
import { isPageName, type PageName, pageNames } from "../site/paths.js";
import { readPage } from "./page-text.js";
import { ContentError, type Problem } from "./problems.js";

/** Everything under content/, read once and frozen. */
export interface Library {
  readonly organisation: Organisation;
  page(name: PageName, locale: Locale): Page;
  /** A fact by its name in content/facts.json. Throws RangeError when there is none. */
  fact(name: string, locale: Locale): string;
}

const organisationFile = z.strictObject({ name: z.string().min(1), mail: z.email() });
const factsFile = z.record(
  z.string(),
  z.union([z.string(), z.strictObject({ en: z.string(), sv: z.string(), nb: z.string() })]),
);

/**
 * Reads a content folder.
 *
 * Errors  one ContentError with everything that is wrong in any file, so that nothing is found out later, by a visitor.
 */
export function openLibrary(folder: string): Library {
  const problems: Problem[] = [];
  const organisation = readJson(folder, "site.json", organisationFile, problems);
  const facts = readJson(folder, "facts.json", factsFile, problems);
  if (!organisation || !facts) throw new ContentError(problems);

  const factsIn: Record<Locale, ReadonlyMap<string, string>> = {
    en: namedFacts(organisation, facts, "en"),
    sv: namedFacts(organisation, facts, "sv"),
    nb: namedFacts(organisation, facts, "nb"),
  };

  const pages = new Map<string, Page>();
  for (const name of pageNames) {
    for (const locale of locales) {
      const file = `content/pages/${name}/${locale}.md`;
      const source = readText(path.join(folder, "pages", name, `${locale}.md`));
      if (source === undefined) {
        problems.push({ file, field: "", message: "is missing" });
        continue;
      }
      const result = readPage(file, source, locale, { organisation, facts: factsIn[locale] });
      problems.push(...result.problems);
      if (result.page) pages.set(`${locale}/${name}`, freeze(result.page));
    }
  }
  problems.push(...unlikeInStructure(pages), ...strangersIn(path.join(folder, "pages")));
  if (problems.length > 0) throw new ContentError(problems);

  return Object.freeze<Library>({
    organisation: freeze(organisation),
    page: (name, locale) => pages.get(`${locale}/${name}`)!,
    fact(name, locale) {
      const fact = factsIn[locale].get(name);
      if (fact === undefined) throw new RangeError(`There is no fact "${name}"`);
      return fact;
    },
  });
}

function namedFacts(organisation: Organisation, facts: z.infer<typeof factsFile>, locale: Locale) {
  return new Map([
    ...Object.entries(organisation).map(([name, value]) => [`site.${name}`, value] as const),
    ...Object.entries(facts).map(([name, fact]) => [name, typeof fact === "string" ? fact : fact[locale]] as const),
  ]);
}

/** The outline of a page is one in all languages: views place sections by id, and links to them hold in each. */
function unlikeInStructure(pages: ReadonlyMap<string, Page>): Problem[] {
  const outline = (page: Page) =>
    page.sections.flatMap(({ id, parts }) => [id, ...parts.map((part) => `${id}/${part.id}`)]);
  return pageNames.flatMap((name) =>
    locales.flatMap((locale) => {
      const [first, page] = [pages.get(`${defaultLocale}/${name}`), pages.get(`${locale}/${name}`)];
      if (!first || !page || outline(first).join() === outline(page).join()) return [];
      const message = `the sections are ${outline(page).join(", ")}; in ${defaultLocale}.md they are ${outline(first).join(", ")}`;
      return [{ file: `content/pages/${name}/${locale}.md`, field: "sections", message }];
    }),
  );
}

/** Folders and files that no page asks for: a misspelt name would otherwise be a text nobody sees. */
function strangersIn(folder: string): Problem[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
    .filter((file) => {
      const [name = "", text] = file.split("/");
      return !isPageName(name) || !locales.some((locale) => text === `${locale}.md`);
    })
    .map((file) => ({ file: `content/pages/${file}`, field: "", message: "belongs to no page in src/site/paths.ts" }));
}

function readJson<Data>(folder: string, name: string, schema: z.ZodType<Data>, problems: Problem[]): Data | undefined {
  const file = `content/${name}`;
  try {
    const result = schema.safeParse(JSON.parse(readFileSync(path.join(folder, name), "utf8")));
    if (result.success) return result.data;
    problems.push(...result.error.issues.map(({ path, message }) => ({ file, field: path.join("."), message })));
  } catch (error) {
    problems.push({ file, field: "", message: (error as Error).message });
  }
  return undefined;
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function freeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) if (typeof inner === "object" && inner !== null) freeze(inner);
  return Object.freeze(value);
}
