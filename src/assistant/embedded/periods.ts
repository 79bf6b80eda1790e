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
  readonly isPast: boolean;
}

export const days = (from: LocalDate, count: number): Period => ({ from, to: daysAfter(from, count) });
export const yearPeriod = (year: number): Period => ({ from: `${year}-01-01`, to: `${year + 1}-01-01` });
const yearOf = (date: LocalDate) => Number(date.slice(0, 4));
const inTwoDigits = (number: number) => String(number).padStart(2, "0");

/** Of the year that is named; else the first that is not over, or in the past the last that has begun. */
function pick(periodIn: (year: number) => Period, { today, year, isPast }: When): Period {
  if (year !== undefined) return periodIn(year);
  const periods = [-1, 0, 1].map((offset) => periodIn(yearOf(today) + offset));
  return (isPast ? periods.findLast(({ from }) => from <= today) : periods.find(({ to }) => to > today))!;
}

/** Undefined for a day that no month has. */
export function dayOfMonth(month: number, day: number, when: When): LocalDate | undefined {
  const named = `${inTwoDigits(month)}-${inTwoDigits(day)}`;
  return isLocalDate(`2028-${named}`) ? pick((year) => days(`${year}-${named}`, 1), when).from : undefined;
}

/** The ISO 8601 week with this number: week 1 has 4 January. */
export function weekPeriod(week: number, when: When): Period {
  return pick((year) => {
    const fourth = `${year}-01-04`;
    return days(daysAfter(fourth, 7 * (week - 1) - weekdayOf(fourth)), 7);
  }, when);
}

export const monthPeriod = (month: number, when: When): Period =>
  fromToday(
    pick((year) => {
      const first = `${year}-${inTwoDigits(month)}-01`;
      return { from: first, to: monthsAfter(first, 1) };
    }, when),
    when,
  );

/** From the beginning of the first to the end of the last. */
export const spanOf = (periods: readonly Period[]): Period => ({
  from: periods.map(({ from }) => from).sort()[0]!,
  to: periods
    .map(({ to }) => to)
    .sort()
    .at(-1)!,
});

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
  };
  const known = relative[name];
  if (known) return known;
  const [first, last = first] = name.split("/");
  const period = pick((year) => {
    const [from, until] = [dayNamed(year, first!), dayNamed(year, last!)];
    return { from, to: daysAfter(until < from ? dayNamed(year + 1, last!) : until, 1) };
  }, when);
  return fromToday(period, when);
}

/** Of a period that has begun, what is left. */
function fromToday(period: Period, { today, isPast }: When): Period {
  const hasBegun = period.from < today && period.to > today;
  return hasBegun && !isPast ? { ...period, from: today } : period;
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
