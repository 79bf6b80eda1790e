import type { DialogueWords } from "../../content/dialogue.js";
import type { Locale } from "../../domain/locale.js";
import { daysAfter, type LocalDate, monthsAfter } from "../../domain/wall-clock.js";
import { monthName } from "../../text/dates-in-words.js";
import { fold } from "../../text/fold.js";
import { isModalVerb } from "./date-words.js";
import {
  dayOfMonth,
  days,
  monthPeriod,
  type Period,
  periodNamed,
  spanOf,
  type When,
  weekPeriod,
  yearPeriod,
} from "./periods.js";
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
  const findPast = phraseFinder({ past: lists.past });
  const weekWords = new Set(lists.week.map(fold));
  /** From 1 on, in full or shortened: feb, sept; 0 where there is none. */
  const monthAt = (words: readonly string[], at: number): number => {
    const word = words[at]!;
    const isMeant = (name: string) =>
      name === word || (name.length > MAX_UNSHORTENED && word.length > 2 && name.startsWith(word));
    return isModalVerb(words, at, locale) ? 0 : monthNames.findIndex(isMeant) + 1;
  };

  const inFigures: Parser = (words) => {
    const at = words.findIndex((word) => /^20\d{6}$/.test(word));
    if (at < 0) return undefined;
    const date = words[at]!.replace(/^(....)(..)(..)$/, "$1-$2-$3");
    return { period: days(date, 1), from: at, to: at + 1 };
  };

  /** "17 February", "February 17th", "16 och 17 maj", "from the 16th to the 17th of May" */
  const withMonth: Parser = (words, when) => {
    for (const at of words.keys()) {
      const dateAt = (index: number) => dayOfMonth(monthAt(words, at), dayIn(words[index]), when);
      const [before, after] = [skipLinks(words, at - 1), words[at + 1] === "the" ? at + 2 : at + 1];
      const beginning = skipLinks(words, before - 1);
      const [first, last, only] = [dateAt(beginning), dateAt(before), dateAt(after)];
      if (first && last && first < last)
        return { period: { from: first, to: daysAfter(last, 1) }, from: beginning, to: at + 1 };
      if (last) return { period: days(last, 1), from: before, to: at + 1 };
      if (only) return { period: days(only, 1), from: at, to: after + 1 };
    }
    return undefined;
  };

  const weekInYear: Parser = (words, when) => {
    const at = words.findIndex((word, index) => weekWords.has(word) && /^\d{1,2}$/.test(words[index + 1] ?? ""));
    const week = Number(words[at + 1]);
    return at >= 0 && week > 0 && week <= 53 ? { period: weekPeriod(week, when), from: at, to: at + 2 } : undefined;
  };

  const monthsOfYear: Parser = (words, when) => {
    const found = [...words.keys()].filter((at) => monthAt(words, at) > 0);
    if (found.length === 0) return undefined;
    const period = spanOf(found.map((at) => monthPeriod(monthAt(words, at), when)));
    return { period, from: found[0]!, to: found.at(-1)! + 1 };
  };

  /** A holiday, a season, "next week"; the longest name counts. */
  const named: Parser = (words, when) => {
    const [longest] = findNamed(words)
      .filter(({ name }) => name !== "next-year")
      .sort((a, b) => b.to - b.from - (a.to - a.from));
    return longest && { period: periodNamed(longest.name, when), from: longest.from, to: longest.to };
  };

  const wholeYear: Parser = (words, { year }) => {
    const at = words.indexOf(String(year));
    return year === undefined ? undefined : { period: yearPeriod(year), from: Math.max(0, at), to: at + 1 };
  };

  /** The first that finds something counts. */
  const parsers = [inFigures, withMonth, weekInYear, monthsOfYear, named, wholeYear];

  return (words: readonly string[], today: LocalDate): PeriodFound | undefined => {
    const isNextYear = findNamed(words).some(({ name }) => name === "next-year");
    const yearNamed = Number(words.find((word) => /^20[2-4]\d$/.test(word)));
    const year = isNextYear ? Number(today.slice(0, 4)) + 1 : yearNamed || undefined;
    const when = { today, year, isPast: findPast(words).length > 0 };
    let found: PeriodFound | undefined;
    for (const parse of parsers) found ??= parse(words, when);
    // "before the summer", "after 3 December": a word may stand between, or belong to both, as in "fram til sommeren".
    const bound =
      found && findBounds(words).find(({ from, to }) => from < found!.from && Math.abs(to - found!.from) <= 1);
    if (found && bound) found = { ...found, period: beyond(found.period, bound.name, today), from: bound.from };
    return found;
  };
}

/** Between two days, or a day and its month. */
const LINKS: ReadonlySet<string> = new Set(["to", "till", "til", "and", "och", "og", "the", "of", "den"]);

const skipLinks = (words: readonly string[], at: number): number =>
  words.findLastIndex((word, index) => index <= at && !LINKS.has(word));

/** 17 in "17", "17th", "17e"; else NaN. */
const dayIn = (word = ""): number => Number(/^(\d{1,2})(?:st|nd|rd|th|e|de|a)?$/.exec(word)?.[1]);

function beyond(period: Period, bound: string, today: LocalDate): Period {
  if (bound === "before") return { from: today, to: period.from > today ? period.from : period.to };
  return periodFrom(period.to);
}

const periodFrom = (from: LocalDate): Period => ({ from, to: monthsAfter(from, MONTHS_AHEAD) });
