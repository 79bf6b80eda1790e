import type { Locale } from "../domain/locale.js";
import { monthsOf, type Rule, weekdays, weekdaysOf } from "../domain/recurrence.js";
import { isLocalDate, type LocalDate } from "../domain/wall-clock.js";
import { dateInWords, dayAndMonth, listInWords, monthName, weekdayName } from "./dates-in-words.js";
import type { Translate } from "./translate.js";

const ALL_MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** "first Thursday of every month, except January and July" */
export function recurrenceInWords(rule: Rule, start: LocalDate, locale: Locale, t: Translate): string {
  const { frequency, interval, byMonth, until, count } = rule;
  const step = ["one", "two"][interval - 1] ?? "more";
  const every = (days: string) => t(`events:every.${frequency}.${step}`, { interval, days });
  const monthsInWords = (numbers: readonly number[]) => {
    const names = numbers.map((month) => monthName(month, locale));
    return listInWords(names, locale);
  };
  const days = listInWords(daysInWords(rule, start, locale, t), locale);
  const named = monthsOf(rule, start);
  const months = monthsInWords(named);
  const daysOfMonths = t("events:rule.daysOfMonths", { days, months });
  const others = ALL_MONTHS.filter((month) => !named.includes(month));

  let text = every(days);
  if (frequency === "YEARLY") text = every(rule.byDay ? daysOfMonths : days);
  else if (byMonth && others.length > 5)
    text = frequency === "MONTHLY" && interval === 1 ? daysOfMonths : t("events:rule.only", { rule: text, months });
  else if (byMonth && others.length > 0) text = t("events:rule.except", { rule: text, months: monthsInWords(others) });

  if (until) return t("events:rule.until", { rule: text, date: dateInWords(until, locale) });
  return count ? t("events:rule.count", { rule: text, count }) : text;
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
