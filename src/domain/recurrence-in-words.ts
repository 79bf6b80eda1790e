import { dateInWords, dayAndMonth, listInWords, monthName, weekdayName } from "./dates-in-words.js";
import type { Locale } from "./locale.js";
import { monthsOf, type Rule, weekdays, weekdaysOf } from "./recurrence.js";
import type { Translate } from "./translate.js";
import { isLocalDate, type LocalDate } from "./wall-clock.js";

const ALL_MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** "first Thursday of every month, except January and July" */
export function recurrenceInWords(rule: Rule, start: LocalDate, locale: Locale, t: Translate): string {
  const { frequency, interval, byMonth, until, count } = rule;
  const step = ["one", "two"][interval - 1] ?? "more";
  const every = `events:every.${frequency}.${step}`;
  const days = daysInWords(rule, start, locale, t);
  const months = (numbers: readonly number[]) =>
    listInWords(
      numbers.map((month) => monthName(month, locale)),
      locale,
    );
  const named = monthsOf(rule, start);
  const others = ALL_MONTHS.filter((month) => !named.includes(month));

  let text: string;
  if (frequency === "YEARLY") {
    const inMonths = rule.byDay ? t("events:rule.daysOfMonths", { days, months: months(named) }) : days;
    text = t(every, { interval, days: inMonths });
  } else if (frequency === "MONTHLY" && byMonth && interval === 1 && others.length > 5) {
    text = t("events:rule.daysOfMonths", { days, months: months(named) });
  } else {
    text = t(every, { interval, days });
    if (byMonth && others.length > 5) text = t("events:rule.only", { rule: text, months: months(named) });
    else if (byMonth && others.length > 0) text = t("events:rule.except", { rule: text, months: months(others) });
  }

  if (until) return t("events:rule.until", { rule: text, date: dateInWords(until, locale) });
  return count ? t("events:rule.count", { rule: text, count }) : text;
}

function daysInWords(rule: Rule, start: LocalDate, locale: Locale, t: Translate): string {
  const { frequency, byDay, byMonthDay } = rule;
  const positioned = (position: number, weekday: string) => {
    const side = position > 0 ? "fromStart" : "fromEnd";
    const number = Math.abs(position);
    return t(`events:position.${side}.${number}`, { weekday });
  };

  if (frequency === "WEEKLY") {
    const names = weekdaysOf(rule, start).map((day) => weekdayName(day, locale));
    return listInWords(names, locale);
  }
  if (byDay) {
    const names = byDay.map(({ weekday, position }) =>
      positioned(position, weekdayName(weekdays.indexOf(weekday), locale)),
    );
    return listInWords(names, locale);
  }
  const days = byMonthDay ?? [Number(start.slice(8))];
  if (frequency !== "YEARLY") {
    return listInWords(
      days.map((day) => (day > 0 ? t("events:rule.day", { day }) : lastDay(day))),
      locale,
    );
  }
  const dates = monthsOf(rule, start).flatMap((month) =>
    days.flatMap((day) => {
      if (day < 0) return t("events:rule.daysOfMonths", { days: lastDay(day), months: monthName(month, locale) });
      const date = `2028-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
      return isLocalDate(date) ? dayAndMonth(date, locale) : []; // not 30 February
    }),
  );
  return listInWords(dates, locale);

  function lastDay(day: number): string {
    return positioned(day, t("events:rule.dayNoun"));
  }
}
