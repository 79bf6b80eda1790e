import * as z from "zod";
import type { City } from "../addresses/cities.js";
import {
  type ArticleId,
  type Concept,
  createPathTo,
  formShownOn,
  type PageName,
  type PathTo,
  pageNames,
  viewIds,
} from "../addresses/pages.js";
import { type Locale, locales } from "../text/locale.js";
import type { Slug } from "../text/slug.js";
import { instantOf, isoAt, type LocalDate } from "../text/wall-clock.js";
import type { DialogueContent } from "./dialogue.js";
import type { Event } from "./events.js";
import { type Host, localDate, type Membership, type Organisation, orNull, textOfLength } from "./json-files.js";
import { type NextStep, nextStepFields, SITE_URL_PLACEHOLDER } from "./references.js";

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

/** A key fact as an item of a Markdown list. */
export const factLine = ({ term, value, note }: Page["keyFacts"][number]) =>
  `- ${term}: ${value}${note === null ? "" : ` (${note})`}`;

/** An article in one language, which is published at a time of its own. */
export interface Article extends ArticleId {
  readonly locale: Locale;
  readonly title: string;
  readonly description: string;
  readonly author: string;
  readonly draft: boolean;
  /** With the offset of the site's zone, as `2026-11-01T07:00:00+01:00`. */
  readonly published: string;
  readonly updated: string;
  readonly topics: readonly string[];
  /** The same in every language, in the order of `topics`. */
  readonly topicIds: readonly Slug[];
  readonly concept: Concept["code"];
  readonly related: readonly ArticleId[];
  /** Its sections. */
  readonly contents: readonly { readonly id: string; readonly title: string }[];
  /** Safe to insert into a page. */
  readonly html: string;
  readonly markdown: string;
  readonly words: number;
  /** To read it, at 200 words a minute. */
  readonly minutes: number;
  /** Of its drawing. */
  readonly phase: number;
  readonly next: NextStep;
}

/** All content as plain data, before the configuration is applied. */
export interface Content {
  readonly organisation: Organisation;
  readonly cities: readonly City[];
  readonly events: readonly Event[];
  /** By the id that cities and events name. */
  readonly hosts: Readonly<Record<string, Host>>;
  /** Includes drafts and scheduled articles; PublishedArticles selects what is shown. */
  readonly articles: readonly Article[];
  readonly topics: readonly Slug[];
  /** Pages by "<locale>/<name>". */
  readonly pages: Readonly<Record<`${Locale}/${PageName}`, Page>>;
  readonly membership: Membership;
  readonly dialogue: DialogueContent;
}

/** The content as a site with this address shows it, whose pages offer nothing that needs a service it lacks. */
export interface Library extends Content {
  readonly pathTo: PathTo;
  /** "gothenburg, stockholm", for messages. */
  readonly citiesText: string;
  readonly page: (name: PageName, locale: Locale) => Page;
}

export interface Settings {
  readonly baseUrl: string;
  readonly features?: readonly Feature[] | undefined;
}

export function createLibrary(json: string, { baseUrl, features: offered = features }: Settings): Library {
  const content: Content = JSON.parse(json.replaceAll(SITE_URL_PLACEHOLDER, baseUrl));
  const pathTo = createPathTo(content.organisation.chat.segment);
  const pages = { ...content.pages };
  for (const locale of locales) {
    const home = content.pages[`${locale}/home`];
    for (const name of pageNames) {
      const path = pathTo(name, locale);
      pages[`${locale}/${name}`] = offeredPage(name, path, content.pages[`${locale}/${name}`], home, offered);
    }
  }
  const page = (name: PageName, locale: Locale) => pages[`${locale}/${name}`];
  return {
    ...content,
    pages,
    pathTo,
    citiesText: content.cities.map(({ slug }) => slug).join(", "),
    page,
  };
}

/** A page without the sections of services that are not set up, whose next step is its form, if the site stores forms. */
function offeredPage(name: PageName, path: string, written: Page, home: Page, offered: readonly Feature[]): Page {
  const form = offered.includes("forms") && formShownOn(name) ? written.form : null;
  const href = `${path}#${viewIds.form}`;
  return {
    ...written,
    ask: written.ask.length > 0 ? written.ask : home.ask,
    sections: written.sections.filter(({ onlyWith }) => onlyWith === null || offered.includes(onlyWith)),
    next: form ? { heading: form.heading, text: form.text, action: form.action, href } : written.next,
  };
}
