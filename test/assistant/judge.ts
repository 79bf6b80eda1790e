import type { SiteAnswer } from "../../src/assistant/site/site-answer.js";
import { dateInWords, dayAndMonth } from "../../src/domain/dates-in-words.js";
import { isOff } from "../../src/domain/event.js";
import type { Locale } from "../../src/domain/locale.js";
import { languageSigns } from "../support/language.js";
import type { Assistant } from "./asked.js";

/** A question with what answers it. */
export interface Item {
  readonly id: string;
  readonly kind: string;
  /** The visitor's turns; the last is judged. */
  readonly ask: readonly string[];
  /** Names of the pages that answer it: any of them may be the first source. */
  readonly pages: readonly string[];
  /** What the answer must say; a list inside holds alternatives. */
  readonly says?: readonly (string | readonly string[])[];
  readonly event?: { readonly concept: string; readonly city?: string; readonly which: string };
  /** Whether it is no business of the site. */
  readonly refuse?: boolean;
}

export interface Judgement {
  readonly item: Item;
  readonly answer: SiteAnswer;
  /** By what was judged: 1 for right, 0 for wrong. */
  readonly marks: Readonly<Record<string, number>>;
  readonly faults: readonly string[];
}

export function judged(item: Item, answer: SiteAnswer, locale: Locale, site: Assistant): Judgement {
  const marks: Record<string, number> = {};
  const pages = answer.sources.map(({ path }) => site.pageAt(path, locale) ?? path);
  const text = answer.text.replaceAll(/[\u00a0\u202f]/g, " ");
  const isRefusal = answer.kind === "refused" || answer.kind === "unsure";

  if (item.refuse) marks.refusals = Number((isRefusal && pages.length === 0) || answer.kind === "smallTalk");
  else if (item.pages.length > 0) {
    marks["hit@1"] = Number(item.pages.includes(pages[0] ?? "") && !isRefusal);
    marks["hit@3"] = Number(pages.some((page) => item.pages.includes(page)) && !isRefusal);
    marks["not refused"] = Number(!isRefusal);
  } else marks["small talk"] = Number(answer.kind === "smallTalk");
  if (item.says) {
    const shown = [text, ...answer.sources.map(({ title }) => title)].join("\n").toLowerCase();
    marks.says = Number(item.says.every((wanted) => [wanted].flat().some((one) => shown.includes(one.toLowerCase()))));
  }
  if (item.event) marks.events = Number(namesEvent(item.event, text, locale, site));
  if (item.kind === "follow-up") marks["follow-ups"] = marks["hit@1"] ?? marks.refusals ?? 1;
  marks.language = Number(isIn(locale, answer.text));

  const faults = Object.entries(marks)
    .filter(([, mark]) => mark === 0)
    .map(([name]) =>
      name.startsWith("hit")
        ? `${name} wants ${item.pages.join(", ")}`
        : name === "says"
          ? `says ${JSON.stringify(item.says)}`
          : name,
    );
  return { item, answer, marks, faults };
}

export function summary(judgements: readonly Judgement[]): string {
  const names = [...new Set(judgements.flatMap(({ marks }) => Object.keys(marks)))];
  return names
    .map((name) => {
      const marks = judgements.flatMap((judgement) => judgement.marks[name] ?? []);
      const right = marks.reduce((sum, mark) => sum + mark, 0);
      return `${name} ${right}/${marks.length} ${((100 * right) / marks.length).toFixed(1)}`;
    })
    .join(" · ");
}

export function share(judgements: readonly Judgement[], name: string): number {
  const marks = judgements.flatMap((judgement) => judgement.marks[name] ?? []);
  return marks.reduce((sum, mark) => sum + mark, 0) / marks.length;
}

/** Whether the date of the event meant stands in the text. */
function namesEvent(
  { concept, city, which }: NonNullable<Item["event"]>,
  text: string,
  locale: Locale,
  site: Assistant,
): boolean {
  const agenda = site.agenda.current();
  const window = agenda.window(site.clock())!;
  const occurrence =
    which === "next"
      ? agenda.search({ concept: concept as "AFTER", city }, window).occurrences.find((one) => !isOff(one))
      : agenda.find(which);
  if (!occurrence) throw new Error(`There is no event ${which}`);
  const date = site.records.of(occurrence, locale).startsAt.slice(0, 10);
  return [dateInWords(date, locale), dayAndMonth(date, locale)].some((words) => text.includes(words));
}

/** Names and addresses tell nothing; a short answer may tell nothing at all. */
function isIn(locale: Locale, text: string): boolean {
  const signs = languageSigns(text.replaceAll(/\]\([^)]*\)/g, "]"));
  return Object.entries(signs).every(([other, count]) => other === locale || count <= signs[locale]);
}
