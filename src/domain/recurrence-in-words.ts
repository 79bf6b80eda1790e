import { dateInWords, dayAndMonth, listInWords, monthName, weekdayName } from "./dates-in-words.js";
import type { Locale } from "./locale.js";
import { monthsOf, type Rule, weekdays, weekdaysOf } from "./recurrence.js";
import type { Translate } from "./translate.js";
import { isLocalDate, type LocalDate } from "./wall-clock.js";

const ALL_MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** "first Thursday of every month, except January and July" */
export function recurrenceInWords(rule: Rule, start: LocalDate, locale: Locale, t: Translate): string {
  const { frequency, interval, byMonth, until, count } = rule;
  const every = everyPeriod[frequency][interval <= 2 ? (interval as 1 | 2) : "more"];
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
  const positioned = (position: number, weekday: string) => t(positions[position]!, { weekday });

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

const everyPeriod = {
  DAILY: { 1: "events:rule.everyDay", 2: "events:rule.everyOtherDay", more: "events:rule.everyDays" },
  WEEKLY: { 1: "events:rule.everyWeek", 2: "events:rule.everyOtherWeek", more: "events:rule.everyWeeks" },
  MONTHLY: { 1: "events:rule.everyMonth", 2: "events:rule.everyOtherMonth", more: "events:rule.everyMonths" },
  YEARLY: { 1: "events:rule.everyYear", 2: "events:rule.everyOtherYear", more: "events:rule.everyYears" },
} as const;

const positions: Readonly<Record<number, string>> = {
  1: "events:position.first",
  2: "events:position.second",
  3: "events:position.third",
  4: "events:position.fourth",
  5: "events:position.fifth",
  [-1]: "events:position.last",
  [-2]: "events:position.secondToLast",
  [-3]: "events:position.thirdToLast",
  [-4]: "events:position.fourthToLast",
  [-5]: "events:position.fifthToLast",
};
