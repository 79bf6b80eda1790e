import type { Locale } from "./locale.js";
import { monthsOf, type Rule, weekdays, weekdaysOf } from "../events/recurrence.js";
import { isLocalDate, type LocalDate } from "./wall-clock.js";
import { dateInWords, dayAndMonth, listInWords, monthName, weekdayName } from "./in-words.js";
import type { Translate } from "./translate.js";

const ALL_MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** "first Thursday of every month, except January and July" */
export function recurrenceInWords(rule: Rule, start: LocalDate, locale: Locale, t: Translate): string {
  const text = withoutEnd(rule, start, locale, t);
  if (rule.until) return t("events:rule.until", { rule: text, date: dateInWords(rule.until, locale) });
  return rule.count ? t("events:rule.count", { rule: text, count: rule.count }) : text;
}

function withoutEnd(rule: Rule, start: LocalDate, locale: Locale, t: Translate): string {
  const { frequency, interval, byMonth, byDay } = rule;
  const step = ["one", "two"][interval - 1] ?? "more";
  const every = (days: string) => t(`events:every.${frequency}.${step}`, { interval, days });
  const namesOf = (months: readonly number[]) => {
    const names = months.map((month) => monthName(month, locale));
    return listInWords(names, locale);
  };
  const days = listInWords(daysInWords(rule, start, locale, t), locale);
  const months = monthsOf(rule, start);
  const otherMonths = ALL_MONTHS.filter((month) => !months.includes(month));
  const daysOfMonths = t("events:rule.daysOfMonths", { days, months: namesOf(months) });

  if (frequency === "YEARLY") return every(byDay ? daysOfMonths : days);
  if (!byMonth || otherMonths.length === 0) return every(days);
  if (otherMonths.length <= 5) return t("events:rule.except", { rule: every(days), months: namesOf(otherMonths) });
  if (frequency === "MONTHLY" && interval === 1) return daysOfMonths;
  return t("events:rule.only", { rule: every(days), months: namesOf(months) });
}

function daysInWords(rule: Rule, start: LocalDate, locale: Locale, t: Translate): string[] {
  const { frequency, byDay, byMonthDay } = rule;
  const positioned = (position: number, weekday: string) => {
    const side = position > 0 ? "fromStart" : "fromEnd";
    const number = Math.abs(position);
    return t(`events:position.${side}.${number}`, { weekday });
  };
  const lastDay = (day: number) => positioned(day, t("events:rule.dayNoun"));

  if (frequency === "WEEKLY") return weekdaysOf(rule, start).map((day) => weekdayName(day, locale));
  if (byDay)
    return byDay.map(({ weekday, position }) => positioned(position, weekdayName(weekdays.indexOf(weekday), locale)));
  const days = byMonthDay ?? [Number(start.slice(8))];
  if (frequency !== "YEARLY") return days.map((day) => (day > 0 ? t("events:rule.day", { day }) : lastDay(day)));
  return monthsOf(rule, start).flatMap((month) =>
    days.flatMap((day) => {
      if (day < 0) return t("events:rule.daysOfMonths", { days: lastDay(day), months: monthName(month, locale) });
      const date = `2028-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
      return isLocalDate(date) ? dayAndMonth(date, locale) : []; // not 30 February
    }),
  );
}
