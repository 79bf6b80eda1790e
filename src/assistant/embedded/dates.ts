import type { DialogueWords } from "../../content/dialogue.js";
import { weekdayName } from "../../domain/dates-in-words.js";
import type { Locale } from "../../domain/locale.js";
import { daysAfter, isLocalDate, type LocalDate, monthsAfter, weekdayOf } from "../../domain/wall-clock.js";
import { compoundStarts, monthWords, weekdayWords } from "./date-words.js";
import { comingDate, days, monthPeriod, type Period, partOf, periodNamed, weekPeriod, yearPeriod } from "./periods.js";
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
    const used = [...(bound ? [bound.from] : []), ...(weekday === undefined || at < 0 ? [] : [at])];
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

/** "2027-02-17", "17/2", "17.2.", "17.2.2027": the day first. A time, "kl. 17.30", and "24/7" are no dates. */
function dateInFigures(text: string, today: LocalDate): LocalDate | undefined {
  const [, iso] = /(?<!\d)(20\d\d-\d\d-\d\d)(?!\d)/.exec(text) ?? [];
  if (iso !== undefined) return isLocalDate(iso) ? iso : undefined;
  const written =
    /(?<![\d/.:]|\b(?:kl|klockan|klokken|klokka|at|until|till|til)\.? ?)(?!24\/7\b)(\d{1,2})(?:\/| ?\. ?)(\d{1,2})(?:[./ ]+(20\d\d))?(?![\d/:]| ?%| (?:hours?|tim|people|personer|folk))/gi;
  for (const [, day, month, year] of text.matchAll(written)) {
    const date = comingDate(Number(month), Number(day), year ? Number(year) : undefined, today);
    if (date) return date;
  }
  return undefined;
}

/** "17 February", "February 17th", "den 6 maj", "16–17 February", "from the 16th to the 17th of February" */
function datesNamed(
  words: readonly string[],
  months: ReadonlyMap<string, number>,
  year: number | undefined,
  today: LocalDate,
): Period | undefined {
  for (const [index, word] of words.entries()) {
    const month = months.get(word);
    const at = [index - 1, index - 2, index + 1].find((near) => dayOf(words[near]) !== undefined);
    if (month === undefined || at === undefined) continue;
    const last = comingDate(month, dayOf(words[at])!, year, today);
    // "From the 16th to the 17th of February", but not "for 3 on the 10th of December"
    const start = words.slice(0, at).findLastIndex((word) => !RANGE_WORDS.has(word));
    const before = dayOf(words[start]);
    const first = before && before < dayOf(words[at])! ? comingDate(month, before, year, today) : last;
    if (last && first && first <= last) return { from: first, to: daysAfter(last, 1) };
  }
  return undefined;
}

function dayOf(word: string | undefined): number | undefined {
  const [, day] = /^(\d{1,2})(?:st|nd|rd|th|e|de|a)?$/.exec(word ?? "") ?? [];
  return day === undefined || Number(day) > 31 || Number(day) < 1 ? undefined : Number(day);
}

/** Between the two days of a range, in the three languages. */
const RANGE_WORDS: ReadonlySet<string> = new Set(["to", "till", "til", "until", "and", "och", "og", "the", "den"]);

/** "may" is a month after "in" and the like, beside a number, and by itself; else a verb: "my train may be late". */
function isModalVerb(words: readonly string[], index: number, locale: Locale): boolean {
  if (locale !== "en" || words[index] !== "may" || index === words.length - 1) return false;
  const [before = "", after = ""] = [words[index - 1], words[index + 1]];
  if (/^(?:i|we|you|he|she|it|they|one|my|an?|our|members?|students?|people|companies|agencies|vendors)$/.test(after))
    return true;
  return (
    !/^(?:\d.*|in|of|until|till|by|from|before|after|during|this|next|every|early|mid|late|the|for|and|or|to|april)$/.test(
      before,
    ) && !/^\d/.test(after)
  );
}

function yearIn(words: readonly string[]): number | undefined {
  const year = words.find((word) => /^20[2-4]\d$/.test(word));
  return year === undefined ? undefined : Number(year);
}
