import * as z from "zod";
import { conceptCodes } from "../domain/concept.js";
import { inEachLocale, type Locale } from "../domain/locale.js";
import { isSlug } from "../domain/slug.js";
import { isLocalDate } from "../domain/wall-clock.js";
import type { ContentFolder } from "./content-folder.js";

const phrases = z.array(z.string().min(2).max(250)).min(1);
const words = z.array(z.string().min(1)).min(1);

const talkKinds = [
  ...(["greeting", "thanks", "goodbye", "acknowledgement", "abilities", "identity"] as const),
  ...(["person", "insult", "languages", "memory", "site"] as const),
] as const;
const eventQuestions = ["next", "list", "status", "often", "cities", "about"] as const;
const periods = [
  ...(["today", "tomorrow", "this-week", "next-week", "weekend", "this-month", "next-month"] as const),
  ...(["this-year", "next-year"] as const),
] as const;
export type PeriodName = (typeof periods)[number];

const isDay = (day: string) =>
  /^easter[+-]\d{1,3}$/.test(day) || isLocalDate(`2027-${day.replace(/^(?:MO|TU|WE|TH|FR|SA|SU):/, "")}`);
const isNamedDate = (days: string) => days.split("/").length <= 2 && days.split("/").every(isDay);

/** Word lists for what a question names: concepts, audiences, dates, numbers. Every inflection is listed. */
const dialogueWords = z.strictObject({
  concepts: z.record(z.enum(conceptCodes), words),
  /** By discount, which is found by its name without them. Members of one that is removed pay the full price. */
  audiences: z.record(z.string(), words),
  /** What visitors call an event, by its slug. */
  events: z.record(z.string(), words),
  function: words,
  questions: words,
  /** Those that also begin an indirect question: what, when, whether. */
  indirect: words,
  followUp: words,
  joints: words,
  /** From 1 on. */
  numbers: words,
  periods: z.record(z.enum(periods), words),
  /**
   * Holidays and seasons: `12-24`, `easter-2` for so many days from Easter Sunday, `FR:11-23` for the first Friday
   * from 23 November on, `06-01/08-31` for both and between.
   */
  namedDates: z.record(
    z.string().refine(isNamedDate, "must be a day like 12-24, easter-2 or FR:11-23, or two with a slash between"),
    words,
  ),
  before: words,
  after: words,
  when: words,
  /** Words for the date after the one in the answer before. */
  afterThat: words,
  /** Words after a number that does not count people. */
  units: words,
  ages: words,
  here: words,
  online: words,
  price: words,
  week: words,
  /** Parts of compounds, the first by the period that it names: vår and frukost in vårfrukosten. */
  compounds: z.strictObject({ starts: z.record(z.string(), words), ends: z.array(z.string()) }),
});
export type DialogueWords = z.infer<typeof dialogueWords>;

/** Visitors' phrases by what they mean. The classifier is trained on them. */
const dialoguePhrases = z.strictObject({
  talk: z.record(z.enum(talkKinds), phrases),
  events: z.record(z.enum(eventQuestions), phrases),
  /**
   * By page, `guide:<slug>` or `perspective:<slug>`, with `#<id>` for a section. Then by the first words of the
   * sentence that answers them; empty if no sentence does alone.
   */
  places: z.record(z.string(), z.record(z.string(), phrases)),
  injection: phrases,
  outOfScope: phrases,
  /** Questions about the site's subjects that it does not answer. */
  unknown: phrases,
});

const dialogueFile = z.strictObject({ words: dialogueWords, ...dialoguePhrases.shape });
export type DialogueFile = z.infer<typeof dialogueFile>;

const coordinates = z.tuple([z.number(), z.number()]);
/** Where cities are, in degrees north and east: the site's own by slug, and others that visitors ask about. */
const citiesFile = z.strictObject({
  own: z.record(z.string().refine(isSlug), coordinates),
  others: z.array(z.strictObject({ names: words, at: coordinates })),
});
export type KnownCities = z.infer<typeof citiesFile>;

/** What Dialogue needs at run time; the phrases are in the trained model. */
export interface DialogueContent {
  readonly words: Readonly<Record<Locale, DialogueWords>>;
  readonly cities: KnownCities;
}

export function readDialogue(files: ContentFolder) {
  return {
    inLocale: inEachLocale((locale) => files.json(`dialogue/${locale}.json`, dialogueFile)),
    cities: files.json("dialogue/cities.json", citiesFile),
  };
}
