import type { DialogueWords, HolidayName, PeriodName } from "../../content/dialogue.js";
import { wordsIn } from "../../search/words.js";
import { monthName, weekdayName } from "../../text/in-words.js";
import type { Locale } from "../../text/locale.js";
import { editDistance, fold } from "../../text/spelling.js";
import { daysAfter, isLocalDate, type LocalDate, monthsAfter, weekdayOf } from "../../text/wall-clock.js";
import {
  boundedBy,
  holidayNamed,
  monthNamed,
  months,
  type Period,
  periodNamed,
  periodOfWeeks,
  periodOfYear,
  type SpanUnit,
} from "./periods.js";
import { MIN_CORRECTED, phraseFinder } from "./phrases.js";

/** What a text says of time. */
export interface Time {
  readonly period: Period;
  /** Indexes of its words, `to` excluded. */
  readonly from: number;
  readonly to: number;
  /** "From January to March", but not "from January". */
  readonly isRange?: boolean;
}

/** Matches "17", "17th" and "17e". */
const DAY = /^(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th|e)?$/;
const YEAR = /^20[2-4]\d$/;
/** "Before the 10th", but not "After Commerce today". */
const ARTICLE = /^(?:the|den|det|de)$/;
/** "May" is no month in "May I …", "and may we …" and "it may be late". */
const AFTER_VERB = /^(?:i|we|you|they|he|she|it|my|our|be)$/;
const BEFORE_MAY = /^(?:in|of|by|and|or|to|from|until|between|this|next|before|after|\d.*)$/;

/** "Mar", "jun" and "jul" are other words too, but not after a day. */
const SHORT_MONTHS = "jan|feb febr|mar|apr|-|jun|jul|aug|sep sept|okt oct|nov|dec des".split("|").map(wordsIn);

/**
 * Days and months that belong together, each word as one letter: D a day, M a month, Y a year, J "to" or "and", A "the"
 * or a weekday, O "of". The month stands before its days ("December 7–16") or after them ("7–16 December").
 */
const DATES = /MD(?:(?:J+A*)?D)*(?:Y?(?:J+A*)?MD?)*|(?:(?:D(?:J+A*)?)*DO?)?M(?:Y?(?:J+A*)?(?:(?:D(?:J+A*)?)*DO?)?M)*/;

/** Finds weeks, days, months, a season, a holiday, a year or a name such as "next week" in the words of a text. */
export function timeFinder(lists: DialogueWords, functionWords: ReadonlySet<string>, locale: Locale) {
  const monthNames = monthNamesIn(locale).map(fold);
  const weekdays = Array.from({ length: 7 }, (_, day) => fold(weekdayName(day, locale)));
  const counted = new Set([...lists.people.after, ...lists.units].map(fold));
  const findJoints = phraseFinder({ joints: lists.weeks.between }, false);
  const findNamed = phraseFinder(lists.periods, false);
  const findSpans = phraseFinder(lists.spans);
  const findHolidays = phraseFinder(lists.holidays, false);
  const findBounds = phraseFinder(lists.bounds, false);
  const numberOf = numberReader(lists);
  const isBeforeDay = (word = "") => /^(?:the|den)$/.test(word) || weekdays.includes(word);
  const isNoun = (word = "") => word.length > 1 && !functionWords.has(word);

  const monthAt = (words: readonly string[], at: number): number => {
    const word = words[at]!;
    const before = words[at - 1] ?? "";
    const isVerb = word === "may" && (!BEFORE_MAY.test(before) || AFTER_VERB.test(words[at + 1] ?? ""));
    if (locale === "en" && isVerb) return 0;
    const isShort = DAY.test(before) || !/^(?:mar|jun|jul)$/.test(word); // "16 mar"
    const isMonth = (name: string, month: number) =>
      name === word ||
      (isShort && SHORT_MONTHS[month]!.includes(word)) ||
      (word.length >= MIN_CORRECTED && word[0] === name[0] && editDistance(word, name) === 1);
    return monthNames.findIndex(isMonth) + 1;
  };

  const letterAt = (words: readonly string[], at: number): string => {
    const word = words[at]!;
    if (DAY.test(word) && !counted.has(words[at + 1] ?? "")) return "D";
    if (monthAt(words, at) > 0) return "M";
    if (YEAR.test(word)) return "Y";
    if (ARTICLE.test(word) || weekdays.includes(word)) return "A";
    if (word === "of" || (/^[ae]$/.test(word) && DAY.test(words[at - 1] ?? ""))) return "O"; // "den 3:e"
    return ".";
  };

  const readWeeks = (words: readonly string[], year: number, today: LocalDate): Time | undefined => {
    const weeks = [...words.keys()].filter((at) => /^w\d{1,3}$/.test(words[at]!));
    if (weeks.length === 0) return undefined;
    const numbers = weeks.map((at) => Number(words[at]!.slice(1)));
    const period = periodOfWeeks(numbers, today, year);
    return { period, from: weeks[0]!, to: weeks.at(-1)! + 1, isRange: weeks.length > 1 };
  };

  /** "In 5 weeks". */
  const readSpan = (words: readonly string[], today: LocalDate): Time | undefined => {
    const spans = findSpans(words);
    const unit = spans.find(({ from }) => spans.some(({ name, to }) => name === "before" && to === from - 1));
    const count = unit ? numberOf(words[unit.from - 1]!) : 0;
    if (!unit || count === 0) return undefined;
    return { period: periodNamed(unit.name as SpanUnit, today, 0, count), from: unit.from - 1, to: unit.to };
  };

  /** Reads the days and months that belong together, from the first to the last of them. */
  const readDates = (words: readonly string[], year: number, today: LocalDate): Time | undefined => {
    const letterOf = words.map((_, at) => letterAt(words, at));
    for (const { from, to } of findJoints(words)) letterOf.fill("J", from, to);
    const letters = letterOf.join("");
    const dates = DATES.exec(letters);
    if (!dates) return undefined;
    const from = dates.index;
    const to = from + dates[0].length;
    const isMonthFirst = dates[0].startsWith("MD");
    const firstMonth = letters.indexOf("M", from);
    const lastMonth = letters.lastIndexOf("M", to - 1);

    let begin = monthNamed(monthAt(words, firstMonth), today, year);
    let end = monthNamed(monthAt(words, lastMonth), begin, year);
    // "December to January 2027", but "December 2026 to January".
    if (begin > end && YEAR.test(words[to] ?? "")) begin = monthsAfter(begin, -12);
    if (begin > end) end = monthsAfter(end, 12);
    const firstDay = isMonthFirst ? words[firstMonth + 1] : words[from];
    const lastDay = isMonthFirst ? words[to - 1] : words[lastMonth - (letters[lastMonth - 1] === "O" ? 2 : 1)];
    const last = dayIn(end, lastDay);
    const first = dayIn(begin, firstDay) ?? begin;
    const period = { from: last && first > last ? last : first, to: last ? daysAfter(last, 1) : monthsAfter(end, 1) };
    return { period, from, to, isRange: first !== (last ?? end) };
  };

  /** Reads "the 16th" as the first such day from `since` on, and "Thursday 10" as the first 10th that is a Thursday. */
  const readLoneDay = (words: readonly string[], today: LocalDate, since: LocalDate): Time | undefined => {
    const at = words.findIndex((word, at) => DAY.test(word) && isBeforeDay(words[at - 1]) && !isNoun(words[at + 1]));
    const weekday = weekdays.indexOf(words[at - 1] ?? "");
    const first = weekday < 0 ? since : today;
    for (let count = 0; count < 12; count++) {
      const day = dayIn(monthsAfter(`${first.slice(0, 7)}-01`, count), words[at]);
      if (day && day >= first && (weekday < 0 || weekdayOf(day) === weekday))
        return { period: { from: day, to: daysAfter(day, 1) }, from: at - 1, to: at + 1 };
    }
    return undefined;
  };

  const readWeekday = (words: readonly string[], since: LocalDate): Time | undefined => {
    const named = words.map((word) => weekdays.indexOf(word.replace(/(?<=dag)en$/, "")));
    const from = named.findIndex((weekday) => weekday >= 0);
    return from < 0 ? undefined : { period: { ...months(since, 12), weekday: named[from]! }, from, to: from + 1 };
  };

  const readTime = (words: readonly string[], today: LocalDate, since: LocalDate): Time | undefined => {
    // "I vår" is this spring, and "i vår butikk" is in our shop.
    const named = findNamed(words).filter(({ to }) => words[to - 1] !== "var" || !isNoun(words[to]));
    const yearAt = words.findIndex((word) => YEAR.test(word));
    const isNextYear = named.some(({ name }) => name === "next-year");
    const year = isNextYear ? Number(today.slice(0, 4)) + 1 : Number(words[yearAt] ?? 0);
    const time = readWeeks(words, year, today) ?? readSpan(words, today) ?? readDates(words, year, today);
    if (time) return time;
    const holiday = findHolidays(words).find(({ to }) => !isNoun(words[to])); // no time in "the Christmas trade"
    if (holiday) return { ...holiday, period: holidayNamed(holiday.name as HolidayName, today, year) };
    const [name] = [...named].sort((a, b) => Number(a.name === "next-year") - Number(b.name === "next-year"));
    if (name) return { ...name, period: periodNamed(name.name as PeriodName, today, year) };
    if (year) return { period: periodOfYear(year), from: yearAt, to: yearAt + 1 };
    return readLoneDay(words, today, since) ?? readWeekday(words, since);
  };

  /** `since` is the first day that the conversation is about. */
  return (words: readonly string[], today: LocalDate, since = today): Time | undefined => {
    const time = readTime(words, today, since);
    if (!time) return undefined;
    const bound = findBounds(words).find(
      ({ to }) => to === time.from || (to === time.from - 1 && ARTICLE.test(words[to]!)),
    );
    if (!bound || (bound.name === "from" && time.isRange)) return time;
    if (time.period.weekday !== undefined) return undefined;
    return { period: boundedBy(bound.name, time.period, today), from: bound.from, to: time.to };
  };
}

/** Returns the day of a month; undefined if the word is no day, or the month has none such. */
function dayIn(month: LocalDate, word = ""): LocalDate | undefined {
  const day = month.slice(0, 8) + String(Number.parseInt(word, 10)).padStart(2, "0");
  return DAY.test(word) && isLocalDate(day) ? day : undefined;
}

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

/** Writes "9/12" and "9.12." as "9 December", "2026-12-09" as "9 December 2026". */
export const withMonthNames = (text: string, locale: Locale): string =>
  text
    .replaceAll(/(20\d\d)-(\d\d)-(\d\d)/g, "$3/$2/$1")
    .replaceAll(IN_FIGURES, (_, day, month, year = "") => `${day} ${monthName(Number(month), locale)} ${year}`);

const monthNamesIn = (locale: Locale) => Array.from({ length: 12 }, (_, month) => monthName(month + 1, locale));
