import * as z from "zod";
import { instantOf, isLocalDate, isoAt, type LocalDate } from "../text/wall-clock.js";
import { orNull, textOfLength } from "./json-files.js";

export const localDate = z.string().refine(isLocalDate, "must be a date that exists, such as 2027-05-06");

export const nextStepFields = z.strictObject({
  heading: textOfLength(3, 60),
  text: textOfLength(20, 240),
  action: textOfLength(3, 40),
  to: z.string().regex(/^(?:page:[\w#-]+|mail)$/, "must be page:<name>, page:<name>#<id> or mail"),
  subject: textOfLength(3, 80).optional(),
});

export type NextStepFields = z.infer<typeof nextStepFields>;

export interface NextStep {
  readonly heading: string;
  readonly text: string;
  readonly action: string;
  readonly href: string;
}

const thanks = z.strictObject({
  heading: textOfLength(3, 60),
  /** When an application is answered, where its date is not known. */
  answer: textOfLength(20, 200).optional(),
  text: textOfLength(40, 500),
});

export const pageFrontMatter = z.strictObject({
  title: textOfLength(3, 60),
  description: textOfLength(80, 160),
  label: textOfLength(2, 24),
  heading: textOfLength(3, 48),
  lead: textOfLength(60, 240),
  keyFacts: z
    .array(z.strictObject({ term: textOfLength(2, 30), value: textOfLength(1, 80), note: orNull(textOfLength(2, 60)) }))
    .default([]),
  ask: z.array(textOfLength(8, 70)).max(3).default([]),
  next: nextStepFields,
  form: orNull(
    z.strictObject({
      heading: textOfLength(3, 60),
      text: textOfLength(20, 300),
      action: textOfLength(3, 40),
      /** Why data is kept, as the end of a sentence: “to set the table and to answer you”. */
      purpose: textOfLength(8, 120),
      thanks,
      /** In place of `thanks`, on the page whose form has this reason. */
      withdrawal: thanks.optional(),
    }),
  ),
  updated: localDate,
});

/** `html` of sections and parts is safe to insert; `markdown` is the same text. */
export interface Page extends Omit<Readonly<z.infer<typeof pageFrontMatter>>, "next"> {
  readonly sections: readonly Section[];
  readonly next: NextStep;
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
  /** `17:30` in a timetable. */
  readonly time: string | null;
  /** The title of the part is a link to it. */
  readonly href: string | null;
}

export function sectionOf(page: Page, id: string): Section {
  const section = page.sections.find((section) => section.id === id);
  if (!section) throw new RangeError(`The page "${page.title}" has no section "${id}"`);
  return section;
}

export function pageUpdatedIso({ updated }: { readonly updated: LocalDate }, zone: string): string {
  return isoAt(instantOf(`${updated}T00:00`, zone), zone);
}

export function textsOf(page: Page): Text[] {
  return page.sections.flatMap((section) => [section, ...section.parts]);
}

export function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0;
}

/** A key fact as an item of a Markdown list. */
export const factLine = ({ term, value, note }: Page["keyFacts"][number]) =>
  `- ${term}: ${value}${note === null ? "" : ` (${note})`}`;
