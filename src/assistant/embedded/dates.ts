import type { DialogueWords, PeriodName } from "../../content/dialogue.js";
import { monthName, weekdayName } from "../../domain/dates-in-words.js";
import { easterSunday } from "../../domain/easter.js";
import type { Locale } from "../../domain/locale.js";
import { daysAfter, isLocalDate, type LocalDate, monthsAfter, weekdayOf } from "../../domain/wall-clock.js";
import { phraseFinder } from "./phrases.js";
import { fold, wordsIn } from "./text.js";

/** Whole days, `to` excluded. */
export interface Period {
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** 0 is Monday; absent when any day is meant. */
  readonly weekday?: number;
}

/** What a text says about time, and which of its words say so. */
interface PeriodFound {
  readonly period: Period;
  readonly words: ReadonlySet<number>;
}

type PeriodFinder = (text: string, today: LocalDate) => PeriodFound | undefined;

/** Finds the stretch of time that a text names: a date, a month, a weekday, a season, a holiday. */
export function periodFinder(lists: DialogueWords, locale: Locale): PeriodFinder {
  const findNamed = phraseFinder({ ...lists.feasts, ...lists.periods });
  const months = monthWords(locale);
  const weekdays = weekdayWords(locale);
  const compounds = compoundStarts(lists, locale, months, weekdays);

  return (text, today) => {
    const words = wordsIn(text).map((word) => compounds(word) ?? word);
    const year = yearIn(words);
    const found = (period: Period | undefined, indexes: Iterable<number>): PeriodFound | undefined =>
      period && { period, words: new Set(indexes) };
    const dayWords = words.flatMap((word, index) => (/^\d/.test(word) || months.has(word) ? [index] : []));

    const date = dateInFigures(text, today) ?? dateNamed(words, months, year, today);
    if (date) return found({ from: date, to: daysAfter(date, 1) }, dayWords);

    const week = WEEK[locale].exec(text)?.[1];
    if (week && Number(week) <= 53) return found(weekPeriod(Number(week), today), dayWords);

    const [named] = findNamed(words).sort((a, b) => b.to - b.from - (a.to - a.from));
    if (named) return found(namedPeriod(named.name, year, today), range(named.from, named.to));

    const month = words.findIndex((word, index) => months.has(word) && !isModalVerb(words, index, locale));
    if (month >= 0) return found(monthPeriod(months.get(words[month]!)!, year, today), [month]);

    const weekday = words.findIndex((word) => weekdays.has(word));
    if (weekday >= 0) {
      const period = { from: today, to: monthsAfter(today, 12), weekday: weekdays.get(words[weekday]!)! };
      return found(period, [weekday]);
    }
    if (year === undefined) return undefined;
    return found({ from: firstOf(year, 1), to: firstOf(year + 1, 1) }, [words.indexOf(String(year))]);
  };
}

const WEEK: Readonly<Record<Locale, RegExp>> = {
  en: /\bweek (\d{1,2})\b/i,
  sv: /\b(?:vecka|v\.?) ?(\d{1,2})\b/i,
  nb: /\b(?:uke) ?(\d{1,2})\b/i,
};

/** The ISO 8601 week with this number that comes next: week 1 has 4 January. */
function weekPeriod(week: number, today: LocalDate): Period {
  const year = Number(today.slice(0, 4));
  const [first, second] = [year, year + 1].map((year) => {
    const fourth = `${year}-01-04`;
    return daysAfter(fourth, 7 * (week - 1) - weekdayOf(fourth));
  });
  const from = daysAfter(first!, 7) > today ? first! : second!;
  return { from, to: daysAfter(from, 7) };
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
function dateNamed(
  words: readonly string[],
  months: ReadonlyMap<string, number>,
  year: number | undefined,
  today: LocalDate,
): LocalDate | undefined {
  for (const [index, word] of words.entries()) {
    const month = months.get(word);
    const near = [words[index - 1], words[index - 2], words[index + 1]];
    const day = month && near.map(dayOf).find((number) => number !== undefined);
    const date = month && day ? comingDate(month, day, year, today) : undefined;
    if (date) return date;
  }
  return undefined;
}

/** "may" of "who may come" is no month. */
function isModalVerb(words: readonly string[], index: number, locale: Locale): boolean {
  if (locale !== "en" || words[index] !== "may") return false;
  const near = /^(?:who|how|i|we|you|it|they|one|my|an?|our|members?|students?|people|companies|agencies|vendors)$/;
  return near.test(words[index - 1] ?? "") || near.test(words[index + 1] ?? "");
}

function monthPeriod(month: number, named: number | undefined, today: LocalDate): Period {
  const year = named ?? Number(today.slice(0, 4)) + (month < Number(today.slice(5, 7)) ? 1 : 0);
  const from = firstOf(year, month);
  return { from, to: monthsAfter(from, 1) };
}

/** A stretch of time by its name, or a feast by its day: "12-24", or "easter-2", so many days from Easter Sunday. */
function namedPeriod(name: string, named: number | undefined, today: LocalDate): Period {
  const monday = daysAfter(today, -weekdayOf(today));
  const month = `${today.slice(0, 7)}-01`;
  const year = named ?? Number(today.slice(0, 4));
  const days = (from: LocalDate, count: number) => ({ from, to: daysAfter(from, count) });
  /** The first that is not over, or that of the year that was named. */
  const coming = (daysOf: (year: number) => Period) =>
    [daysOf(year - 1), daysOf(year), daysOf(year + 1)].find(({ to }) => to > today && named === undefined) ??
    daysOf(year);
  const season = (first: number, months: number) => {
    const { from, to } = coming((year) => ({
      from: firstOf(year, first),
      to: monthsAfter(firstOf(year, first), months),
    }));
    return { from: from > today ? from : today, to };
  };

  const [, monthAndDay, fromEaster] = /^(\d\d-\d\d)$|^easter([+-]\d+)$/.exec(name) ?? [];
  if (monthAndDay) return coming((year) => days(`${year}-${monthAndDay}`, 1));
  if (fromEaster) return coming((year) => days(daysAfter(easterSunday(year), Number(fromEaster)), 1));
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

/** The day with this month and number that comes next, or the one of the year that is named. */
function comingDate(month: number, day: number, year: number | undefined, today: LocalDate): LocalDate | undefined {
  const part = (number: number) => String(number).padStart(2, "0");
  const thisYear = Number(today.slice(0, 4));
  const dates = (year ? [year] : [thisYear, thisYear + 1])
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
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

/** The names of the months, and what they are shortened to where that is no other word. */
function monthWords(locale: Locale): ReadonlyMap<string, number> {
  const words = new Map<string, number>();
  for (let month = 1; month <= 12; month++) {
    const name = fold(monthName(month, locale));
    words.set(name, month);
    if (name.length > 4) words.set(name.slice(0, 3), month);
    if (name.length > 5) words.set(name.slice(0, 4), month);
  }
  for (const word of ["mar", "mars"]) if (locale === "en") words.delete(word);
  return words;
}

/** The weekdays in every form: Thursday, Thursdays, torsdagen, torsdagarna, torsdagene. */
function weekdayWords(locale: Locale): ReadonlyMap<string, number> {
  const names = [0, 1, 2, 3, 4, 5, 6].map((day) => fold(weekdayName(day, locale)));
  const endings = ["", "s", "en", "ar", "arna", "er", "ene"];
  return new Map(names.flatMap((name, day) => endings.map((ending) => [name + ending, day] as const)));
}

const MIN_REST = 4;

/** The month, weekday or period that a Swedish or Norwegian compound begins with: majkvällen, torsdagstreffet. */
function compoundStarts(
  { periodsInCompounds, periods, concepts }: DialogueWords,
  locale: Locale,
  months: ReadonlyMap<string, number>,
  weekdays: ReadonlyMap<string, number>,
): (word: string) => string | undefined {
  if (locale === "en") return () => undefined;
  const starts = [
    ...[...months.keys(), ...weekdays.keys()].filter((name) => name.length > 2).map((name) => [name, name] as const),
    ...Object.entries(periodsInCompounds).flatMap(([period, firsts]) =>
      firsts.map((first) => [fold(first), fold(periods[period as PeriodName][0]!)] as const),
    ),
  ].sort(([a], [b]) => b.length - a.length);
  const ends = [...Object.values(concepts).flat(), "träff", "treff", "möte", "møte", "date", "samtal"].map(fold);
  return (word) => {
    const start = starts.find(([first]) => word.startsWith(first) && word.length >= first.length + MIN_REST);
    const rest = start && word.slice(start[0].length);
    return rest && ends.some((end) => rest.startsWith(end)) ? start[1] : undefined;
  };
}
