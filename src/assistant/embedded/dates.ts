import type { DialogueWords } from "../../content/dialogue.js";
import type { Locale } from "../../domain/locale.js";
import { type LocalDate, monthsAfter } from "../../domain/wall-clock.js";
import { monthName } from "../../text/dates-in-words.js";
import { fold } from "../../text/fold.js";
import { dayOfMonth, days, monthPeriod, type Period, periodNamed, type When, yearPeriod } from "./periods.js";
import { phraseFinder, type Span } from "./phrases.js";

/** A stretch of time, and the words that name it. */
interface PeriodFound extends Span {
  readonly period: Period;
}

type Parser = (words: readonly string[], when: When) => PeriodFound | undefined;

/** How far ahead "after" reaches, in months. */
const MONTHS_AHEAD = 12;
/** Letters of a month that is never shortened; "jul" is Christmas. */
const MAX_UNSHORTENED = 4;

/** Finds the stretch of time that the words of a text name: a date, a week, a month, a season, a holiday. */
export function periodFinder(lists: DialogueWords, locale: Locale) {
  const monthNames = Array.from({ length: 12 }, (_, month) => fold(monthName(month + 1, locale)));
  const findNamed = phraseFinder({ ...lists.namedDates, ...lists.periods });
  const findBounds = phraseFinder({ before: lists.before, after: lists.after });
  /** From 1 on, in full or shortened: feb, sept; 0 where there is none. */
  const monthAt = (words: readonly string[], at: number): number => {
    const word = words[at]!;
    // "May I …", "it may be late"
    const isVerb = locale === "en" && word === "may" && !/^(?:in|of|by|this|next|\d.*)$/.test(words[at - 1] ?? "");
    const isMeant = (name: string) =>
      name === word || (name.length > MAX_UNSHORTENED && word.length > 2 && name.startsWith(word));
    return isVerb ? 0 : monthNames.findIndex(isMeant) + 1;
  };

  const inFigures: Parser = (words) => {
    const at = words.findIndex((word) => /^20\d{6}$/.test(word));
    const date = words[at]?.replace(/^(....)(..)(..)$/, "$1-$2-$3");
    return date ? { period: days(date, 1), from: at, to: at + 1 } : undefined;
  };

  /** "17 February", "February 17th", "the 17th of May" */
  const withMonth: Parser = (words, when) => {
    for (const at of words.keys()) {
      const dateAt = (index: number) => dayOfMonth(monthAt(words, at), dayIn(words[index]), when);
      const [before, after] = [skipLinks(words, at - 1), words[at + 1] === "the" ? at + 2 : at + 1];
      const [dayFirst, monthFirst] = [dateAt(before), dateAt(after)];
      if (dayFirst) return { period: days(dayFirst, 1), from: before, to: at + 1 };
      if (monthFirst) return { period: days(monthFirst, 1), from: at, to: after + 1 };
    }
    return undefined;
  };

  /** Of several months, from the beginning of the first to the end of the last. */
  const monthsOfYear: Parser = (words, when) => {
    const found = [...words.keys()].filter((at) => monthAt(words, at) > 0);
    if (found.length === 0) return undefined;
    const months = found.map((at) => monthPeriod(monthAt(words, at), when)).sort((a, b) => (a.from < b.from ? -1 : 1));
    return { period: { from: months[0]!.from, to: months.at(-1)!.to }, from: found[0]!, to: found.at(-1)! + 1 };
  };

  /** A holiday, a season, "next week"; the longest name counts. */
  const named: Parser = (words, when) => {
    const [longest] = findNamed(words).sort((a, b) => b.to - b.from - (a.to - a.from));
    return longest && { period: periodNamed(longest.name, when), from: longest.from, to: longest.to };
  };

  const wholeYear: Parser = (words, { year }) => {
    const at = words.indexOf(String(year));
    return year && at >= 0 ? { period: yearPeriod(year), from: at, to: at + 1 } : undefined;
  };

  /** The first that finds something counts. */
  const parsers = [inFigures, withMonth, monthsOfYear, named, wholeYear];

  return (words: readonly string[], today: LocalDate): PeriodFound | undefined => {
    const isNextYear = findNamed(words).some(({ name }) => name === "next-year");
    const yearNamed = Number(words.find((word) => /^20[2-4]\d$/.test(word)));
    const year = isNextYear ? Number(today.slice(0, 4)) + 1 : yearNamed || undefined;
    let found: PeriodFound | undefined;
    for (const parse of parsers) found ??= parse(words, { today, year });
    // "before the summer", "after 3 December": a word may stand between, or belong to both, as in "fram til sommeren".
    const bound =
      found && findBounds(words).find(({ from, to }) => from < found!.from && Math.abs(to - found!.from) <= 1);
    if (found && bound) found = { ...found, period: beyond(found.period, bound.name, today), from: bound.from };
    return found;
  };
}

const DATE_IN_FIGURES =
  /(?<![\d/.:-])(?:(20\d\d)-(\d\d)-(\d\d)|(?!24\/7)(\d{1,2})(?:\/| ?\. ?)(\d{1,2})(?:[./ ]+(20\d\d))?)(?![\d/:]| ?%)/g;

/** Makes each date in figures, such as 17/2 or 2027-02-17, one word of eight digits. The day comes first, or the year. */
export const joinDates = (text: string, today: LocalDate): string =>
  text.replace(DATE_IN_FIGURES, (found, year, month, day, otherDay, otherMonth, otherYear) => {
    const when = { today, year: year || otherYear ? Number(year ?? otherYear) : undefined };
    return dayOfMonth(Number(month ?? otherMonth), Number(day ?? otherDay), when)?.replaceAll("-", "") ?? found;
  });

/** Between a day and its month. */
const LINKS: ReadonlySet<string> = new Set(["the", "of", "den"]);

const skipLinks = (words: readonly string[], at: number): number =>
  words.findLastIndex((word, index) => index <= at && !LINKS.has(word));

/** 17 in "17", "17th", "17e"; else NaN. */
const dayIn = (word = ""): number => Number(/^(\d{1,2})(?:st|nd|rd|th|e|de|a)?$/.exec(word)?.[1]);

function beyond(period: Period, bound: string, today: LocalDate): Period {
  if (bound === "before") return { from: today, to: period.from > today ? period.from : period.to };
  return { from: period.to, to: monthsAfter(period.to, MONTHS_AHEAD) };
}
