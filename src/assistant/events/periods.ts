import type { Period as PeriodName } from "../../content/dialogue-words.js";
import { monthName, weekdayName } from "../../domain/dates-in-words.js";
import { easterSunday } from "../../domain/easter.js";
import type { Locale } from "../../domain/locale.js";
import { daysAfter, isLocalDate, type LocalDate, monthsAfter, weekdayOf } from "../../domain/wall-clock.js";
import { fold } from "../language/words-in-text.js";
import type { Said } from "../site/question.js";

/** Whole days that a question speaks of, `to` excluded. */
export interface Period {
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** 0 is Monday; absent when any day is meant. */
  readonly weekday?: number;
  /** Whether what is spoken of comes back: "on Thursdays". */
  readonly isHabit?: boolean;
}

/** The stretch of time that is named, counted from today; undefined when none is. */
export function periodIn({ text, readings }: Pick<Said, "text" | "readings">, today: LocalDate): Period | undefined {
  const inFigures = dateInFigures(text, today);
  for (const { language, terms } of readings) {
    const words = terms.map(({ word }) => word.written);
    const date = inFigures ?? dateNamed(words, language.locale, today);
    if (date && afterADay[language.locale].test(text))
      return { from: daysAfter(date, 1), to: monthsAfter(date, ONE_YEAR) };
    if (date) return { from: date, to: daysAfter(date, 1) };
    const found =
      namedPeriod(
        language.findPeriods(terms.map(({ word }) => word)).map(({ name }) => name),
        words,
        today,
      ) ??
      monthNamed(words, language.locale, today) ??
      weekdayNamed(words, language.locale, today);
    if (found) return found;
  }
  return undefined;
}

const ONE_YEAR = 12;

/** How a day begins that is itself not meant. */
const afterADay: Readonly<Record<Locale, RegExp>> = {
  en: /\bafter (?:the )?\d/i,
  sv: /\befter (?:den )?\d/i,
  nb: /\better (?:den )?\d/i,
};

/** Whether a folded word names a month or a weekday. */
export function isDateName(folded: string, locale: Locale): boolean {
  return monthWords(locale).has(folded) || numberOfWeekday(folded, locale) >= 0;
}

/** "2027-02-17", "17/2", "17.2.", "17.2.2027": the day first. A time, "kl. 17.30", and "24/7" are no dates. */
function dateInFigures(text: string, today: LocalDate): LocalDate | undefined {
  const [, iso] = /(?<!\d)(20\d\d-\d\d-\d\d)(?!\d)/.exec(text) ?? [];
  if (iso !== undefined) return isLocalDate(iso) ? iso : undefined;
  const written =
    /(?<![\d/.:]|\b(?:kl|klockan|klokken|klokka|at|until|till|til)\.? ?)(?!24\/7\b)(\d{1,2})(?:\/| ?\. ?)(\d{1,2})(?:[./ ]+(20\d\d))?(?![\d/:]| ?%| (?:hours?|tim|people|personer|folk))/gi;
  for (const [, day, month, year] of text.matchAll(written)) {
    const date = comingDate(Number(month), Number(day), year ? Number(year) : undefined, today);
    if (date) return date;
  }
  return undefined;
}

/** "17 February", "February 17th", "den 6 maj" */
function dateNamed(words: readonly string[], locale: Locale, today: LocalDate): LocalDate | undefined {
  const months = monthWords(locale);
  for (const [index, word] of words.entries()) {
    const month = months.get(fold(word, locale));
    if (month === undefined) continue;
    const day = [words[index - 1], words[index - 2], words[index + 1]]
      .map(dayOf)
      .find((number) => number !== undefined);
    if (day === undefined) continue;
    const date = comingDate(month, day, yearIn(words), today);
    if (date) return date;
  }
  return undefined;
}

function monthNamed(words: readonly string[], locale: Locale, today: LocalDate): Period | undefined {
  const months = monthWords(locale);
  const month = words
    .join(" ")
    .replace(MAY, "")
    .split(" ")
    .map((word) => months.get(fold(word, locale)))
    .find((number) => number !== undefined);
  if (month === undefined) return yearNamed(words);
  const year = yearIn(words) ?? Number(today.slice(0, 4)) + (month < Number(today.slice(5, 7)) ? 1 : 0);
  const from = firstOf(year, month);
  return { from, to: monthsAfter(from, 1) };
}

/** What somebody may is no month. */
const MAY = /\b(?:who|how|when|i|we|you|it|they|one) may\b|\bmay (?:i|we|you|my|one|it|they|an?|our)\b/g;

function yearNamed(words: readonly string[]): Period | undefined {
  const year = yearIn(words);
  return year === undefined ? undefined : { from: firstOf(year, 1), to: firstOf(year + 1, 1) };
}

function weekdayNamed(words: readonly string[], locale: Locale, today: LocalDate): Period | undefined {
  const named = words.find((word) => numberOfWeekday(fold(word, locale), locale) >= 0);
  if (named === undefined) return undefined;
  const weekday = numberOfWeekday(fold(named, locale), locale);
  const isHabit = manyDays[locale].test(named);
  return { from: today, to: monthsAfter(today, ONE_YEAR), weekday, isHabit };
}

/** How weekdays end where several are meant. */
const manyDays: Readonly<Record<Locale, RegExp>> = { en: /days$/, sv: /ar(?:na)?$/, nb: /e(?:r|ne)$/ };

/** 0 is Monday; -1 when it is none. */
function numberOfWeekday(folded: string, locale: Locale): number {
  return [0, 1, 2, 3, 4, 5, 6].findIndex((day) => {
    const name = fold(weekdayName(day, locale).toLowerCase(), locale);
    return ["", "s", "en", "ar", "arna", "er", "ene"].some((ending) => folded === name + ending);
  });
}

/** A stretch of time by its name, or a feast by its day: "12-24", or "easter-2", so many days from Easter Sunday. */
function namedPeriod(names: readonly string[], words: readonly string[], today: LocalDate): Period | undefined {
  const [name] = names;
  if (name === undefined) return undefined;
  const monday = daysAfter(today, -weekdayOf(today));
  const month = `${today.slice(0, 7)}-01`;
  const year = yearIn(words) ?? Number(today.slice(0, 4));
  const days = (from: LocalDate, count: number) => ({ from, to: daysAfter(from, count) });
  /** The first that is not over, or that of the year that was named. */
  const coming = (daysOf: (year: number) => Period) =>
    [daysOf(year - 1), daysOf(year), daysOf(year + 1)].find(({ to }) => to > today && yearIn(words) === undefined) ??
    daysOf(year);
  const [, monthAndDay, fromEaster] = /^(\d\d-\d\d)$|^easter([+-]\d+)$/.exec(name) ?? [];
  if (monthAndDay) return coming((year) => days(`${year}-${monthAndDay}`, 1));
  if (fromEaster) return coming((year) => days(daysAfter(easterSunday(year), Number(fromEaster)), 1));
  const season = (first: number, months: number) => comingSeason([first, months], yearIn(words), today);

  const periods: Readonly<Record<PeriodName, () => Period>> = {
    today: () => days(today, 1),
    tomorrow: () => days(daysAfter(today, 1), 1),
    "this-week": () => ({ from: today, to: daysAfter(monday, 7) }),
    "next-week": () => days(daysAfter(monday, 7), 7),
    weekend: () => days(daysAfter(monday, 5), 2),
    "this-month": () => ({ from: today, to: monthsAfter(month, 1) }),
    "next-month": () => ({ from: monthsAfter(month, 1), to: monthsAfter(month, 2) }),
    // As people in the Nordics count: the spring term is longer than March to May.
    spring: () => season(1, 6),
    summer: () => season(6, 3),
    autumn: () => season(8, 4),
    winter: () => season(12, 3),
    "this-year": () => ({ from: today, to: firstOf(year + 1, 1) }),
    "next-year": () => ({ from: firstOf(year + 1, 1), to: firstOf(year + 2, 1) }),
    // With the week before, when what would have been then is held instead.
    easter: () => coming((year) => days(daysAfter(easterSunday(year), -6), 8)),
    midsummer: () => coming((year) => days(`${year}-06-19`, 8)),
    "before-christmas": () => ({ from: today, to: coming((year) => days(`${year}-12-24`, 3)).from }),
    christmas: () => coming((year) => days(`${year}-12-23`, 4)),
    "after-christmas": () => coming((year) => ({ from: `${year}-12-26`, to: `${year + 1}-02-01` })),
    "between-holidays": () => coming((year) => days(`${year}-12-25`, 7)),
    "new-year": () => coming((year) => days(`${year}-12-30`, 4)),
  };
  return periods[name as PeriodName]();
}

/** From its first month on, so many months; what is left of it when it has begun. */
function comingSeason([first, months]: readonly [number, number], named: number | undefined, today: LocalDate): Period {
  const year = named ?? Number(today.slice(0, 4));
  const candidates = [year - 1, year, year + 1].map((start) => firstOf(start, first));
  const from = candidates.find((start) => monthsAfter(start, months) > today) ?? candidates[1]!;
  return { from: from > today ? from : today, to: monthsAfter(from, months) };
}

/** The day with this month and number that comes next, or the one of the year that is named. */
function comingDate(month: number, day: number, year: number | undefined, today: LocalDate): LocalDate | undefined {
  const part = (number: number) => String(number).padStart(2, "0");
  const dates = [year ?? Number(today.slice(0, 4)), Number(today.slice(0, 4)) + 1]
    .map((year) => `${year}-${part(month)}-${part(day)}`)
    .filter((date) => isLocalDate(date));
  return year === undefined ? dates.find((date) => date >= today) : dates[0];
}

function yearIn(words: readonly string[]): number | undefined {
  const year = words.find((word) => /^20[2-4]\d$/.test(word));
  return year === undefined ? undefined : Number(year);
}

function dayOf(word: string | undefined): number | undefined {
  const [, day] = /^(\d{1,2})(?:st|nd|rd|th|e|de|a)?$/.exec(word ?? "") ?? [];
  return day === undefined || Number(day) > 31 || Number(day) < 1 ? undefined : Number(day);
}

const firstOf = (year: number, month: number): LocalDate => `${year}-${String(month).padStart(2, "0")}-01`;

const monthsByLocale = new Map<Locale, ReadonlyMap<string, number>>();

/** The names of the months, and what they are shortened to where that is no other word. */
function monthWords(locale: Locale): ReadonlyMap<string, number> {
  const known = monthsByLocale.get(locale);
  if (known) return known;
  const words = new Map<string, number>();
  for (let month = 1; month <= 12; month++) {
    const name = fold(monthName(month, locale).toLowerCase(), locale);
    words.set(name, month);
    if (name.length > 4) words.set(name.slice(0, 3), month);
    if (name.length > 5) words.set(name.slice(0, 4), month);
  }
  for (const word of ["mar", "mars"]) if (locale === "en") words.delete(word);
  monthsByLocale.set(locale, words);
  return words;
}
