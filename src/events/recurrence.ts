/** RFC 5545 §3.3.10 on calendar dates; weeks begin on Monday, and dates that do not exist (31 April) are skipped. */
import type { Rule } from "../content/recurrence.js";
import { DAY_MS, type LocalDate } from "../text/wall-clock.js";

/** Includes `from` and `to`. Weekday, day and month are those of `start` if the rule names none. */
export function datesOf(rule: Rule, start: LocalDate, from: LocalDate, to: LocalDate): LocalDate[] {
  const first = new Date(start);
  const last = new Date(rule.UNTIL !== undefined && rule.UNTIL < to ? rule.UNTIL : to);
  const dates: LocalDate[] = [];
  let count = 0;
  // Days before the window matter only if they are counted.
  const day = new Date(rule.COUNT === undefined && from > start ? from : start);
  for (; day <= last && count !== rule.COUNT; day.setUTCDate(day.getUTCDate() + 1)) {
    if (!isOnRule(rule, first, day)) continue;
    const date = day.toISOString().slice(0, 10);
    if (date >= from) dates.push(date);
    count++;
  }
  return dates;
}

function isOnRule({ FREQ, INTERVAL, BYMONTH, BYMONTHDAY, BYDAY }: Rule, start: Date, date: Date): boolean {
  if ((periodOf(date, FREQ) - periodOf(start, FREQ)) % INTERVAL !== 0) return false;
  const month = date.getUTCMonth();
  if (BYMONTH ? !BYMONTH.includes(month + 1) : FREQ === "YEARLY" && month !== start.getUTCMonth()) return false;
  if (FREQ === "DAILY") return true;

  const weekday = (date.getUTCDay() + 6) % 7;
  if (BYDAY && !BYDAY.some((each) => each.weekday === weekday)) return false;
  if (FREQ === "WEEKLY") return BYDAY !== undefined || date.getUTCDay() === start.getUTCDay();

  const day = date.getUTCDate();
  const fromEnd = day - 1 - new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
  if (!BYDAY) return (BYMONTHDAY ?? [start.getUTCDate()]).some((each) => each === day || each === fromEnd);
  const positions = [Math.ceil(day / 7), Math.floor(fromEnd / 7)];
  return BYDAY.some((each) => each.weekday === weekday && positions.includes(each.position));
}

/** 1 January 1970 was a Thursday. */
function periodOf(date: Date, frequency: Rule["FREQ"]): number {
  const days = date.getTime() / DAY_MS;
  if (frequency === "DAILY") return days;
  if (frequency === "WEEKLY") return Math.floor((days + 3) / 7);
  const year = date.getUTCFullYear();
  return frequency === "MONTHLY" ? year * 12 + date.getUTCMonth() : year;
}
