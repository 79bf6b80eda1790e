import type { DialogueWords, HolidayName, PeriodName } from "../../content/dialogue.js";
import { monthName } from "../../text/in-words.js";
import type { Locale } from "../../text/locale.js";
import { editDistance, fold } from "../../text/spelling.js";
import { daysAfter, isLocalDate, type LocalDate, mondayOf, monthsAfter, weekdayOf } from "../../text/wall-clock.js";
import { MIN_CORRECTED, phraseFinder } from "./phrases.js";

/** A period has whole days, `to` excluded. */
export interface Period {
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** "5" or "5–6" if weeks are named by number. If the year has no such week, the period has no days. */
  readonly weeks?: string;
}

/** "Before the 10th", but not "After Commerce today". */
const ARTICLE = /^(?:the|den|det|de)$/;

interface Time {
  readonly period: Period;
  /** Indexes of its words, `to` excluded. */
  readonly from: number;
  readonly to: number;
}

/** Finds weeks, days, months, a season, a holiday, a year or a name such as "next week" in the words of a text. */
export function periodFinder(lists: DialogueWords, locale: Locale) {
  const monthNames = monthNamesIn(locale).map(fold);
  const findNamed = phraseFinder(lists.periods, false);
  const findSpans = phraseFinder(lists.spans);
  const findHolidays = phraseFinder(lists.holidays, false);
  const findBounds = phraseFinder(lists.bounds, false);
  const numberOf = numberReader(lists);

  const monthAt = (words: readonly string[], at: number): number => {
    const word = words[at] ?? "";
    // "May" is no month in "May I …" and "it may be late".
    if (
      locale === "en" &&
      word === "may" &&
      !/^(?:in|of|by|and|this|next|before|after|\d.*)$/.test(words[at - 1] ?? "")
    )
      return 0;
    const isShort = DAY.test(words[at - 1] ?? "") && word.length >= 3; // "16 dec"
    const index = monthNames.findIndex(
      (name) =>
        name === word ||
        (isShort && word.length <= 4 && name.startsWith(word)) ||
        (word.length >= MIN_CORRECTED && word[0] === name[0] && editDistance(word, name) === 1),
    );
    return index + 1;
  };

  const readWeeks = (words: readonly string[], year: number, today: LocalDate): Time | undefined => {
    const weeks = [...words.keys()].filter((at) => /^w\d{1,3}$/.test(words[at]!));
    if (weeks.length === 0) return undefined;
    const numbers = weeks.map((at) => Number(words[at]!.slice(1)));
    return { period: periodOfWeeks(numbers, year, today), from: weeks[0]!, to: weeks.at(-1)! + 1 };
  };

  /** "In 5 weeks". */
  const readSpan = (words: readonly string[], today: LocalDate): Time | undefined => {
    const spans = findSpans(words);
    const unit = spans.find(({ from }) => spans.some(({ name, to }) => name === "before" && to === from - 1));
    const count = unit ? numberOf(words[unit.from - 1]!) : 0;
    if (!unit || count === 0) return undefined;
    return { period: periodNamed(unit.name as SpanUnit, today, count), from: unit.from - 1, to: unit.to };
  };

  /** "3 December", "December 3", "7–16 December", "December", "January and February". */
  const readMonths = (words: readonly string[], year: number, today: LocalDate): Time | undefined => {
    const months = [...words.keys()].filter((at) => monthAt(words, at) > 0);
    const [first] = months;
    if (first === undefined) return undefined;
    const firstDay = soonest(monthAt(words, first), year, today);
    const dayAt = [first - 1, first + 1].find((at) => isDayOf(firstDay, words[at]));
    if (dayAt !== undefined) {
      const day = dayOf(firstDay, words[dayAt]!);
      const joint = isDayOf(firstDay, words[dayAt - 1]) ? dayAt - 1 : dayAt - 2;
      const isRange = joint >= 0 && (joint === dayAt - 1 || lists.weeks.between.includes(words[dayAt - 1]!));
      const begin = isRange && isDayOf(firstDay, words[joint]) ? dayOf(firstDay, words[joint]!) : day;
      const from = begin < day ? joint : Math.min(first, dayAt);
      return {
        period: { from: begin < day ? begin : day, to: daysAfter(day, 1) },
        from,
        to: Math.max(first, dayAt) + 1,
      };
    }
    const last = months.at(-1)!;
    const lastDay = soonest(monthAt(words, last), year, today);
    return { period: { from: firstDay, to: monthsAfter(lastDay, 1) }, from: first, to: last + 1 };
  };

  const readHoliday = (words: readonly string[], year: number, today: LocalDate): Time | undefined => {
    const [holiday] = findHolidays(words);
    if (!holiday) return undefined;
    const thisYear = Number(today.slice(0, 4));
    const years = year ? [year] : [thisYear, thisYear + 1];
    const periods = years.map((one) => holidayIn(holiday.name as HolidayName, one));
    const period = periods.find(({ to }) => to > today) ?? periods[0]!;
    return { period, from: holiday.from, to: holiday.to };
  };

  const readTime = (words: readonly string[], today: LocalDate): Time | undefined => {
    const [named] = findNamed(words);
    const yearAt = words.findIndex((word) => /^20[2-4]\d$/.test(word));
    const year = named?.name === "next-year" ? Number(today.slice(0, 4)) + 1 : Number(words[yearAt]);
    const time =
      readWeeks(words, year, today) ??
      readSpan(words, today) ??
      readMonths(words, year, today) ??
      readHoliday(words, year, today);
    if (time) return time;
    if (named) return { ...named, period: periodNamed(named.name as PeriodName, today) };
    return year ? { period: yearPeriod(year), from: yearAt, to: yearAt + 1 } : undefined;
  };

  /** "Before Christmas" ends with the day before it, and "after week 50" lasts a year. */
  return (words: readonly string[], today: LocalDate): Time | undefined => {
    const time = readTime(words, today);
    const bound =
      time &&
      findBounds(words).find(({ to }) => to === time.from || (to === time.from - 1 && ARTICLE.test(words[to]!)));
    if (!time || !bound) return time;
    const isRange =
      bound.name === "from" && daysAfter(time.period.from, 1) < time.period.to && DAY.test(words[time.from]!);
    if (isRange) return time; // "from 7 to 16 December"
    return { period: boundedBy(bound.name, time.period, today), from: bound.from, to: time.to };
  };
}

function boundedBy(bound: string, { from, to }: Period, today: LocalDate): Period {
  if (bound === "before") return { from: today < from ? today : from, to: from };
  const begin = bound === "after" ? to : from;
  return { from: begin, to: monthsAfter(begin, 12) };
}

const isDayOf = (month: LocalDate, word: string | undefined): boolean =>
  DAY.test(word ?? "") && isLocalDate(dayOf(month, word!));

const dayOf = (month: LocalDate, word: string): LocalDate =>
  month.slice(0, 8) + Number.parseInt(word, 10).toString().padStart(2, "0");

/** Reads "5" and "five"; 0 is no number. */
export function numberReader({ numbers }: DialogueWords) {
  const inWords = numbers.map(fold);
  return (word: string): number => (/^\d{1,3}$/.test(word) ? Number(word) : inWords.indexOf(word) + 1);
}

/** Writes "v.5" as "w5", "week 5 and 6" as "w5 w6", and "2027-W05" as "2027- w05". */
export function weekWriter({ weeks, people, units }: DialogueWords, locale: Locale) {
  // "Next week 5 people" and "this week 3 December" have no number of a week, but "vecka 50 år 2028" has one.
  const counted = [...people.after, ...units, ...monthNamesIn(locale)].join("|");
  const number = `\\d{1,3}(?![\\p{L}\\d]|[.:]\\d|\\.?\\s*(?:${counted})(?!\\p{L}|\\s+20\\d\\d))`;
  const joint = `\\s*(?:(?:[,/&–-]|${weeks.between.join("|")})\\s*)?`;
  const mention = new RegExp(
    `(?<!\\p{L})(?:${weeks.before.join("|")})[\\s.:#-]*(${number}(?:${joint}${number})*)`,
    "giu",
  );
  return (text: string): string =>
    text.replaceAll(mention, (_, numbers: string) => ` ${numbers.replaceAll(/\D*(\d+)/g, "w$1 ")}`);
}

/** Matches "9/12" and "9.12.", with a year or without, but not "24/7", "1.5" or "kl. 18.10". */
const IN_FIGURES =
  /(?<![\d.:/]|\bkl\w*\.? )(?!24\/7)(\d{1,2})(?:\/|\.(?=\d\d|\d\.))(0?[1-9]|1[0-2])(?![\d:])(?:[./](20\d\d))?/gi;

/** Writes "9/12" and "9.12." as "9 December", and "2026-12-09" as "9 December 2026". */
export const withMonthNames = (text: string, locale: Locale): string =>
  text
    .replaceAll(/(20\d\d)-(\d\d)-(\d\d)/g, "$3/$2/$1")
    .replaceAll(IN_FIGURES, (_, day, month, year = "") => `${day} ${monthName(Number(month), locale)} ${year}`);

/** Matches "17", "17th" and "17e". */
const DAY = /^\d{1,2}(?:st|nd|rd|th|e)?$/;

/** Returns the first day of a month in the year that is named, else in the first year in which it is not over. */
function soonest(month: number, year: number, today: LocalDate): LocalDate {
  const monthOf = (year: number) => `${year}-${String(month).padStart(2, "0")}-01`;
  const thisYear = Number(today.slice(0, 4));
  return monthOf(year || (monthsAfter(monthOf(thisYear), 1) > today ? thisYear : thisYear + 1));
}

/** Returns the time from the first week to the last, in the year that is named, else when they come next. */
function periodOfWeeks(numbers: readonly number[], year: number, today: LocalDate): Period {
  const isOverNewYear = numbers[0]! - numbers.at(-1)! > 26; // weeks 52 and 1
  const first = isOverNewYear ? numbers[0]! : Math.min(...numbers);
  const last = isOverNewYear ? numbers.at(-1)! : Math.max(...numbers);
  const from = year ? mondayOf(year, first) : nextMonday(first, today);
  const lastMonday = from && nextMonday(last, from);
  if (lastMonday)
    return { from, to: daysAfter(lastMonday, 7), weeks: first === last ? `${first}` : `${first}–${last}` };
  const day = year ? `${year}-12-31` : today;
  return { from: day, to: day, weeks: String(first) };
}

/** Returns the Monday of the next such week that is not over; week 53 can be six years away. */
function nextMonday(week: number, today: LocalDate): LocalDate | undefined {
  const years = Array.from({ length: 9 }, (_, index) => Number(today.slice(0, 4)) - 1 + index);
  return years.map((year) => mondayOf(year, week)).find((monday) => monday && daysAfter(monday, 7) > today);
}

const monthNamesIn = (locale: Locale) => Array.from({ length: 12 }, (_, month) => monthName(month + 1, locale));

const days = (from: LocalDate, count: number): Period => ({ from, to: daysAfter(from, count) });
const yearPeriod = (year: number): Period => ({ from: `${year}-01-01`, to: `${year + 1}-01-01` });

type SpanUnit = "days" | "weeks" | "months";

/** "In 5 weeks" is the week in which that day falls. */
function periodNamed(name: PeriodName | SpanUnit, today: LocalDate, count = 1): Period {
  const monday = daysAfter(today, -weekdayOf(today));
  const month = `${today.slice(0, 7)}-01`;
  const year = Number(today.slice(0, 4));
  return {
    days: days(daysAfter(today, count), 1),
    weeks: days(daysAfter(monday, 7 * count), 7),
    months: { from: monthsAfter(month, count), to: monthsAfter(month, count + 1) },
    today: days(today, 1),
    tomorrow: days(daysAfter(today, 1), 1),
    "this-week": { from: today, to: daysAfter(monday, 7) },
    "next-week": days(daysAfter(monday, 7), 7),
    weekend: days(daysAfter(monday, 5), 2),
    "this-month": { from: today, to: monthsAfter(month, 1) },
    "next-month": { from: monthsAfter(month, 1), to: monthsAfter(month, 2) },
    "this-year": { from: today, to: yearPeriod(year).to },
    "next-year": yearPeriod(year + 1),
    spring: season(3, today),
    summer: season(6, today),
    autumn: season(9, today),
    winter: season(12, today),
  }[name];
}

/** Three months from the first of `month`, which are not over. */
function season(month: number, today: LocalDate): Period {
  const lastYear = Number(today.slice(0, 4)) - 1;
  const begins = [lastYear, lastYear + 1, lastYear + 2].map((year) => `${year}-${String(month).padStart(2, "0")}-01`);
  const from = begins.find((begin) => monthsAfter(begin, 3) > today)!;
  return { from, to: monthsAfter(from, 3) };
}

function holidayIn(name: HolidayName, year: number): Period {
  if (name === "christmas") return { from: `${year}-12-24`, to: `${year}-12-27` };
  if (name === "new-year") return { from: `${year}-12-31`, to: `${year + 1}-01-02` };
  const easter = easterSunday(year);
  return { from: daysAfter(easter, -3), to: daysAfter(easter, 2) };
}

/** Gauss's rule with the corrections of Lichtenberg, for any Gregorian year. */
function easterSunday(year: number): LocalDate {
  const century = Math.floor(year / 100);
  const moon = 15 + Math.floor((3 * century + 3) / 4) - Math.floor((8 * century + 13) / 25);
  const sun = 2 - Math.floor((3 * century + 3) / 4);
  const cycle = year % 19;
  const seed = (19 * cycle + moon) % 30;
  const correction = Math.floor((seed + Math.floor(cycle / 11)) / 29);
  const limit = 21 + seed - correction;
  const firstSunday = 7 - ((year + Math.floor(year / 4) + sun) % 7);
  const distance = 7 - ((((limit - firstSunday) % 7) + 7) % 7);
  return daysAfter(`${year}-03-01`, limit + distance - 1);
}
