import { easterSunday } from "../../domain/easter.js";
import { weekdays } from "../../domain/recurrence.js";
import { daysAfter, isLocalDate, type LocalDate, monthsAfter, weekdayOf } from "../../domain/wall-clock.js";

/** Whole days, `to` excluded. */
export interface Period {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/** What decides which of the Februaries is meant. */
export interface When {
  readonly today: LocalDate;
  /** The one that is named. */
  readonly year: number | undefined;
}

export const days = (from: LocalDate, count: number): Period => ({ from, to: daysAfter(from, count) });
export const yearPeriod = (year: number): Period => ({ from: `${year}-01-01`, to: `${year + 1}-01-01` });
const yearOf = (date: LocalDate) => Number(date.slice(0, 4));
const inTwoDigits = (number: number) => String(number).padStart(2, "0");

/** Of the year that is named; else the first that is not over, and of that what is left. */
function pick(periodIn: (year: number) => Period, { today, year }: When): Period {
  if (year !== undefined) return periodIn(year);
  const { from, to } = [-1, 0, 1].map((offset) => periodIn(yearOf(today) + offset)).find(({ to }) => to > today)!;
  return { from: from < today ? today : from, to };
}

/** Undefined for a day that no month has. */
export function dayOfMonth(month: number, day: number, when: When): LocalDate | undefined {
  const named = `${inTwoDigits(month)}-${inTwoDigits(day)}`;
  return isLocalDate(`2028-${named}`) ? pick((year) => days(`${year}-${named}`, 1), when).from : undefined;
}

export const monthPeriod = (month: number, when: When): Period =>
  pick((year) => {
    const first = `${year}-${inTwoDigits(month)}-01`;
    return { from: first, to: monthsAfter(first, 1) };
  }, when);

/** A period of `content/dialogue`, by its name, or a day or two with a slash between, both included. */
export function periodNamed(name: string, when: When): Period {
  const { today } = when;
  const monday = daysAfter(today, -weekdayOf(today));
  const month = `${today.slice(0, 7)}-01`;
  const relative: Readonly<Partial<Record<string, Period>>> = {
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
  const known = relative[name];
  if (known) return known;
  const [first, last = first] = name.split("/");
  return pick((year) => {
    const [from, until] = [dayNamed(year, first!), dayNamed(year, last!)];
    return { from, to: daysAfter(until < from ? dayNamed(year + 1, last!) : until, 1) };
  }, when);
}

/** "12-24", "easter-2", so many days from Easter Sunday, or "FR:11-23", the first Friday from that day on. */
function dayNamed(year: number, day: string): LocalDate {
  const [, fromEaster] = /^easter([+-]\d+)$/.exec(day) ?? [];
  if (fromEaster !== undefined) return daysAfter(easterSunday(year), Number(fromEaster));
  const [date, weekday] = day.split(":").reverse();
  const first = `${year}-${date}`;
  if (weekday === undefined) return first;
  return daysAfter(first, ((weekdays as readonly string[]).indexOf(weekday) - weekdayOf(first) + 7) % 7);
}
