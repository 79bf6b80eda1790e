/** RFC 5545 §3.3.10 on calendar dates; weeks begin on Monday, and dates that do not exist (31 April) are skipped. */
import { DAY_MS, type LocalDate, weekdayOf } from "../text/wall-clock.js";

export const frequencies = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"] as const;

export const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;

export interface Rule {
  readonly frequency: (typeof frequencies)[number];
  readonly interval: number;
  readonly byMonth?: readonly number[] | undefined;
  /** 1 to 31, or -1 (the last) to -5. */
  readonly byMonthDay?: readonly number[] | undefined;
  readonly byDay?: readonly WeekdayInMonth[] | undefined;
  readonly until?: LocalDate | undefined;
  readonly count?: number | undefined;
}

export interface WeekdayInMonth {
  readonly weekday: (typeof weekdays)[number];
  /** 1 (the first of the month) to 5, or -1 (the last) to -5; 0 in a weekly rule. */
  readonly position: number;
}

/** Includes `from` and `to`. Weekday, day and month are those of `start` if the rule names none. */
export function datesOf(rule: Rule, start: LocalDate, from: LocalDate, to: LocalDate): LocalDate[] {
  const first = new Date(start);
  const last = new Date(rule.until !== undefined && rule.until < to ? rule.until : to);
  const dates: LocalDate[] = [];
  let count = 0;
  // Days before the window matter only if they are counted.
  const day = new Date(rule.count === undefined && from > start ? from : start);
  for (; day <= last && count !== rule.count; day.setUTCDate(day.getUTCDate() + 1)) {
    if (!isOnRule(rule, first, day)) continue;
    const date = day.toISOString().slice(0, 10);
    if (date >= from) dates.push(date);
    count++;
  }
  return dates;
}

function isOnRule({ frequency, interval, byMonth, byMonthDay, byDay }: Rule, start: Date, date: Date): boolean {
  if ((periodOf(date, frequency) - periodOf(start, frequency)) % interval !== 0) return false;
  const month = date.getUTCMonth();
  if (byMonth ? !byMonth.includes(month + 1) : frequency === "YEARLY" && month !== start.getUTCMonth()) return false;
  if (frequency === "DAILY") return true;

  const weekday = weekdays[(date.getUTCDay() + 6) % 7];
  if (byDay && !byDay.some((each) => each.weekday === weekday)) return false;
  if (frequency === "WEEKLY") return byDay !== undefined || date.getUTCDay() === start.getUTCDay();

  const day = date.getUTCDate();
  const fromEnd = day - 1 - new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
  if (!byDay) return (byMonthDay ?? [start.getUTCDate()]).some((each) => each === day || each === fromEnd);
  const positions = [Math.ceil(day / 7), Math.floor(fromEnd / 7)];
  return byDay.some((each) => each.weekday === weekday && positions.includes(each.position));
}

/** 1 January 1970 was a Thursday. */
function periodOf(date: Date, frequency: Rule["frequency"]): number {
  const days = date.getTime() / DAY_MS;
  if (frequency === "DAILY") return days;
  if (frequency === "WEEKLY") return Math.floor((days + 3) / 7);
  const year = date.getUTCFullYear();
  return frequency === "MONTHLY" ? year * 12 + date.getUTCMonth() : year;
}

export function weekdaysOf({ byDay }: Rule, start: LocalDate): number[] {
  const days = byDay?.map(({ weekday }) => weekdays.indexOf(weekday)) ?? [weekdayOf(start)];
  return days.sort((a, b) => a - b);
}

export function monthsOf({ byMonth }: Rule, start: LocalDate): number[] {
  return [...(byMonth ?? [Number(start.slice(5, 7))])].sort((a, b) => a - b);
}
