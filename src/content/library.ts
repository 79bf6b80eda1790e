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
}

const organisationFile = z.strictObject({ name: z.string().min(1).max(40), mail: z.email() });
const inEachLanguage = z.strictObject({ en: z.string(), sv: z.string(), nb: z.string() } satisfies Record<
  Locale,
  unknown
>);
const factsFile = z.record(
  z.string(),
  z.union([z.string(), inEachLanguage], { error: `must be a text, or a text for each of ${locales.join(", ")}` }),
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

  const pages = new Map<string, Page>();
  for (const locale of locales) {
    const references = {
      facts: organisation && facts && namedFacts(organisation, facts, locale),
      mail: organisation?.mail ?? "",
    };
    for (const name of pageNames) {
      const source = readText(folder, `pages/${name}/${locale}.md`, problems);
      if (source === undefined) continue;
      const result = readPage(`content/pages/${name}/${locale}.md`, source, locale, references);
      problems.push(...result.problems);
      if (result.page) pages.set(`${locale}/${name}`, freeze(result.page));
    }
  }
  problems.push(...unlikeInOutline(pages), ...strangersIn(path.join(folder, "pages")));
  if (!organisation || problems.length > 0) throw new ContentError(problems);

  return Object.freeze<Library>({
    organisation: freeze(organisation),
    page: (name, locale) => pages.get(`${locale}/${name}`)!,
  });
}

function namedFacts(organisation: Organisation, facts: z.infer<typeof factsFile>, locale: Locale) {
  return new Map([
    ...Object.entries(organisation).map(([name, value]) => [`site.${name}`, value] as const),
    ...Object.entries(facts).map(([name, fact]) => [name, typeof fact === "string" ? fact : fact[locale]] as const),
  ]);
}

/** The outline of a page is one in all languages: views place sections by id, and links to them hold in each. */
function unlikeInOutline(pages: ReadonlyMap<string, Page>): Problem[] {
  const outlineOf = (page: Page) =>
    page.sections.flatMap(({ id, parts }) => [id, ...parts.map((part) => `${id}/${part.id}`)]).join(", ");

  return pageNames.flatMap((name) => {
    const first = pages.get(`${defaultLocale}/${name}`);
    return locales.flatMap((locale) => {
      const page = pages.get(`${locale}/${name}`);
      if (!first || !page || outlineOf(first) === outlineOf(page)) return [];
      const message = `the sections are ${outlineOf(page)}; in ${defaultLocale}.md they are ${outlineOf(first)}`;
      return [{ file: `content/pages/${name}/${locale}.md`, field: "sections", message }];
    });
  });
}

/** Files that no page asks for: a misspelt name would otherwise be a text nobody sees. */
function strangersIn(folder: string): Problem[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith(".")) // .DS_Store, an editor's swap file
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
    .filter((file) => {
      const [name = "", text] = file.split("/");
      return !isPageName(name) || !locales.some((locale) => text === `${locale}.md`);
    })
    .map((file) => ({ file: `content/pages/${file}`, field: "", message: "belongs to no page in src/site/paths.ts" }));
}

function readJson<Data>(folder: string, name: string, schema: z.ZodType<Data>, problems: Problem[]): Data | undefined {
  const file = `content/${name}`;
  const text = readText(folder, name, problems);
  if (text === undefined) return undefined;
  try {
    const result = schema.safeParse(JSON.parse(text));
    if (result.success) return result.data;
    problems.push(...result.error.issues.map(({ path, message }) => ({ file, field: path.join("."), message })));
  } catch (error) {
    problems.push({ file, field: "", message: (error as Error).message });
  }
  return undefined;
}

function readText(folder: string, name: string, problems: Problem[]): string | undefined {
  const file = `content/${name}`;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path.join(folder, name)));
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
    problems.push({ file, field: "", message: missing ? "is missing" : (error as Error).message });
    return undefined;
  }
}

function freeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) if (typeof inner === "object" && inner !== null) freeze(inner);
  return Object.freeze(value);
}
