import { defaultLocale, type Locale, locales } from "../domain/locale.js";
import type { Page } from "../domain/page.js";
import { formOn } from "../site/forms.js";
import { isPageName, pageNames } from "../site/paths.js";
import type { ContentFiles } from "./files.js";
import { type References, readPage } from "./page-text.js";

/** Every page of the site in every language, from pages/<name>/<locale>.md, by "<locale>/<name>". */
export function readPages(files: ContentFiles, referencesIn: (locale: Locale) => References): Record<string, Page> {
  const pages: Record<string, Page> = {};
  for (const locale of locales) {
    const references = referencesIn(locale);
    for (const name of pageNames) {
      const file = `pages/${name}/${locale}.md`;
      const source = files.text(file);
      if (source === undefined) continue;
      const page = readPage(source, locale, references, files.refuser(file));
      if (!page || !files.hasNoErrors(file)) continue;
      if ((page.form !== null) !== (formOn(name) !== undefined))
        files.refuse(file, "form", "stands exactly on the pages that have one in src/site/forms.ts");
      pages[`${locale}/${name}`] = page;
    }
  }
  refuseUnlikeOutlines(files, pages);
  rejectUnknownFiles(files);
  return pages;
}

/** The outline of a page is one in all languages: views place sections by id, and links to them hold in each. */
function refuseUnlikeOutlines(files: ContentFiles, pages: Readonly<Record<string, Page>>): void {
  const outlineOf = (page: Page) =>
    page.sections.flatMap(({ id, parts }) => [id, ...parts.map((part) => `${id}/${part.id}`)]).join(", ");

  for (const name of pageNames) {
    const first = pages[`${defaultLocale}/${name}`];
    for (const locale of locales) {
      const page = pages[`${locale}/${name}`];
      if (!first || !page || outlineOf(first) === outlineOf(page)) continue;
      const message = `the sections are ${outlineOf(page)}; in ${defaultLocale}.md they are ${outlineOf(first)}`;
      files.refuse(`pages/${name}/${locale}.md`, "sections", message);
    }
  }
}

/** A misspelt name would otherwise be a text nobody sees. */
function rejectUnknownFiles(files: ContentFiles): void {
  for (const file of files.below("pages")) {
    const [name = "", text] = file.split("/");
    if (!isPageName(name) || !locales.some((locale) => text === `${locale}.md`))
      files.refuse(`pages/${file}`, "", "belongs to no page in src/site/paths.ts");
  }
}
