import type { LocalDate } from "./wall-clock.js";

/**
 * What a page says in one language: a title block, sections, and the one next step it ends in.
 * The text of sections and parts is HTML made from Markdown, safe to print; `markdown` is the same text as Markdown.
 */
export interface Page {
  /** For the browser's tab and search results, without the site's name. */
  readonly title: string;
  /** One sentence for search results and link previews. */
  readonly description: string;
  /** Short name for menus and the breadcrumb. */
  readonly label: string;
  readonly heading: string;
  readonly lead: string;
  /** Facts to see at a glance; most pages have none. */
  readonly keyFacts: readonly KeyFact[];
  readonly sections: readonly Section[];
  /** Questions that its reader may have, for Dialogue to suggest. */
  readonly ask: readonly string[];
  readonly next: NextStep;
  /** What stands around its form, to which the next step then leads; null where there is none, or none is offered. */
  readonly form: FormText | null;
  /** The day its text was last changed. */
  readonly updated: LocalDate;
}

export interface KeyFact {
  readonly term: string;
  readonly value: string;
  /** A remark in smaller type; null where the value says enough. */
  readonly note: string | null;
  /** The id of the part whose price this is. */
  readonly part: string | null;
}

export interface Text {
  /** Unique on its page and the same in every language, so that a link to it survives a change of language. */
  readonly id: string;
  readonly title: string;
  readonly html: string;
  readonly markdown: string;
}

export interface Section extends Text {
  readonly parts: readonly Part[];
  /** The feature it is about, and is shown only with; null for a section that is true of any site. */
  readonly onlyWith: Feature | null;
}

/** What an operator may set up, and pages then have to mention. */
export const features = ["mistral", "redis", "forms", "mail"] as const;

export type Feature = (typeof features)[number];

export interface Part extends Text {
  /** When it happens, as wall-clock time, `17:30`; null where nothing happens at a time. */
  readonly time: string | null;
}

export interface NextStep {
  readonly heading: string;
  readonly text: string;
  readonly action: string;
  readonly href: string;
}

/** What a page says around its form. */
export interface FormText {
  readonly heading: string;
  /** What to know before one begins. */
  readonly text: string;
  /** On the button. */
  readonly action: string;
  /** What it is kept for, as the end of a sentence: “to set the table and to answer you”. */
  readonly purpose: string;
  /** What the sender reads afterwards. */
  readonly thanks: { readonly heading: string; readonly text: string };
}

/** A section by its id. Throws RangeError when the page has none: a view asked for what its content does not hold. */
export function sectionOf(page: Page, id: string): Section {
  const section = page.sections.find((section) => section.id === id);
  if (!section) throw new RangeError(`The page "${page.title}" has no section "${id}"`);
  return section;
}

/** All sections and parts, in the order in which they are read. */
export function textsOf(page: Page): Text[] {
  return page.sections.flatMap((section) => [section, ...section.parts]);
}

/** How many words of its own a page has: its sections and parts with their titles, without the title block. */
export function countPageWords(page: Page): number {
  return countWords(
    textsOf(page)
      .flatMap(({ title, markdown }) => [title, markdown])
      .join("\n"),
  );
}

/** How many words a text has; the signs of Markdown are none. */
export function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0;
}
