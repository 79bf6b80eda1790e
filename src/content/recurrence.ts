/** The rules of RFC 5545 §3.3.10 that events can have, and their dates, also in words. */

import * as z from "zod";
import { dateInWords, dayAndMonth, listInWords, monthName, weekdayName } from "../text/in-words.js";
import type { Locale, Translate } from "../text/locale.js";
import { DAY_MS, isLocalDate, type LocalDate, weekdayOf } from "../text/wall-clock.js";

const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

const whole = (pattern: RegExp, min: number, max: number) =>
  z.string().regex(pattern).transform(Number).pipe(z.number().min(min).max(max));

/** No item appears twice, as 2 and 02 would. */
const listOf = <Item extends z.ZodType<unknown, string>>(item: Item) =>
  z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(item))
    .refine((items) => new Set(items.map((item) => JSON.stringify(item))).size === items.length, "repeats an item");

/** Monday is 0. Its position in the month is 1 to 5, or -1 (the last) to -5; 0 in weekly rules, which have none. */
const weekdayInMonth = z
  .string()
  .regex(/^(?:[+-]?[1-5])?(?:MO|TU|WE|TH|FR|SA|SU)$/)
  .transform((text) => ({ weekday: weekdays.indexOf(text.slice(-2)), position: Number(text.slice(0, -2)) }));

const compactDate = z
  .string()
  .regex(/^\d{8}$/)
  .transform((text): LocalDate => `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`)
  .refine(isLocalDate);

const parts = z.object({
  FREQ: z.enum(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"]),
  INTERVAL: whole(/^\d+$/, 1, 1000).default(1),
  BYMONTH: listOf(whole(/^\d+$/, 1, 12)).optional(),
  /** -1 is the last day of the month. */
  BYMONTHDAY: listOf(whole(/^(?:\+?\d+|-[1-5])$/, -5, 31).refine(Boolean)).optional(),
  BYDAY: listOf(weekdayInMonth).optional(),
  UNTIL: compactDate.optional(),
  COUNT: whole(/^\d+$/, 2, 10_000).optional(),
});

const rule = parts.superRefine(({ FREQ, BYMONTH, BYMONTHDAY, BYDAY, UNTIL, COUNT }, context) => {
  const inMonths = FREQ === "MONTHLY" || FREQ === "YEARLY";
  if (UNTIL && COUNT) context.addIssue("UNTIL and COUNT exclude each other");
  if (BYMONTHDAY && (!inMonths || BYDAY))
    context.addIssue("BYMONTHDAY stands in monthly and yearly rules without BYDAY");
  if (BYDAY && FREQ === "DAILY") context.addIssue("BYDAY does not stand in a daily rule: a weekly one says the same");
  if (BYDAY?.some(({ position }) => inMonths !== (position !== 0)))
    context.addIssue("BYDAY has a position, as in 1TH, in monthly and yearly rules, and none in weekly ones");
  if (FREQ === "YEARLY" && (BYDAY || BYMONTHDAY) && !BYMONTH)
    context.addIssue("a yearly rule with BYDAY or BYMONTHDAY names its months in BYMONTH");
});

export type Rule = z.infer<typeof rule>;

/** Reads `FREQ=MONTHLY;BYDAY=1TH;BYMONTH=2,3,4`. */
export const recurrence = z.string().transform((text, context) => {
  const given: Record<string, string> = {};
  for (const part of text.split(";")) {
    const [, name = "", value = ""] = /^([A-Z]+)=([^=]+)$/.exec(part) ?? [];
    if (!Object.hasOwn(parts.shape, name) || Object.hasOwn(given, name))
      context.addIssue(`"${part}" is given twice, or none of ${Object.keys(parts.shape).join(", ")}`);
    given[name] = value;
  }
  const { data, error } = rule.safeParse(given);
  for (const { path, message } of error?.issues ?? []) {
    const [name] = path;
    context.addIssue(name === undefined ? message : `${String(name)} cannot be read: ${message}`);
  }
  return data ? { text, rule: data } : z.NEVER;
});

/**
 * Includes `from` and `to`. Weeks begin on Monday, and dates that do not exist (31 April) are skipped. Weekday, day and
 * month are those of `start` if the rule names none.
 */
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

const ALL_MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** "first Thursday of every month, except January and July" */
export function recurrenceInWords(rule: Rule, start: LocalDate, locale: Locale, t: Translate): string {
  const text = ruleWithoutEnd(rule, start, locale, t);
  if (rule.UNTIL) return t("events:rule.until", { rule: text, date: dateInWords(rule.UNTIL, locale) });
  return rule.COUNT ? t("events:rule.count", { rule: text, count: rule.COUNT }) : text;
}

function ruleWithoutEnd(rule: Rule, start: LocalDate, locale: Locale, t: Translate): string {
  const { FREQ, INTERVAL, BYMONTH, BYDAY } = rule;
  const step = ["one", "two"][INTERVAL - 1] ?? "more";
  const every = (days: string) => t(`events:every.${FREQ}.${step}`, { interval: INTERVAL, days });
  const namesOf = (months: readonly number[]) => {
    const names = months.map((month) => monthName(month, locale));
    return listInWords(names, locale);
  };
  const days = listInWords(daysInWords(rule, start, locale, t), locale);
  const months = monthsOf(rule, start);
  const otherMonths = ALL_MONTHS.filter((month) => !months.includes(month));
  const daysOfMonths = t("events:rule.daysOfMonths", { days, months: namesOf(months) });

  if (FREQ === "YEARLY") return every(BYDAY ? daysOfMonths : days);
  if (!BYMONTH || otherMonths.length === 0) return every(days);
  if (otherMonths.length <= 5) return t("events:rule.except", { rule: every(days), months: namesOf(otherMonths) });
  if (FREQ === "MONTHLY" && INTERVAL === 1) return daysOfMonths;
  return t("events:rule.only", { rule: every(days), months: namesOf(months) });
}

function daysInWords(rule: Rule, start: LocalDate, locale: Locale, t: Translate): string[] {
  const { FREQ, BYDAY, BYMONTHDAY } = rule;
  const positioned = (position: number, weekday: string) => {
    const side = position > 0 ? "fromStart" : "fromEnd";
    const number = Math.abs(position);
    return t(`events:position.${side}.${number}`, { weekday });
  };
  const lastDay = (day: number) => positioned(day, t("events:rule.dayNoun"));

  if (FREQ === "WEEKLY") return weekdaysOf(rule, start).map((day) => weekdayName(day, locale));
  if (BYDAY) return BYDAY.map((day) => positioned(day.position, weekdayName(day.weekday, locale)));
  const days = BYMONTHDAY ?? [Number(start.slice(8))];
  if (FREQ !== "YEARLY") return days.map((day) => (day > 0 ? t("events:rule.day", { day }) : lastDay(day)));
  return monthsOf(rule, start).flatMap((month) =>
    days.flatMap((day) => {
      if (day < 0) return t("events:rule.daysOfMonths", { days: lastDay(day), months: monthName(month, locale) });
      const date = `2028-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
      return isLocalDate(date) ? dayAndMonth(date, locale) : []; // not 30 February
    }),
  );
}

/** 0 is Monday. */
function weekdaysOf({ BYDAY }: Rule, start: LocalDate): number[] {
  const days = BYDAY?.map(({ weekday }) => weekday) ?? [weekdayOf(start)];
  return days.sort((a, b) => a - b);
}

function monthsOf({ BYMONTH }: Rule, start: LocalDate): number[] {
  return [...(BYMONTH ?? [Number(start.slice(5, 7))])].sort((a, b) => a - b);
}
