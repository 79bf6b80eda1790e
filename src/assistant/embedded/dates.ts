import type { DialogueWords } from "../../content/dialogue.js";
import type { Locale } from "../../domain/locale.js";
import { daysAfter, type LocalDate, monthsAfter, weekdayOf } from "../../domain/wall-clock.js";
import { weekdayName } from "../../text/dates-in-words.js";
import { fold } from "../../text/fold.js";
import { compoundStarts, monthWords, weekdayWords } from "./date-words.js";
import { dateInFigures, datesReader, isModalVerb, yearIn } from "./dates-written.js";
import { days, type Period, periodNamed, spanOf, weekPeriod, yearPeriod } from "./periods.js";
import { phraseFinder } from "./phrases.js";
import { wordsIn } from "./text.js";

/** What a text says about time, and which of its words say so. */
interface PeriodFound {
  readonly period: Period;
  readonly words: ReadonlySet<number>;
}

/** How far ahead "after" and a weekday reach, in months. */
const MONTHS_AHEAD = 12;

/** Finds the stretch of time that a text names: a date, a week, a month, a weekday, a season, a holiday. */
export function periodFinder(lists: DialogueWords, locale: Locale) {
  const months = monthWords(locale);
  const weekdays = weekdayWords(locale);
  const findNamed = phraseFinder({ ...lists.namedDates, ...lists.periods });
  const findBounds = phraseFinder({ before: lists.before, after: lists.after });
  const datesIn = datesReader(months);
  const weekIn = new RegExp(`\\b(?:${lists.week.join("|")}) ?(\\d{1,2})\\b`);
  const firstPart = compoundStarts(lists, [...months.keys(), ...weekdays.keys()]);

  return (text: string, today: LocalDate): PeriodFound | undefined => {
    const words = wordsIn(text).map(firstPart);
    const used = new Set<number>();
    const take = (isUsed: (word: string, at: number) => boolean) => {
      for (const [at, word] of words.entries()) if (isUsed(word, at)) used.add(at);
    };
    const named = findNamed(words).sort((a, b) => b.to - b.from - (a.to - a.from));
    const nextYear = named.find(({ name }) => name === "next-year");
    const year = nextYear ? Number(today.slice(0, 4)) + 1 : yearIn(words);
    if (nextYear) take((_, at) => at >= nextYear.from && at < nextYear.to);
    const [time] = named.filter((one) => one !== nextYear);
    const isMonth = (word: string, at: number) => months.has(word) && !isModalVerb(words, at, locale);
    const monthsFound = words.filter(isMonth).map((word) => periodNamed(months.get(word)!, year, today));
    const week = Number(weekIn.exec(words.join(" "))?.[1] ?? 0);
    const date = dateInFigures(text, today);
    const dates = date ? days(date, 1) : datesIn(words.join(" "), year, today);

    const periodFound = (): Period | undefined => {
      const isNumber = (word: string) => /^\d/.test(word);
      if (dates) take((word, at) => isNumber(word) || isMonth(word, at));
      else if (week) take((word, at) => isNumber(word) || isNumber(words[at + 1] ?? ""));
      else if (monthsFound.length > 0) take(isMonth);
      else if (time) take((_, at) => at >= time.from && at < time.to);
      else if (year) take((word) => word === String(year));
      if (dates) return dates;
      if (week > 0 && week <= 53) return weekPeriod(week, today);
      if (monthsFound.length > 0) return spanOf(monthsFound);
      return time ? periodNamed(time.name, year, today) : year ? yearPeriod(year) : undefined;
    };
    const base = periodFound();
    const first = Math.min(...used);
    // "before the summer", "after 3 December": a word may stand between, or belong to both, as in "fram til sommeren".
    const bound = findBounds(words).find(({ from, to }) => from < first && Math.abs(to - first) <= 1);
    if (bound) used.add(bound.from);
    const period = base && bound ? beyond(base, bound.name, today) : base;

    const weekdaysFound = words.filter((word) => weekdays.has(word));
    const [day, ...otherDays] = new Set(weekdaysFound.map((word) => weekdays.get(word)!));
    if (day === undefined || otherDays.length > 0 || (period && isShort(period)) || dates)
      return period && { period, words: used };
    take((word) => weekdays.has(word));
    // "on Friday" is the coming one; "on Fridays", and a Friday of a longer time, is any.
    const isComing = !period && weekdaysFound[0] === fold(weekdayName(day, locale));
    const coming = days(daysAfter(today, (day - weekdayOf(today) + 7) % 7), 1);
    const long = period ?? { from: today, to: monthsAfter(today, MONTHS_AHEAD) };
    return { period: isComing ? coming : { ...long, weekday: day }, words: used };
  };
}

const isShort = ({ from, to }: Period) => to <= daysAfter(from, 1);

function beyond(period: Period, bound: string, today: LocalDate): Period {
  if (bound === "before") return { from: today, to: period.from > today ? period.from : period.to };
  return { from: period.to, to: monthsAfter(period.to, MONTHS_AHEAD) };
}
