import { z } from "zod";
import { inEachLocale, type Locale, locales } from "../domain/locale.js";
import { isLocalDate } from "../domain/wall-clock.js";
import type { ContentFiles } from "./files.js";

/** Words and phrases of one language, by the name of what they mean; the names are the same in every language. */
export type WordsByMeaning = Readonly<Record<string, readonly string[]>>;

/**
 * What Dialogue knows of a language, from dialogue/<locale>.json. Words in any inflection, phrases with spaces;
 * "(are you|is this) (a|) robot" is each of the phrases it can be read as.
 */
export interface DialogueWords {
  /** Words that only hold sentences together. */
  readonly function: readonly string[];
  /** Words that say too little to be looked for, and nothing against a question being about this site. */
  readonly common: readonly string[];
  /** What this site speaks of, and how else people say it. */
  readonly notions: WordsByMeaning;
  /** What people say to someone they talk with. */
  readonly smallTalk: WordsByMeaning;
  /** What is no business of this site: attempts to give orders, and other subjects. */
  readonly refused: WordsByMeaning;
  /** What begins or marks a question that leans on the one before. */
  readonly followUp: readonly string[];
  /** Stretches of time. */
  readonly when: WordsByMeaning;
  /** Feasts by their day: `12-24`, or `easter-2` where it is so many days from Easter Sunday. */
  readonly feasts: WordsByMeaning;
  /** What a stretch of time is called as the first part of a compound: vår in vårfrukosten. */
  readonly whenInCompounds: Readonly<Partial<Record<Period, readonly string[]>>>;
  /** How a sentence begins that goes on with what the one before it says. */
  readonly midThought: readonly string[];
  /** What is asked of dates. */
  readonly time: WordsByMeaning;
  /** Places that visitors may ask about, beside the cities of the site. */
  readonly cities: readonly string[];
}

const listOf = (separator: RegExp) =>
  z
    .string()
    .min(1)
    .transform((text) => text.split(separator).filter((word) => word !== ""));
const words = listOf(/\s+/);
const phrases = listOf(/\s*,\s*/).transform((patterns) => patterns.flatMap(readingsOf));
const named = <Name extends string>(...names: Name[]) => z.record(z.enum(names), phrases);

function readingsOf(pattern: string): string[] {
  const [group, choices] = /\(([^()]*)\)/.exec(pattern) ?? [];
  if (group === undefined || choices === undefined) return [pattern.replace(/\s+/g, " ").trim()];
  return choices.split("|").flatMap((choice) => readingsOf(pattern.replace(group, choice)));
}

export const smallTalkKinds = [
  ...["greeting", "thanks", "goodbye", "acknowledgement"],
  ...["abilities", "identity", "person", "insult", "languages", "memory", "site"],
] as const;
const refusedKinds = ["injection", "elsewhere", "trade", "detail", "task"] as const;
export const timeQuestions = ["next", "later", "list", "cities", "often", "status", "inCity", "condition"] as const;
const periods = [
  ...["today", "tomorrow", "this-week", "next-week", "weekend", "this-month", "next-month"],
  ...["spring", "summer", "autumn", "winter", "this-year", "next-year"],
  ...["easter", "midsummer", "before-christmas", "christmas", "after-christmas", "between-holidays", "new-year"],
] as const;
export type Period = (typeof periods)[number];

/** Whether it is a day that every year has. */
const isFeast = (day: string) => /^easter[+-]\d{1,3}$/.test(day) || isLocalDate(`2027-${day}`);

const wordsFile = z.strictObject({
  function: words,
  common: words,
  notions: z.record(z.string().regex(/^(?:[A-Z]+|[a-z]+(?:-[a-z]+)*)$/, "must be a name like next-step"), phrases),
  smallTalk: named(...smallTalkKinds),
  refused: named(...refusedKinds),
  followUp: phrases,
  when: named(...periods),
  feasts: z.record(z.string().refine(isFeast, "must be a day like 12-24 or easter-2"), phrases),
  whenInCompounds: z.partialRecord(z.enum(periods), phrases),
  midThought: phrases,
  time: named(...timeQuestions),
  cities: phrases,
});

/**
 * Where on the site each notion is spoken of: `<page>`, `guide:<slug>`, each with `#<id>` where only a part of it does.
 */
export type Subjects = Readonly<Record<string, readonly string[]>>;

/**
 * The site's subject index, from dialogue/subjects.json: for every place the notions that it is about; a place that is
 * no more does no harm.
 */
export function readSubjects(files: ContentFiles, languages: readonly (DialogueWords | undefined)[]): Subjects {
  const name = "dialogue/subjects.json";
  const data = files.json(name, z.record(z.string(), z.array(z.string()).min(1))) ?? {};
  const subjects: Record<string, string[]> = {};
  for (const [notion, places] of Object.entries(data)) {
    if (!languages.every((words) => !words || Object.hasOwn(words.notions, notion)))
      files.refuse(name, notion, "is no notion of dialogue/<locale>.json");
    for (const place of places) subjects[place] = [...(subjects[place] ?? []), notion];
  }
  return subjects;
}

/** The words of every language, each with the same notions; what is wrong is told as for any other content. */
export function readDialogueWords(files: ContentFiles): Record<Locale, DialogueWords | undefined> {
  const read = inEachLocale((locale) => files.json(`dialogue/${locale}.json`, wordsFile));
  const names = new Set(Object.values(read).flatMap((words) => Object.keys(words?.notions ?? {})));
  for (const locale of locales)
    for (const name of names)
      if (read[locale] && !Object.hasOwn(read[locale].notions, name))
        files.refuse(`dialogue/${locale}.json`, `notions.${name}`, "is missing");
  return read;
}
