import type { DialogueWords } from "../../content/dialogue.js";
import { weekdayName } from "../../domain/dates-in-words.js";
import type { Locale } from "../../domain/locale.js";
import { daysAfter, type LocalDate, monthsAfter, weekdayOf } from "../../domain/wall-clock.js";
import { compoundStarts, monthWords, weekdayWords } from "./date-words.js";
import { dateInFigures, datesNamed, isModalVerb, yearIn } from "./dates-written.js";
import { days, monthPeriod, type Period, partOf, periodNamed, weekPeriod, yearPeriod } from "./periods.js";
import { type Found, phraseFinder } from "./phrases.js";
import { fold, wordsIn } from "./text.js";

/** What a text says about time, and which of its words say so. */
interface PeriodFound {
  readonly period: Period;
  readonly words: ReadonlySet<number>;
}

type PeriodFinder = (text: string, today: LocalDate) => PeriodFound | undefined;

/** How far ahead "after" and a weekday reach, in months. */
const MONTHS_AHEAD = 12;

/** Finds the stretch of time that a text names: a date, a week, a month, a weekday, a season, a holiday. */
export function periodFinder(lists: DialogueWords, locale: Locale): PeriodFinder {
  const findNamed = phraseFinder({ ...lists.namedDates, ...lists.periods });
  const findNextYear = phraseFinder({ next: lists.periods["next-year"] });
  const findBounds = phraseFinder({ before: lists.before, after: lists.after });
  const findParts = phraseFinder(lists.monthParts);
  const weekNumber = new RegExp(`\\b(?:${lists.week.join("|")})[. ]*(\\d{1,2})\\b`, "i");
  const months = monthWords(locale);
  const soon = new Set(lists.soon.map(fold));
  const weekdays = weekdayWords(locale);
  const firstPart = compoundStarts(lists, [...months.keys(), ...weekdays.keys()]);

  const named = (text: string, words: readonly string[], today: LocalDate): PeriodFound | undefined => {
    const year = yearIn(words);
    const found = (period: Period | undefined, from: number, to = from + 1): PeriodFound | undefined =>
      period && { period, words: new Set(Array.from({ length: to - from }, (_, index) => from + index)) };

    const date = dateInFigures(text, today);
    const dates = date ? days(date, 1) : datesNamed(words, months, year, today);
    if (dates) {
      const isPart = (word: string) => /^\d/.test(word) || months.has(word);
      return found(dates, words.findIndex(isPart), words.findLastIndex(isPart) + 1);
    }
    const week = weekNumber.exec(text)?.[1];
    if (week && Number(week) <= 53)
      return found(weekPeriod(Number(week), today), words.indexOf(week) - 1, words.indexOf(week) + 1);

    const month = words.findIndex((word, index) => months.has(word) && !isModalVerb(words, index, locale));
    if (month >= 0) {
      const whole = monthPeriod(months.get(words[month]!)!, year, today);
      // "April and May", "April–May"
      const second = [month + 1, month + 2].find((at) => months.has(words[at] ?? ""));
      if (second !== undefined) {
        const { to } = monthPeriod(months.get(words[second]!)!, year, today);
        return found(to > whole.from ? { from: whole.from, to } : whole, month, second + 1);
      }
      const part = findParts(words).find(({ to }) => to === month);
      return found(part ? partOf(whole, part.name) : whole, part?.from ?? month, month + 1);
    }
    const [name] = findNamed(words).sort((a, b) => b.to - b.from - (a.to - a.from));
    if (name) return found(periodNamed(name.name, year, today), name.from, name.to);

    const weekday = words.findIndex((word) => weekdays.has(word));
    const day = weekdays.get(words[weekday] ?? "");
    // "on Friday" is the coming one; "on Fridays" is any.
    if (day !== undefined && soon.has(words[weekday - 1] ?? "") && words[weekday] === fold(weekdayName(day, locale)))
      return found(days(daysAfter(today, (day - weekdayOf(today) + 7) % 7), 1), weekday);
    if (day !== undefined) return found({ from: today, to: monthsAfter(today, MONTHS_AHEAD), weekday: day }, weekday);
    return year === undefined ? undefined : found(yearPeriod(year), words.indexOf(String(year)));
  };

  return (text, today) => {
    const words = wordsIn(text).map((word) => firstPart(word) ?? word);
    // "In the autumn next year": the words are replaced by its number.
    const [nextYear] = findNextYear(words);
    if (nextYear)
      words.fill("", nextYear.from, nextYear.to).splice(nextYear.from, 1, `${Number(today.slice(0, 4)) + 1}`);
    const found = named(text, words, today);
    if (!found) return undefined;
    const first = Math.min(...found.words);
    // "before the summer", "after 3 December": a word may stand between, or belong to both, as in "fram til sommeren".
    const bound = findBounds(words).find(({ from, to }) => from < first && Math.abs(to - first) <= 1);
    const period = bound ? beyond(found.period, bound, today) : found.period;
    // "Wednesdays until the summer", "Friday next week"; of several, none narrows.
    const weekdaysNamed = new Set(words.flatMap((word) => weekdays.get(word) ?? []));
    const at = words.findIndex((word) => weekdays.has(word));
    const isDays = [...found.words].some((index) => /^\d{1,2}\D*$/.test(words[index] ?? ""));
    const isLong = period.to > daysAfter(period.from, 1);
    const weekday = isLong && !isDays && weekdaysNamed.size === 1 ? [...weekdaysNamed][0] : undefined;
    const ofYear = nextYear ? [nextYear.from, nextYear.to - 1] : [];
    const used = [...(bound ? [bound.from] : []), ...(weekday === undefined || at < 0 ? [] : [at]), ...ofYear];
    return {
      period: weekday === undefined ? period : { ...period, weekday },
      words: new Set([...found.words, ...used]),
    };
  };
}

function beyond(period: Period, bound: Found, today: LocalDate): Period {
  if (bound.name === "before") return { from: today, to: period.from > today ? period.from : period.to };
  return { from: period.to, to: monthsAfter(period.to, MONTHS_AHEAD) };
}
