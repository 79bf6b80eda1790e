import { defaultLocale, type Locale, locales } from "../domain/locale.js";
import { formNames, forms } from "../site/forms.js";
import { features, type Page, type Part, pageFrontMatter, type Section } from "../site/page.js";
import { pageNames } from "../site/paths.js";
import { escapeMarkdown } from "../text/escaping.js";
import type { ContentFolder } from "./content-folder.js";
import { DISCOUNT_PARTS } from "./discounts.js";
import { readFrontMatter } from "./front-matter.js";
import { linkResolver, type References } from "./links.js";
import { type Block, renderMarkdown, splitAtHeadings } from "./markdown.js";
import type { ReportProblem } from "./problems.js";

export function readPages(files: ContentFolder, references: Record<Locale, References>): Record<string, Page> {
  const pages: Record<string, Page> = {};
  for (const locale of locales) {
    for (const name of pageNames) {
      const file = `pages/${name}/${locale}.md`;
      const page = readPage(files, file, references[locale]);
      if (!page || !files.hasNoErrors(file)) continue;
      if ((page.form !== null) !== formNames.some((form) => forms[form].page === name))
        files.report(file, "form", "must be set on pages with a form in src/site/forms.ts, and only there");
      pages[`${locale}/${name}`] = page;
    }
  }
  rejectDifferingOutlines(files, pages);
  return pages;
}

/** Views and links name sections by id, so a page must have the same ids in all languages. */
function rejectDifferingOutlines(files: ContentFolder, pages: Readonly<Record<string, Page>>): void {
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

/** Parts can have a time, `### 17:30 Title {#id}`, and sections a feature, `## Title {#id only-with=mistral}`. */
function readPage(files: ContentFolder, name: string, references: References): Page | undefined {
  const matter = readFrontMatter(files, name, pageFrontMatter, references.facts);
  if (!matter) return undefined;
  const { body, fill, report } = matter;
  const links = linkResolver(references, report);

  const { discounts } = references;
  const blocks = splitAtHeadings(body.replace(DISCOUNT_PARTS, () => discounts.markdown)).map(
    ({ heading, markdown }) => ({
      heading: fill(heading),
      markdown: links.resolveAll(fill(markdown, escapeMarkdown)),
    }),
  );
  const { next, ...texts } = matter.data;
  const keyFacts = [...texts.keyFacts, ...(body.includes(DISCOUNT_PARTS) ? discounts.keyFacts : [])];
  const page: Page = { ...texts, keyFacts, sections: sectionsOf(blocks, report), next: links.nextStep(next) };
  for (const { slug } of links.articles)
    report(slug, "is an article, which can be unpublished: link to the list of its kind");
  return page;
}

function sectionsOf(blocks: readonly Block[], report: ReportProblem): Section[] {
  const sections: (Section & { parts: Part[] })[] = [];
  const seen = new Set<string>();

  for (const { heading, markdown } of blocks) {
    const match =
      /^(?<level>##|###) (?:(?<time>\d\d:\d\d) )?(?<title>.+) \{#(?<id>[a-z][a-z0-9-]*)(?: only-with=(?<service>[a-z]+))?\}$/.exec(
        heading,
      );
    if (!match) {
      if (heading + markdown !== "")
        report((heading || markdown).slice(0, 40), "must stand under a heading with an id, like `## Title {#id}`");
      continue;
    }

    const { level, time = null, title = "", id = "", service = null } = match.groups!;
    if (seen.has(id)) report(`{#${id}}`, "is used twice on the page");
    seen.add(id);

    const onlyWith = features.find((known) => known === service) ?? null;
    if (onlyWith !== service) report(`{#${id}}`, `only-with must be one of ${features.join(", ")}`);

    const text = { id, title, markdown, html: renderMarkdown(markdown) };
    for (const [, target] of text.html.matchAll(/\]\(([^)\s]*)/g))
      report(`{#${id}}`, `has a link that is not allowed: ${target}`);
    if (level === "##") sections.push({ ...text, parts: [], onlyWith });
    else if (onlyWith) report(`{#${id}}`, "is a part: only a whole section can depend on a service");
    else if (sections.length === 0) report(heading, "is a part before the first section");
    else sections.at(-1)!.parts.push({ ...text, time });
  }

  if (sections.length === 0) report("", "has no section");
  const isEmpty = (text: Section | Part) => text.markdown === "" && !("parts" in text && text.parts.length > 0);
  for (const { id } of sections.flatMap((section) => [section, ...section.parts]).filter(isEmpty))
    report(`{#${id}}`, "has a title and no text");
  return sections;
}
