import { easterSunday } from "../../domain/easter.js";
import { weekdays } from "../../domain/recurrence.js";
import { daysAfter, isLocalDate, type LocalDate, monthsAfter, weekdayOf } from "../../domain/wall-clock.js";

/** Whole days, `to` excluded. */
export interface Period {
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** 0 is Monday; absent when any day is meant. */
  readonly weekday?: number;
}

export const days = (from: LocalDate, count: number): Period => ({ from, to: daysAfter(from, count) });
const firstOf = (year: number, month: number): LocalDate => `${year}-${String(month).padStart(2, "0")}-01`;
export const yearPeriod = (year: number): Period => ({ from: firstOf(year, 1), to: firstOf(year + 1, 1) });
const yearOf = (date: LocalDate) => Number(date.slice(0, 4));

/** The ISO 8601 week with this number that comes next: week 1 has 4 January. */
export function weekPeriod(week: number, today: LocalDate): Period {
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

/** The day with this month and number that comes next, or the one of the year that is named. */
export function comingDate(
  month: number,
  day: number,
  named: number | undefined,
  today: LocalDate,
): LocalDate | undefined {
  const dates = (named === undefined ? [yearOf(today), yearOf(today) + 1] : [named])
    .map((year) => `${firstOf(year, month).slice(0, 8)}${String(day).padStart(2, "0")}`)
    .filter(isLocalDate);
  return named === undefined ? dates.find((date) => date >= today) : dates[0];
}

/** From the beginning of the first to the end of the last. */
export const spanOf = (periods: readonly Period[]): Period => ({
  from: periods.map(({ from }) => from).sort()[0]!,
  to: periods
    .map(({ to }) => to)
    .sort()
    .at(-1)!,
});

/** A month by its number, or a period of `content/dialogue`: by its name, or a day or two with a slash between, both included. */
export function periodNamed(name: string, year: number | undefined, today: LocalDate): Period {
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
  const period = coming(
    (year) => {
      if (name.length === 2)
        return { from: firstOf(year, Number(name)), to: monthsAfter(firstOf(year, Number(name)), 1) };
      const from = dayIn(year, first!);
      const until = dayIn(year, last!);
      return { from, to: daysAfter(until < from ? dayIn(year + 1, last!) : until, 1) };
    },
    today,
    year,
  );
  return { ...period, from: period.from > today ? period.from : today };
}

/** "12-24", "easter-2", so many days from Easter Sunday, or "FR:11-23", the first Friday from that day on. */
function dayIn(year: number, day: string): LocalDate {
  const [, fromEaster] = /^easter([+-]\d+)$/.exec(day) ?? [];
  if (fromEaster !== undefined) return daysAfter(easterSunday(year), Number(fromEaster));
  const [date, weekday] = day.split(":").reverse();
  const first = `${year}-${date}`;
  return weekday === undefined
    ? first
    : daysAfter(first, ((weekdays as readonly string[]).indexOf(weekday) - weekdayOf(first) + 7) % 7);
}
