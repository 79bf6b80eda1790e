import { formPages, type PageName, pageNames } from "../addresses/pages.js";
import { escapeMarkdown } from "../text/escaping.js";
import { defaultLocale, inEachLocale, type Locale, locales } from "../text/locale.js";
import { countWords } from "../text/plain-text.js";
import type { ContentFiles } from "./files.js";
import { features, type Page, type Part, pageFrontMatter, type Section, type Text } from "./library.js";
import { filledProblem, markdownProblems, renderMarkdown, SECTION_HEADING, splitAtHeadings } from "./markdown.js";
import type { ReportProblem } from "./problems.js";
import { fillFacts, linkedArticles, nextStep, type References, resolveLinks } from "./references.js";

const MAX_ANSWER_WORDS = 90;
/** Dialogue shows a section whole. */
const MAX_SECTION_WORDS = 110;
const MAX_TECHNICAL_WORDS = 150;
const TECHNICAL: readonly PageName[] = ["developer", "privacy", "terms"];

/** A page that has it gets a part with the text, and a key fact with the price, of each discount. */
const DISCOUNT_PARTS = "{{membership.discount-parts}}";

/** Leaves out a page with a problem. */
export function readPages(files: ContentFiles, references: Record<Locale, References>) {
  const pages = {} as Record<`${Locale}/${PageName}`, Page>;
  const answers = inEachLocale((locale) => readAnswers(files, `answers/${locale}.md`, references[locale]));
  rejectDifferingOutlines(files, "answers", answers);
  for (const name of pageNames) {
    const sections: Partial<Record<Locale, Section[]>> = {};
    for (const locale of locales) {
      const page = readPage(files, name, references[locale]);
      if (!page) continue;
      sections[locale] = page.sections;
      pages[`${locale}/${name}`] =
        name === "about" ? { ...page, sections: [...page.sections, ...answers[locale]] } : page;
    }
    rejectDifferingOutlines(files, `pages/${name}`, sections);
  }
  return pages;
}

/** Views and links name sections by id, so a text must have the same ids in all languages. */
function rejectDifferingOutlines(files: ContentFiles, folder: string, sections: Partial<Record<Locale, Section[]>>) {
  const outlineOf = (locale: Locale) =>
    sections[locale]?.flatMap(({ id, onlyWith, parts }) => [
      onlyWith ? `${id} only-with=${onlyWith}` : id,
      ...parts.map((part) => `${id}/${part.id}`),
    ]);
  const first = outlineOf(defaultLocale);
  for (const locale of locales) {
    const outline = outlineOf(locale);
    if (!first || !outline || outline.join() === first.join()) continue;
    const differing = [...first, ...outline].filter((id) => !first.includes(id) || !outline.includes(id));
    const found = differing.length > 0 ? `not in both: ${differing.join(", ")}` : "their order differs";
    files.report(`${folder}/${locale}.md`, "sections", `must have the ids of ${defaultLocale}.md (${found})`);
  }
}

/** Reads the questions that no single page answers. They are one section, shown at the end of About. */
function readAnswers(files: ContentFiles, name: string, references: References): Section[] {
  const body = files.text(name);
  if (body === undefined) return [];
  const report = files.reporterFor(name);
  for (const { problem, line } of markdownProblems(body)) report("", problem, line + 1);
  const sections = readSections(body, MAX_ANSWER_WORDS, references, report);
  for (const { id, title } of sections.flatMap(({ parts }) => parts))
    if (!title.endsWith("?")) report(`{#${id}}`, "must be a question, and end with a question mark");
  return sections;
}

function readPage(files: ContentFiles, name: PageName, references: References) {
  const file = `pages/${name}/${references.locale}.md`;
  const matter = files.frontMatter(file, pageFrontMatter, references.facts);
  if (!matter) return undefined;
  const { body, data } = matter;
  const report = files.reporterFor(file);
  const maxWords = TECHNICAL.includes(name) ? MAX_TECHNICAL_WORDS : MAX_SECTION_WORDS;
  const sections = readSections(body, maxWords, references, report);
  const discounts = body.includes(DISCOUNT_PARTS) ? references.discounts : [];
  const prices = discounts.map(({ id, name, price, note }) => ({ term: name, part: id, value: price, note }));
  const next = nextStep(data.next, references, report);
  if (!files.hasNoErrors(file)) return undefined;
  if ((data.form !== null) !== Object.values<string>(formPages).includes(name))
    report("form", "must be set on pages with a form in src/addresses/pages.ts, and only there");
  return { ...data, keyFacts: [...data.keyFacts, ...prices], sections, next };
}

/**
 * Parts can have a time, `### 17:30 Title {#id}`, or lead to a page, `### [Title](page:about) {#id}`; sections can have a
 * feature, `## Title {#id only-with=mistral}`.
 */
function readSections(body: string, maxWords: number, references: References, report: ReportProblem): Section[] {
  rejectLongTexts(body, maxWords, report);
  const discounts = references.discounts.map(({ id, name, text }) => `### ${name} {#${id}}\n\n${text}`);
  const text = body.replace(DISCOUNT_PARTS, () => discounts.join("\n\n"));
  for (const { slug } of linkedArticles(text))
    report(slug, "is an article, which can be unpublished: link to the list of its kind");
  const sections: (Section & { parts: Part[] })[] = [];
  const seen = new Set<string>();

  for (const block of splitAtHeadings(text)) {
    const heading = resolveLinks(fillFacts(block.heading, references.facts, report), references, report);
    const filled = fillFacts(block.markdown, references.facts, report, escapeMarkdown);
    const markdown = resolveLinks(filled, references, report);
    const groups = SECTION_HEADING.exec(heading)?.groups;
    if (!groups) {
      const found = (heading || markdown).slice(0, 40);
      if (found !== "") report(found, "must stand under a heading with an id, like `## Title {#id}`");
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
  const lowest = sections.flatMap<Text>((section) => (section.parts.length > 0 ? section.parts : [section]));
  for (const { id, markdown } of lowest) if (markdown === "") report(`{#${id}}`, "has a title and no text");
  return sections;
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
