import type { DialogueWords, PeriodName } from "../../content/dialogue.js";
import type { Locale } from "../../domain/locale.js";
import { daysAfter, isLocalDate, type LocalDate, monthsAfter, weekdayOf } from "../../domain/wall-clock.js";
import { monthName } from "../../text/dates-in-words.js";
import { fold } from "../../text/fold.js";
import { phraseFinder } from "./phrases.js";

/** A period has whole days, `to` excluded. */
export interface Period {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/** Finds the day, the months, the year or a name such as "next week" in a text, and the indexes of its words. */
export function periodFinder(lists: DialogueWords, locale: Locale) {
  const monthNames = Array.from({ length: 12 }, (_, month) => fold(monthName(month + 1, locale)));
  const findNamed = phraseFinder(lists.periods);
  /** "May" is no month in "May I …" and "it may be late". */
  const isVerb = (words: readonly string[], at: number) =>
    locale === "en" && words[at] === "may" && !/^(?:in|of|by|and|this|next|\d.*)$/.test(words[at - 1] ?? "");

  return (words: readonly string[], today: LocalDate) => {
    const thisYear = Number(today.slice(0, 4));
    const [named] = findNamed(words);
    const yearAt = words.findIndex((word) => /^20[2-4]\d$/.test(word));
    const year = named?.name === "next-year" ? thisYear + 1 : Number(words[yearAt]);
    const months = [...words.keys()].filter((at) => monthNames.includes(words[at]!) && !isVerb(words, at));
    const [first] = months;
    if (first !== undefined) {
      const last = months.at(-1)!;
      const monthAt = (at: number) => soonest(monthNames.indexOf(words[at]!) + 1, year, today);
      const dayAt = [first - 1, first + 1].find((at) => DAY.test(words[at] ?? ""));
      const date =
        dayAt !== undefined &&
        monthAt(first).slice(0, 8) + Number.parseInt(words[dayAt]!, 10).toString().padStart(2, "0");
      if (date && isLocalDate(date))
        return { period: days(date, 1), from: Math.min(first, dayAt), to: Math.max(first, dayAt) + 1 };
      return { period: { from: monthAt(first), to: monthsAfter(monthAt(last), 1) }, from: first, to: last + 1 };
    }
    if (named) return { ...named, period: periodNamed(named.name as PeriodName, today) };
    return year ? { period: yearPeriod(year), from: yearAt, to: yearAt + 1 } : undefined;
  };
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

const days = (from: LocalDate, count: number): Period => ({ from, to: daysAfter(from, count) });
const yearPeriod = (year: number): Period => ({ from: `${year}-01-01`, to: `${year + 1}-01-01` });

function periodNamed(name: PeriodName, today: LocalDate): Period {
  const monday = daysAfter(today, -weekdayOf(today));
  const month = `${today.slice(0, 7)}-01`;
  const year = Number(today.slice(0, 4));
  return {
    today: days(today, 1),
    tomorrow: days(daysAfter(today, 1), 1),
    "this-week": { from: today, to: daysAfter(monday, 7) },
    "next-week": days(daysAfter(monday, 7), 7),
    weekend: days(daysAfter(monday, 5), 2),
    "this-month": { from: today, to: monthsAfter(month, 1) },
    "next-month": { from: monthsAfter(month, 1), to: monthsAfter(month, 2) },
    "this-year": { from: today, to: yearPeriod(year).to },
    "next-year": yearPeriod(year + 1),
  }[name];
}
