import { formPages } from "../addresses/forms.js";
import { type PageName, pageNames } from "../addresses/paths.js";
import { escapeMarkdown } from "../text/escaping.js";
import { defaultLocale, type Locale, locales } from "../text/locale.js";
import { factFiller } from "./facts.js";
import type { ContentFiles } from "./files.js";
import { linkResolver, type References } from "./links.js";
import { type Block, renderMarkdown, SECTION_HEADING, splitAtHeadings } from "./markdown.js";
import { filledProblem, markdownProblems } from "./markup.js";
import { DISCOUNT_PARTS } from "./membership.js";
import { countWords, features, type Page, type Part, pageFrontMatter, type Section } from "./page.js";
import type { ReportProblem } from "./problems.js";

const MAX_ANSWER_WORDS = 90;
/** Dialogue shows a section whole. */
const MAX_SECTION_WORDS = 110;
const MAX_TECHNICAL_WORDS = 150;
const TECHNICAL: readonly PageName[] = ["developer", "privacy", "terms"];

export function readPages(files: ContentFiles, references: Record<Locale, References>): Record<string, Page> {
  const pages: Record<string, Page> = {};
  const outlines = new Map<string, readonly Section[]>();
  for (const locale of locales) {
    const answers = readAnswers(files, `answers/${locale}.md`, references[locale]);
    outlines.set(`answers/${locale}.md`, answers);
    for (const name of pageNames) {
      const file = `pages/${name}/${locale}.md`;
      const maxWords = TECHNICAL.includes(name) ? MAX_TECHNICAL_WORDS : MAX_SECTION_WORDS;
      const page = readPage(files, file, maxWords, references[locale]);
      if (!page || !files.hasNoErrors(file)) continue;
      if ((page.form !== null) !== Object.values<string>(formPages).includes(name))
        files.report(file, "form", "must be set on pages with a form in src/addresses/forms.ts, and only there");
      outlines.set(file, page.sections);
      pages[`${locale}/${name}`] = name === "about" ? { ...page, sections: [...page.sections, ...answers] } : page;
    }
  }
  rejectDifferingOutlines(files, outlines);
  return pages;
}

/** Views and links name sections by id, so a text must have the same ids in all languages. */
function rejectDifferingOutlines(files: ContentFiles, sections: ReadonlyMap<string, readonly Section[]>): void {
  const outlineOf = (file: string) =>
    sections
      .get(file)
      ?.flatMap(({ id, onlyWith, parts }) => [
        onlyWith ? `${id} only-with=${onlyWith}` : id,
        ...parts.map((part) => `${id}/${part.id}`),
      ]);

  for (const folder of ["answers", ...pageNames.map((name) => `pages/${name}`)]) {
    const first = outlineOf(`${folder}/${defaultLocale}.md`);
    for (const locale of locales) {
      const outline = outlineOf(`${folder}/${locale}.md`);
      if (!first || !outline || outline.join() === first.join()) continue;
      const differing = [...first, ...outline].filter((id) => !first.includes(id) || !outline.includes(id));
      const found = differing.length > 0 ? `not in both: ${differing.join(", ")}` : "their order differs";
      files.report(`${folder}/${locale}.md`, "sections", `must have the ids of ${defaultLocale}.md (${found})`);
    }
  }
}

/** Reads the questions that no single page answers. They are one section, shown at the end of About. */
function readAnswers(files: ContentFiles, name: string, references: References): Section[] {
  const body = files.text(name);
  if (body === undefined) return [];
  const report = files.reporterFor(name);
  for (const { problem, line } of markdownProblems(body)) report("", problem, line + 1);
  rejectLongTexts(body, MAX_ANSWER_WORDS, report);
  const sections = readSections(body, references, report);
  for (const { id, title } of sections.flatMap(({ parts }) => parts))
    if (!title.endsWith("?")) report(`{#${id}}`, "must be a question, and end with a question mark");
  return sections;
}

function readPage(files: ContentFiles, name: string, maxWords: number, references: References): Page | undefined {
  const matter = files.frontMatter(name, pageFrontMatter, references.facts);
  if (!matter) return undefined;
  const { body, report } = matter;
  const { next, ...texts } = matter.data;
  rejectLongTexts(body, maxWords, report);
  const discounts = body.includes(DISCOUNT_PARTS) ? references.discounts : [];
  const parts = discounts.map(({ id, name, text }) => `### ${name} {#${id}}\n\n${text}`).join("\n\n");
  const prices = discounts.map(({ id, name, price, note }) => ({ term: name, part: id, value: price, note }));
  const sections = readSections(
    body.replace(DISCOUNT_PARTS, () => parts),
    references,
    report,
  );
  const keyFacts = [...texts.keyFacts, ...prices];
  return { ...texts, keyFacts, sections, next: linkResolver(references, report).nextStep(next) };
}

/** Counts the words that an editor has written: none of code, and none that facts generate. */
function rejectLongTexts(body: string, maxWords: number, report: ReportProblem): void {
  for (const { heading, markdown } of splitAtHeadings(body)) {
    const groups = SECTION_HEADING.exec(heading)?.groups;
    if (!groups) continue; // reported where sections are read
    const { id, title = "" } = groups;
    const words = countWords(markdown.replace(/^```.*?^```|\{\{.*?\}\}/gms, ""));
    if (words > maxWords) report(`{#${id}}`, `has ${words} words, at most ${maxWords}: shorten it, or split it`);
    const problem = filledProblem(title);
    if (problem) report(`{#${id}}`, problem);
  }
}

/**
 * Parts can have a time, `### 17:30 Title {#id}`, or lead to a page, `### [Title](page:about) {#id}`; sections can have a
 * feature, `## Title {#id only-with=mistral}`.
 */
function readSections(body: string, references: References, report: ReportProblem): Section[] {
  const fill = factFiller(references.facts, report);
  const links = linkResolver(references, report);
  const blocks = splitAtHeadings(body).map(({ heading, markdown }) => ({
    heading: links.resolveAll(fill(heading)),
    markdown: links.resolveAll(fill(markdown, escapeMarkdown)),
  }));
  for (const { slug } of links.articles)
    report(slug, "is an article, which can be unpublished: link to the list of its kind");
  return sectionsOf(blocks, report);
}

function sectionsOf(blocks: readonly Block[], report: ReportProblem): Section[] {
  const sections: (Section & { parts: Part[] })[] = [];
  const seen = new Set<string>();

  for (const { heading, markdown } of blocks) {
    const groups = SECTION_HEADING.exec(heading)?.groups;
    if (!groups) {
      const text = heading || markdown;
      if (text !== "") report(text.slice(0, 40), "must stand under a heading with an id, like `## Title {#id}`");
      continue;
    }

    const { level, time = null, linked, href = null, title = linked ?? "", id = "", service = null } = groups;
    if (seen.has(id)) report(`{#${id}}`, "is used twice on the page");
    seen.add(id);

    const onlyWith = features.find((feature) => feature === service) ?? null;
    if (onlyWith !== service) report(`{#${id}}`, `only-with must be one of ${features.join(", ")}`);

    const text = { id, title, markdown, html: renderMarkdown(markdown) };
    const section = sections.at(-1);
    if (level === "##") sections.push({ ...text, parts: [], onlyWith });
    else if (onlyWith) report(`{#${id}}`, "is a part: only a whole section can depend on a service");
    else if (section) section.parts.push({ ...text, time, href });
    else report(heading, "is a part before the first section");
  }

  if (sections.length === 0) report("", "has no section");
  for (const { id, markdown, parts } of sections) {
    if (markdown === "" && parts.length === 0) report(`{#${id}}`, EMPTY);
    for (const part of parts) if (part.markdown === "") report(`{#${part.id}}`, EMPTY);
  }
  return sections;
}

const EMPTY = "has a title and no text";
