import { defaultLocale, type Locale, locales } from "../domain/locale.js";
import type { Page } from "../domain/page.js";
import { formOn } from "../site/forms.js";
import { pageNames } from "../site/paths.js";
import type { ContentFiles } from "./files.js";
import type { References } from "./links.js";
import { readPage } from "./page-text.js";

export function readPages(files: ContentFiles, references: Record<Locale, References>): Record<string, Page> {
  const pages: Record<string, Page> = {};
  for (const locale of locales) {
    for (const name of pageNames) {
      const file = `pages/${name}/${locale}.md`;
      const page = readPage(files, file, references[locale]);
      if (!page || !files.hasNoErrors(file)) continue;
      if ((page.form !== null) !== (formOn(name) !== undefined))
        files.report(file, "form", "must be set on pages with a form in src/site/forms.ts, and only there");
      pages[`${locale}/${name}`] = page;
    }
  }
  rejectDifferingOutlines(files, pages);
  return pages;
}

/** Views and links name sections by id, so a page must have the same ids in all languages. */
function rejectDifferingOutlines(files: ContentFiles, pages: Readonly<Record<string, Page>>): void {
  const outlineOf = (page: Page) =>
    page.sections.flatMap(({ id, parts }) => [id, ...parts.map((part) => `${id}/${part.id}`)]).join(", ");

  for (const name of pageNames) {
    const first = pages[`${defaultLocale}/${name}`];
    for (const locale of locales) {
      const page = pages[`${locale}/${name}`];
      if (!first || !page || outlineOf(first) === outlineOf(page)) continue;
      const message = `the sections are ${outlineOf(page)}; in ${defaultLocale}.md they are ${outlineOf(first)}`;
      files.report(`pages/${name}/${locale}.md`, "sections", message);
    }
  }
}
