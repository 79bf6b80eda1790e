import { instantOf, isoAt, type LocalDate } from "./wall-clock.js";

/** `html` of sections and parts is safe to insert; `markdown` is the same text. */
export interface Page {
  readonly title: string;
  readonly description: string;
  readonly label: string;
  readonly heading: string;
  readonly lead: string;
  readonly keyFacts: readonly KeyFact[];
  readonly sections: readonly Section[];
  readonly ask: readonly string[];
  readonly next: NextStep;
  /** Null if it has no form, or forms are not set up. */
  readonly form: FormText | null;
  readonly updated: LocalDate;
}

export interface KeyFact {
  readonly term: string;
  readonly value: string;
  readonly note: string | null;
  /** The id of the part whose price this is. */
  readonly part: string | null;
}

export interface Text {
  /** Equal in every language, so that links keep working when the visitor changes language. */
  readonly id: string;
  readonly title: string;
  readonly html: string;
  readonly markdown: string;
}

export interface Section extends Text {
  readonly parts: readonly Part[];
  readonly onlyWith: Feature | null;
}

export const features = ["mistral", "redis", "forms", "mail", "receipts", "webhook"] as const;

export type Feature = (typeof features)[number];

export interface Part extends Text {
  /** `17:30` in an agenda, null in other parts. */
  readonly time: string | null;
}

export interface NextStep {
  readonly heading: string;
  readonly text: string;
  readonly action: string;
  readonly href: string;
}

export interface FormText {
  readonly heading: string;
  readonly text: string;
  readonly action: string;
  /** Why data is kept, as the end of a sentence: “to set the table and to answer you”. */
  readonly purpose: string;
  readonly thanks: { readonly heading: string; readonly text: string };
}

export function sectionOf(page: Page, id: string): Section {
  const section = page.sections.find((section) => section.id === id);
  if (!section) throw new RangeError(`The page "${page.title}" has no section "${id}"`);
  return section;
}

export function pageUpdatedIso({ updated }: Pick<Page, "updated">, zone: string): string {
  return isoAt(instantOf(`${updated}T00:00`, zone), zone);
}

export function textsOf(page: Page): Text[] {
  return page.sections.flatMap((section) => [section, ...section.parts]);
}

export function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0;
}
