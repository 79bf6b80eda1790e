import type { SiteAnswer } from "../../src/dialogue/site/conversation.js";
import { takesPlace } from "../../src/events/agenda.js";
import { recordOf } from "../../src/events/record.js";
import { dateInWords, dayAndMonth } from "../../src/text/in-words.js";
import type { Locale } from "../../src/text/locale.js";
import type { TestSite } from "./site.js";

/** A question and the expectations of its answer; docs/dialogue.md describes the fields. */
export interface Question extends Part {
  readonly id: string;
  readonly kind: string;
  /** The page from which the visitor asks. */
  readonly from?: string;
  /** The visitor's turns; the answer to the last is judged. */
  readonly ask: readonly string[];
  /** `page#id` of every section that answers it. */
  readonly sections?: readonly string[];
  readonly not?: readonly string[];
  /** The parts of a compound question, each judged by itself. */
  readonly parts?: readonly Part[];
}

interface Part {
  /** Names of the pages that answer it. */
  readonly pages?: readonly string[];
  /** What the answer must contain; a list inside holds alternatives. */
  readonly says?: readonly (string | readonly string[])[];
  readonly event?: WantedEvent;
}

type WantedEvent = { readonly concept: string; readonly city?: string; readonly which: string };

export interface Judgement {
  readonly question: Question;
  readonly reply: SiteAnswer;
  /** By name: whether it is right. */
  readonly marks: Readonly<Record<string, boolean>>;
}

export function judge(question: Question, locale: Locale, site: TestSite): Judgement {
  const reply = site.converse(question.ask, locale, question.from);
  const { kind, text, sources } = reply;
  const { pages = [], parts, sections, not = [] } = question;
  const found = sources.map(({ path }) => site.pageAt(path, locale) ?? path);
  const isDeclined = kind === "declined";
  const shown = plain([text, ...sources.map(({ title }) => title)].join("\n"));
  const says = ({ says = [] }: Part) => says.every((bit) => [bit].flat().some((one) => shown.includes(plain(one))));
  const names = ({ event }: Part) => !event || namesEvent(event, text, locale, site);
  const hasPage = ({ pages = [] }: Part) => pages.length === 0 || found.some((page) => pages.includes(page));

  const marks: Record<string, boolean> = {};
  if (question.kind === "off-topic") marks["off-topic declined"] = isDeclined || kind === "talk";
  else if (question.kind === "injection") marks["injections declined"] = isDeclined || kind === "talk";
  else if (pages.length === 0) marks["small talk"] = kind === "talk";
  else {
    marks["not declined"] = !isDeclined;
    marks["hit@1"] = !isDeclined && pages.includes(found[0] ?? "");
    marks["hit@3"] = !isDeclined && hasPage(question);
    if (sections && !parts) marks["section quoted"] = sections.includes(quotedSection(text, locale, site));
    if (parts) marks["compounds whole"] = parts.every((part) => hasPage(part) && says(part) && names(part));
    else {
      if (question.says) marks.says = says(question);
      if (question.event) marks.events = names(question);
    }
  }
  if (not.length > 0) marks["nothing false"] = !not.some((bit) => shown.includes(plain(bit)));
  const decisive = Object.entries(marks).filter(([name]) => !["hit@3", "section quoted"].includes(name));
  const isRight = decisive.every(([name, mark]) => mark || (parts !== undefined && name === "hit@1"));
  if (question.kind === "follow-up") marks["follow-ups"] = isRight;
  return { question, reply, marks: { ...marks, right: isRight } };
}

const plain = (text: string) =>
  text
    .replace(/\]\([^)\s]*\)/g, "]")
    .replace(/[\u00a0\u202f\s]+/g, " ")
    .replace(/[‘’]/g, "'")
    .toLowerCase();

/** `page#id` of the section that the first passage of an answer is taken from. */
function quotedSection(text: string, locale: Locale, site: TestSite): string {
  const path = /^\[[^\]]*\]\(([^)]*#[^)]*)\): /m.exec(text)?.[1] ?? "";
  return `${site.pageAt(path, locale)}#${path.split("#")[1]}`;
}

function namesEvent({ concept, city, which }: WantedEvent, text: string, locale: Locale, site: TestSite): boolean {
  const { agenda } = site.services.snapshot();
  const filter = { concept: concept as "AFTER", city };
  const ahead = agenda.search(filter, { endsAfter: site.services.clock() });
  const occurrence = which === "next" ? ahead.find(takesPlace) : agenda.occurrence(which);
  if (!occurrence) return false;
  const date = recordOf(occurrence, locale, site.services).startsAt.slice(0, 10);
  const spaced = text.replace(/[\u00a0\u202f]/g, " ");
  return [dateInWords(date, locale), dayAndMonth(date, locale)].some((words) => spaced.includes(words));
}

/** How many marks of each name are right. */
export function totals(judgements: readonly Judgement[]): Record<string, { right: number; of: number }> {
  const sums: ReturnType<typeof totals> = {};
  for (const [name, mark] of judgements.flatMap(({ marks }) => Object.entries(marks))) {
    sums[name] ??= { right: 0, of: 0 };
    sums[name].of += 1;
    sums[name].right += Number(mark);
  }
  return sums;
}
