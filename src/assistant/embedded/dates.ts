import type { DialogueWords, PeriodName } from "../../content/dialogue.js";
import { monthName, weekdayName } from "../../domain/dates-in-words.js";
import { easterSunday } from "../../domain/easter.js";
import type { Locale } from "../../domain/locale.js";
import { daysAfter, isLocalDate, type LocalDate, monthsAfter, weekdayOf } from "../../domain/wall-clock.js";
import { type Found, phraseFinder } from "./phrases.js";
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

/** How far ahead "after" and a weekday reach, in months. */
const MONTHS_AHEAD = 12;

/** Finds the stretch of time that a text names: a date, a week, a month, a weekday, a season, a holiday. */
export function periodFinder(lists: DialogueWords, locale: Locale): PeriodFinder {
  const findNamed = phraseFinder({ ...lists.namedDates, ...lists.periods });
  const findBounds = phraseFinder({ before: lists.before, after: lists.after });
  const findParts = phraseFinder(lists.monthParts);
  const weekNumber = new RegExp(`\\b(?:${lists.week.join("|")})[. ]*(\\d{1,2})\\b`, "i");
  const months = monthWords(locale);
  const weekdays = weekdayWords(locale);
  const firstPart = compoundStarts(lists, [...months.keys(), ...weekdays.keys()]);

  const named = (text: string, words: readonly string[], today: LocalDate): PeriodFound | undefined => {
    const year = yearIn(words);
    const found = (period: Period | undefined, from: number, to = from + 1): PeriodFound | undefined =>
      period && { period, words: new Set(Array.from({ length: to - from }, (_, index) => from + index)) };

    const date = dateInFigures(text, today);
    const dates = date ? days(date, 1) : datesNamed(words, months, year, today);
    if (dates) {
      const isPart = (word: string) => /^\d/.test(word) || months.has(word);
      return found(dates, words.findIndex(isPart), words.findLastIndex(isPart) + 1);
    }
    const week = weekNumber.exec(text)?.[1];
    if (week && Number(week) <= 53)
      return found(weekPeriod(Number(week), today), words.indexOf(week) - 1, words.indexOf(week) + 1);

    const month = words.findIndex((word, index) => months.has(word) && !isModalVerb(words, index, locale));
    if (month >= 0) {
      const whole = monthPeriod(months.get(words[month]!)!, year, today);
      const part = findParts(words).find(({ to }) => to === month);
      return found(part ? partOf(whole, part.name) : whole, part?.from ?? month, month + 1);
    }
    const [name] = findNamed(words).sort((a, b) => b.to - b.from - (a.to - a.from));
    if (name) return found(periodNamed(name.name, year, today), name.from, name.to);

    const weekday = words.findIndex((word) => weekdays.has(word));
    const period = { from: today, to: monthsAfter(today, MONTHS_AHEAD), weekday: weekdays.get(words[weekday] ?? "") };
    if (period.weekday !== undefined) return found({ ...period, weekday: period.weekday }, weekday);
    return year === undefined ? undefined : found(yearPeriod(year), words.indexOf(String(year)));
  };

  return (text, today) => {
    const words = wordsIn(text).map((word) => firstPart(word) ?? word);
    const found = named(text, words, today);
    if (!found) return undefined;
    const first = Math.min(...found.words);
    // "before the summer", "after 3 December": a word may stand between.
    const bound = findBounds(words).find(({ to }) => to <= first && to >= first - 1);
    return bound ? { period: beyond(found.period, bound, today), words: new Set([...found.words, bound.from]) } : found;
  };
}

function beyond(period: Period, bound: Found, today: LocalDate): Period {
  if (bound.name === "before") return { from: today, to: period.from > today ? period.from : period.to };
  return { from: period.to, to: monthsAfter(period.to, MONTHS_AHEAD) };
}

const days = (from: LocalDate, count: number): Period => ({ from, to: daysAfter(from, count) });
const firstOf = (year: number, month: number): LocalDate => `${year}-${String(month).padStart(2, "0")}-01`;
const yearPeriod = (year: number): Period => ({ from: firstOf(year, 1), to: firstOf(year + 1, 1) });
const yearOf = (date: LocalDate) => Number(date.slice(0, 4));

/** The ISO 8601 week with this number that comes next: week 1 has 4 January. */
function weekPeriod(week: number, today: LocalDate): Period {
  return coming((year) => {
    const fourth = `${year}-01-04`;
    return days(daysAfter(fourth, 7 * (week - 1) - weekdayOf(fourth)), 7);
  }, today);
}

/** The first that is not over, or that of the year that was named. */
function coming(periodIn: (year: number) => Period, today: LocalDate, named?: number): Period {
  const year = yearOf(today);
  if (named !== undefined) return periodIn(named);
  return [year - 1, year].map(periodIn).find(({ to }) => to > today) ?? periodIn(year + 1);
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

/** "17 February", "February 17th", "den 6 maj", "16–17 February", "16 and 17 February" */
function datesNamed(
  words: readonly string[],
  months: ReadonlyMap<string, number>,
  year: number | undefined,
  today: LocalDate,
): Period | undefined {
  for (const [index, word] of words.entries()) {
    const month = months.get(word);
    const at = [index - 1, index - 2, index + 1].find((near) => dayOf(words[near]) !== undefined);
    if (month === undefined || at === undefined) continue;
    const last = comingDate(month, dayOf(words[at])!, year, today);
    const before = dayOf(words[at - 1]) ?? dayOf(words[at - 2]);
    const first = before && before < dayOf(words[at])! ? comingDate(month, before, year, today) : last;
    if (last && first && first <= last) return { from: first, to: daysAfter(last, 1) };
  }
  return undefined;
}

function dayOf(word: string | undefined): number | undefined {
  const [, day] = /^(\d{1,2})(?:st|nd|rd|th|e|de|a)?$/.exec(word ?? "") ?? [];
  return day === undefined || Number(day) > 31 || Number(day) < 1 ? undefined : Number(day);
}

/** The day with this month and number that comes next, or the one of the year that is named. */
function comingDate(month: number, day: number, named: number | undefined, today: LocalDate): LocalDate | undefined {
  const dates = (named === undefined ? [yearOf(today), yearOf(today) + 1] : [named])
    .map((year) => `${firstOf(year, month).slice(0, 8)}${String(day).padStart(2, "0")}`)
    .filter(isLocalDate);
  return named === undefined ? dates.find((date) => date >= today) : dates[0];
}

/** "may" of "who may come" is no month. */
function isModalVerb(words: readonly string[], index: number, locale: Locale): boolean {
  if (locale !== "en" || words[index] !== "may") return false;
  const near = /^(?:who|how|i|we|you|it|they|one|my|an?|our|members?|students?|people|companies|agencies|vendors)$/;
  return near.test(words[index - 1] ?? "") || near.test(words[index + 1] ?? "");
}

function monthPeriod(month: number, named: number | undefined, today: LocalDate): Period {
  const from = firstOf(named ?? yearOf(today) + (month < Number(today.slice(5, 7)) ? 1 : 0), month);
  return { from, to: monthsAfter(from, 1) };
}

/** The first ten days of a month, the next ten, or the rest. */
function partOf({ from, to }: Period, part: string): Period {
  const [tenth, twentieth] = [daysAfter(from, 10), daysAfter(from, 20)];
  if (part === "first") return { from, to: tenth };
  return part === "middle" ? { from: tenth, to: twentieth } : { from: twentieth, to };
}

/** A period of `content/dialogue`: relative to today by its name, else a day or two with a slash between, both included. */
function periodNamed(name: string, year: number | undefined, today: LocalDate): Period {
  const monday = daysAfter(today, -weekdayOf(today));
  const month = `${today.slice(0, 7)}-01`;
  const relative: Readonly<Record<PeriodName, Period>> = {
    today: days(today, 1),
    tomorrow: days(daysAfter(today, 1), 1),
    "this-week": { from: today, to: daysAfter(monday, 7) },
    "next-week": days(daysAfter(monday, 7), 7),
    weekend: days(daysAfter(monday, 5), 2),
    "this-month": { from: today, to: monthsAfter(month, 1) },
    "next-month": { from: monthsAfter(month, 1), to: monthsAfter(month, 2) },
    "this-year": { from: today, to: yearPeriod(yearOf(today)).to },
    "next-year": yearPeriod(yearOf(today) + 1),
  };
  if (name in relative) return relative[name as PeriodName];
  const [first, last = first] = name.split("/");
  const period = coming(
    (year) => {
      const from = dayIn(year, first!);
      const until = dayIn(year, last!);
      return { from, to: daysAfter(until < from ? dayIn(year + 1, last!) : until, 1) };
    },
    today,
    year,
  );
  return { ...period, from: period.from > today ? period.from : today };
}

/** "12-24", or "easter-2", so many days from Easter Sunday. */
function dayIn(year: number, day: string): LocalDate {
  const [, fromEaster] = /^easter([+-]\d+)$/.exec(day) ?? [];
  return fromEaster === undefined ? `${year}-${day}` : daysAfter(easterSunday(year), Number(fromEaster));
}

function yearIn(words: readonly string[]): number | undefined {
  const year = words.find((word) => /^20[2-4]\d$/.test(word));
  return year === undefined ? undefined : Number(year);
}

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
function compoundStarts({ compounds, periods, namedDates }: DialogueWords, dates: readonly string[]) {
  const ends = compounds.ends.map(fold);
  const starts = [
    ...dates.filter((name) => name.length > 2).map((name) => [name, name] as const),
    ...Object.entries(compounds.starts).flatMap(([period, firsts]) =>
      firsts.map((first) => [fold(first), fold((namedDates[period] ?? periods[period as PeriodName])[0]!)] as const),
    ),
  ].sort(([a], [b]) => b.length - a.length);
  return (word: string): string | undefined => {
    const start = starts.find(([first]) => word.startsWith(first) && word.length >= first.length + MIN_REST);
    return start && ends.some((end) => word.slice(start[0].length).startsWith(end)) ? start[1] : undefined;
  };
}
