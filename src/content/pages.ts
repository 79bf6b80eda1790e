import * as z from "zod";
import { defaultLocale, type Locale, locales } from "../domain/locale.js";
import { features, type Page, type Part, type Section } from "../domain/page.js";
import { isLocalDate } from "../domain/wall-clock.js";
import { formOn } from "../site/forms.js";
import { pageNames } from "../site/paths.js";
import { escapeMarkdown } from "../text/escape-markdown.js";
import type { ContentFiles } from "./files.js";
import { readFrontMatter } from "./front-matter.js";
import { linkResolver, nextStepFields, type References } from "./links.js";
import { type Block, renderMarkdown, splitAtHeadings } from "./markdown.js";
import type { ReportProblem } from "./problems.js";

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

const frontMatter = z.strictObject({
  title: z.string().min(3).max(60),
  description: z.string().min(80).max(160),
  label: z.string().min(2).max(24),
  heading: z.string().min(3).max(48),
  lead: z.string().min(60).max(240),
  keyFacts: z
    .array(
      z.strictObject({
        term: z.string().min(2).max(30),
        value: z.string().min(1).max(80),
        note: z.string().min(2).max(60).nullable().default(null),
        part: z.string().nullable().default(null),
      }),
    )
    .default([]),
  ask: z.array(z.string().min(8).max(70)).max(3).default([]),
  next: nextStepFields,
  form: z
    .strictObject({
      heading: z.string().min(3).max(60),
      text: z.string().min(20).max(300),
      action: z.string().min(3).max(40),
      purpose: z.string().min(8).max(120),
      thanks: z.strictObject({ heading: z.string().min(3).max(60), text: z.string().min(40).max(500) }),
    })
    .nullable()
    .default(null),
  updated: z.string().refine(isLocalDate, "must be a date that exists: 2027-05-06"),
});

/** Parts can have a time, `### 17:30 Title {#id}`, and sections a feature, `## Title {#id only-with=mistral}`. */
function readPage(files: ContentFiles, name: string, references: References): Page | undefined {
  const matter = readFrontMatter(files, name, frontMatter, references.facts);
  if (!matter) return undefined;
  const { body, fill, report } = matter;
  const links = linkResolver(references, report);

  const blocks = splitAtHeadings(body).map(({ heading, markdown }) => ({
    heading: fill(heading),
    markdown: links.resolveAll(fill(markdown, escapeMarkdown)),
  }));
  const { next, ...texts } = matter.data;
  const page: Page = { ...texts, sections: sectionsOf(blocks, report), next: links.nextStep(next) };
  for (const { slug } of links.articles)
    report(slug, "is an article, which can be unpublished: link to the list of its kind");
  const parts = page.sections.flatMap((section) => section.parts.map(({ id }) => id));
  for (const { part } of page.keyFacts) {
    if (part !== null && !parts.includes(part)) report("keyFacts", `there is no part {#${part}}`);
  }
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
  for (const { id, markdown, parts } of sections) {
    if (markdown === "" && parts.length === 0) report(`{#${id}}`, "has a title and no text");
    for (const part of parts) if (part.markdown === "") report(`{#${part.id}}`, "has a title and no text");
  }
  return sections;
}
