import * as z from "zod";
import { conceptCodes } from "../addresses/pages.js";
import { type ByLocale, inEachLocale } from "../text/locale.js";
import type { ContentFiles } from "./files.js";

const words = z.array(z.string().min(1)).min(1);

const periods = [
  "today",
  "tomorrow",
  "day-after-tomorrow",
  "this-week",
  "next-week",
  "weekend",
  "this-month",
  "next-month",
  "this-year",
  "next-year",
  "spring",
  "summer",
  "after-summer",
  "autumn",
  "winter",
] as const;
export type PeriodName = (typeof periods)[number];

const holidays = ["christmas", "after-christmas", "new-year", "easter"] as const;
export type HolidayName = (typeof holidays)[number];

/** Word lists for what a question names: concepts, discounts, dates, numbers. Every inflection is listed. */
const dialogueWords = z.strictObject({
  concepts: z.record(z.enum(conceptCodes), words),
  /** Words for who gets a discount, beside its name. If the discount was removed, they get the full price. */
  discounts: z.record(z.string(), words),
  /** Words for somebody for whom a section decides whether to come: the press, a vendor. */
  roles: z.record(z.string(), words),
  /** Names that visitors use for an event, by its slug. */
  events: z.record(z.string(), words),
  function: words,
  questions: words,
  followUp: words,
  joints: words,
  /** Numbers from 1 on, as texts write them. */
  numbers: words,
  periods: z.record(z.enum(periods), words),
  /** Words before the number of a week, and between the numbers of two. */
  weeks: z.strictObject({ before: words, between: words }),
  /** Words before and after the number in "in 5 weeks". */
  spans: z.strictObject({ before: words, days: words, weeks: words, months: words }),
  holidays: z.record(z.enum(holidays), words),
  /** Words before a time: what is before it, in its week or the week before, after it, or from its first day on. A time
   * after one of `past` is ignored. */
  bounds: z.strictObject({ past: words, before: words, weekBefore: words, weekOf: words, after: words, from: words }),
  /** Times that are not read, as their days are not known here. */
  unknownTimes: words,
  /** Words before the city that a visitor comes from. */
  home: words,
  /** Words for where the VAT differs: other countries, or a VAT number. */
  abroad: words,
  /** "Norwegian" is another country only beside "company". */
  foreignCompany: z.strictObject({ adjectives: words, companies: words }),
  /** "I'm not a member" names no membership. */
  notMember: words,
  /** "Not a student" and "my colleague": no discount of the visitor's holds for them. */
  noDiscount: words,
  when: words,
  /** Words for the date after the one in the answer before. */
  afterThat: words,
  /** Words for the week of the answer before, and for the week after it. */
  sameWeek: words,
  weekAfter: words,
  /** Words for the next date, which is the one after that in the answer before. */
  next: words,
  /** Words for somebody who wants to come along. */
  along: words,
  /** Phrases beside a number of people; after those of `forHowMany`, no noun may follow the number. */
  people: z.strictObject({ after: words, before: words, forHowMany: words }),
  /** Words after a number that does not count people. */
  units: words,
  /** Words for the page that the visitor reads. */
  here: words,
  online: words,
  price: words,
});
export type DialogueWords = z.infer<typeof dialogueWords>;

export interface DialogueContent {
  readonly words: ByLocale<DialogueWords>;
  /** Cities without events that visitors ask about. */
  readonly cities: readonly string[];
}

/** The phrases of each class, on which the classifier is trained. */
export type Phrases = ReadonlyMap<string, readonly string[]>;
export type PhrasesByLocale = ByLocale<Phrases>;

export function readDialogue(files: ContentFiles) {
  return {
    wordLists: inEachLocale((locale) => files.json(`dialogue/${locale}.json`, dialogueWords)),
    phrases: inEachLocale((locale) => readPhrases(`dialogue/${locale}.txt`, files)),
    cities: files.json("dialogue/cities.json", words),
  };
}

/** Matches a place of the site, small talk, a question about events, and what the site does not answer. */
const CLASS =
  /^(?:(?:talk|events):[a-z]+|injection|out-of-scope|unknown|(?:guide:|perspective:)?[a-z0-9-]+(?:#[a-z0-9-]+)?)$/;
const UNKNOWN_NAME = /\{(?!(?:concept|city|otherCity|month)\})/;

/** A file has a line `# <class>`, and a phrase on each line below it. */
function readPhrases(name: string, files: ContentFiles): Phrases {
  const phrases = new Map<string, string[]>();
  let ofClass: string[] | undefined;
  for (const [index, line] of (files.text(name) ?? "").split("\n").entries()) {
    const report = (message: string) => files.report(name, "", message, index + 1);
    const [, className] = /^# (.+)/.exec(line) ?? [];
    if (className) {
      if (!CLASS.test(className)) report(`"${className}" is no class of phrases`);
      ofClass = phrases.get(className) ?? [];
      phrases.set(className, ofClass);
    } else if (line.startsWith("#") || (line !== "" && !ofClass)) {
      report('needs a line above it that names its class, such as "# home", with a space after the #');
    } else if (UNKNOWN_NAME.test(line)) {
      report("has a name in braces that is none of {concept}, {city}, {otherCity}, {month}");
    } else if (line !== "") ofClass?.push(line);
  }
  return phrases;
}
