import type { HolidayName, PeriodName } from "../../content/dialogue.js";
import { daysAfter, type LocalDate, mondayOf, monthsAfter, weekdayOf } from "../../text/wall-clock.js";

/** A period has whole days, `to` excluded. */
export interface Period {
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** The number of the week, or of the first and the last. If the year has no such week, the period has no days. */
  readonly weeks?: readonly number[];
  /** Only this weekday of the period counts; 0 is Monday. */
  readonly weekday?: number;
}

/** Whether it is so short that what is on then is asked about: a day, or weeks that are named by number. */
export const isDayOrNumberedWeeks = ({ from, to, weeks }: Period): boolean =>
  weeks !== undefined || daysAfter(from, 1) === to;

/** Whether a day is in a period. */
export const isIn = (date: LocalDate, { from, to, weekday }: Period): boolean =>
  date >= from && date < to && (weekday === undefined || weekdayOf(date) === weekday);

const days = (from: LocalDate, count: number): Period => ({ from, to: daysAfter(from, count) });
export const months = (from: LocalDate, count: number): Period => ({ from, to: monthsAfter(from, count) });
export const dayPeriod = (day: LocalDate): Period => days(day, 1);
export const yearPeriod = (year: number): Period => months(`${year}-01-01`, 12);

export type DurationUnit = "days" | "weeks" | "months";

/** The day, week or month that begins so many days, weeks or months after this one. */
export function periodAhead(unit: DurationUnit, count: number, today: LocalDate): Period {
  if (unit === "days") return dayPeriod(daysAfter(today, count));
  if (unit === "weeks") return days(daysAfter(today, 7 * count - weekdayOf(today)), 7);
  return months(monthsAfter(`${today.slice(0, 7)}-01`, count), 1);
}

/** `year` is that which the text names, else 0. */
export function periodNamed(name: PeriodName, today: LocalDate, year: number): Period {
  const thisWeek = periodAhead("weeks", 0, today);
  const thisYear = Number(today.slice(0, 4));
  return {
    today: dayPeriod(today),
    tomorrow: periodAhead("days", 1, today),
    "day-after-tomorrow": periodAhead("days", 2, today),
    "this-week": { from: today, to: thisWeek.to },
    "next-week": periodAhead("weeks", 1, today),
    weekend: { from: daysAfter(thisWeek.to, -2), to: thisWeek.to },
    "this-month": { from: today, to: periodAhead("months", 0, today).to },
    "next-month": periodAhead("months", 1, today),
    "this-year": { from: today, to: yearPeriod(thisYear).to },
    "next-year": yearPeriod(thisYear + 1),
    // The winter of a year begins in the December before it.
    winter: seasonFrom(-1, today, year),
    spring: seasonFrom(2, today, year),
    summer: seasonFrom(5, today, year),
    // In the North, work begins again in August.
    "after-summer": months(monthNamed(8, today, year), 5),
    autumn: seasonFrom(8, today, year),
  }[name];
}

/** In its last week, a season is that of the next year: at the end of November, "in the autumn" is not these days. */
const SEASON_ENDS = 7;

const seasonFrom = (monthsAfterNewYear: number, today: LocalDate, year: number): Period =>
  firstComing(year, daysAfter(today, SEASON_ENDS), (year) =>
    months(monthsAfter(`${year}-01-01`, monthsAfterNewYear), 3),
  );

export function holidayNamed(name: HolidayName, today: LocalDate, year: number): Period {
  return firstComing(year, today, (year) => {
    if (name === "christmas") return days(`${year}-12-24`, 3);
    if (name === "after-christmas") return days(`${year}-12-25`, 7);
    if (name === "new-year") return days(`${year}-12-31`, 2);
    return days(daysAfter(easterSunday(year), -3), 5);
  });
}

/** Returns the first day of a month in the year that is named, else in the first year in which it is not over. */
export function monthNamed(month: number, today: LocalDate, year: number): LocalDate {
  return firstComing(year, today, (year) => months(`${year}-${String(month).padStart(2, "0")}-01`, 1)).from;
}

/** Returns the period in the year that is named, else in the first year in which it is not over. */
function firstComing(year: number, today: LocalDate, periodIn: (year: number) => Period): Period {
  if (year) return periodIn(year);
  const thisYear = Number(today.slice(0, 4));
  const period = periodIn(thisYear);
  return period.to > today ? period : periodIn(thisYear + 1);
}

/** "Before Christmas" ends with the day before it, and "after week 50" lasts a year. */
export function boundedBy(bound: string, { from, to }: Period, today: LocalDate): Period {
  if (bound === "weekOf") return periodAhead("weeks", 0, from);
  // Whether that is the calendar week or seven days, nobody can tell.
  if (bound === "weekBefore") return { from: periodAhead("weeks", 0, daysAfter(from, -7)).from, to: from };
  if (bound === "before") return { from: today < from ? today : from, to: from };
  return months(bound === "after" ? to : from, 12);
}

/** Returns the first day with the weekday, if a period is only of one. */
export function firstDayOf(period: Period): Period {
  const { from, weekday } = period;
  return weekday === undefined ? period : dayPeriod(daysAfter(from, (weekday - weekdayOf(from) + 7) % 7));
}

/** Returns the time from the first week to the last, in the year that is named, else when they come next. */
export function periodOfWeeks(numbers: readonly number[], today: LocalDate, year: number): Period {
  const isOverNewYear = numbers[0]! - numbers.at(-1)! > 26; // weeks 52 and 1
  const first = isOverNewYear ? numbers[0]! : Math.min(...numbers);
  const last = isOverNewYear ? numbers.at(-1)! : Math.max(...numbers);
  const from = year ? mondayOf(year, first) : nextMonday(first, today);
  const lastMonday = from && nextMonday(last, from);
  if (lastMonday) return { from, to: daysAfter(lastMonday, 7), weeks: first === last ? [first] : [first, last] };
  const day = year ? `${year}-12-31` : today;
  return { from: day, to: day, weeks: [first] };
}

/** Returns the Monday of the next such week that is not over; week 53 can be six years away. */
function nextMonday(week: number, today: LocalDate): LocalDate | undefined {
  const lastYear = Number(today.slice(0, 4)) - 1;
  for (let year = lastYear; year < lastYear + 9; year++) {
    const monday = mondayOf(year, week);
    if (monday && daysAfter(monday, 7) > today) return monday;
  }
  return undefined;
}

/** Gauss's rule without its exceptions, which are in 2049 and 2076. */
function easterSunday(year: number): LocalDate {
  const moon = (19 * (year % 19) + 24) % 30;
  const weekday = (2 * (year % 4) + 4 * (year % 7) + 6 * moon + 5) % 7;
  return daysAfter(`${year}-03-01`, 21 + moon + weekday);
}
