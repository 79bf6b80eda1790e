import { monthName, weekdayName } from "../../domain/dates-in-words.js";
import type { Locale } from "../../domain/locale.js";
import { daysAfter, isLocalDate, type LocalDate, monthsAfter } from "../../domain/wall-clock.js";
import { fold } from "../language/words-in-text.js";
import type { Said } from "../site/question.js";

/** Whole days that a question speaks of, `to` excluded. */
export interface Period {
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** 0 is Monday; absent when any day is meant. */
  readonly weekday?: number;
}

/** The stretch of time that is named, counted from today; undefined when none is. */
export function periodIn({ readings }: Pick<Said, "readings">, today: LocalDate): Period | undefined {
  for (const { language, terms } of readings) {
    const words = terms.map(({ word }) => word.written);
    const found =
      dateNamed(words, language.locale, today) ??
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

/** Whether a folded word names a month or a weekday. */
export function isDateName(folded: string, locale: Locale): boolean {
  return monthWords(locale).has(folded) || weekdayOf(folded, locale) >= 0;
}

/** "17 February", "February 17th", "den 6 maj", "17.2.", "2027-02-17" */
function dateNamed(words: readonly string[], locale: Locale, today: LocalDate): Period | undefined {
  const months = monthWords(locale);
  for (const [index, word] of words.entries()) {
    const month = months.get(fold(word, locale));
    if (month === undefined) continue;
    const day = [words[index - 1], words[index - 2], words[index + 1]]
      .map(dayOf)
      .find((number) => number !== undefined);
    if (day === undefined) continue;
    const date = comingDate(month, day, yearIn(words), today);
    if (date) return { from: date, to: daysAfter(date, 1) };
  }
  const [, day, month] = /(?:^| )(\d{1,2})[./](\d{1,2})(?: |$)/.exec(words.join(" ")) ?? [];
  const date = day && month ? comingDate(Number(month), Number(day), yearIn(words), today) : undefined;
  return date ? { from: date, to: daysAfter(date, 1) } : undefined;
}

function monthNamed(words: readonly string[], locale: Locale, today: LocalDate): Period | undefined {
  const months = monthWords(locale);
  const month = words.map((word) => months.get(fold(word, locale))).find((number) => number !== undefined);
  if (month === undefined) return yearNamed(words);
  const year = yearIn(words) ?? Number(today.slice(0, 4)) + (month < Number(today.slice(5, 7)) ? 1 : 0);
  const from = firstOf(year, month);
  return { from, to: monthsAfter(from, 1) };
}

function yearNamed(words: readonly string[]): Period | undefined {
  const year = yearIn(words);
  return year === undefined ? undefined : { from: firstOf(year, 1), to: firstOf(year + 1, 1) };
}

function weekdayNamed(words: readonly string[], locale: Locale, today: LocalDate): Period | undefined {
  const weekday = words.map((word) => weekdayOf(fold(word, locale), locale)).find((day) => day >= 0);
  return weekday === undefined ? undefined : { from: today, to: monthsAfter(today, ONE_YEAR), weekday };
}

/** 0 is Monday; -1 when it is none. */
function weekdayOf(folded: string, locale: Locale): number {
  return [0, 1, 2, 3, 4, 5, 6].findIndex((day) => {
    const name = fold(weekdayName(day, locale).toLowerCase(), locale);
    return [name, `${name}s`, `${name}en`, `${name}ar`, `${name}er`].includes(folded);
  });
}

function namedPeriod(names: readonly string[], words: readonly string[], today: LocalDate): Period | undefined {
  const monday = daysAfter(today, -((new Date(today).getUTCDay() + 6) % 7));
  const month = `${today.slice(0, 7)}-01`;
  const year = Number(today.slice(0, 4));
  const weeks = (from: LocalDate, days: number) => ({ from, to: daysAfter(from, days) });
  for (const name of names) {
    if (name === "today") return weeks(today, 1);
    if (name === "tomorrow") return weeks(daysAfter(today, 1), 1);
    if (name === "this-week") return { from: today, to: daysAfter(monday, 7) };
    if (name === "next-week") return weeks(daysAfter(monday, 7), 7);
    if (name === "weekend") return weeks(daysAfter(monday, 5), 2);
    if (name === "this-month") return { from: today, to: monthsAfter(month, 1) };
    if (name === "next-month") return { from: monthsAfter(month, 1), to: monthsAfter(month, 2) };
    if (name === "this-year") return { from: today, to: firstOf(year + 1, 1) };
    if (name === "next-year") return { from: firstOf(year + 1, 1), to: firstOf(year + 2, 1) };
    const season = seasons[name];
    if (season) return comingSeason(season, yearIn(words), today);
  }
  return undefined;
}

/** First month and number of months, as people in the Nordics count: the spring term is longer than March to May. */
const seasons: Readonly<Record<string, readonly [number, number]>> = {
  spring: [1, 6],
  summer: [6, 3],
  autumn: [8, 4],
  winter: [12, 3],
};

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
