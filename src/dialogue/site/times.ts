import type { DialogueWords, HolidayName, PeriodName } from "../../content/dialogue.js";
import { monthName, weekdayName } from "../../text/in-words.js";
import type { Locale } from "../../text/locale.js";
import { fold } from "../../text/spelling.js";
import { daysAfter, isLocalDate, type LocalDate, monthsAfter, weekdayOf } from "../../text/wall-clock.js";
import {
  boundedBy,
  type DurationUnit,
  dayPeriod,
  holidayNamed,
  monthNamed,
  months,
  type Period,
  periodAhead,
  periodNamed,
  periodOfWeeks,
  yearPeriod,
} from "./periods.js";
import { isMisspelled, PhraseFinder, type Span } from "./phrases.js";

/** What a text says of time, and the words that say it. */
export interface Time extends Span {
  readonly period: Period;
  /** "From January to March", but not "from January". */
  readonly isRange?: boolean;
}

/** Matches "17", "17th" and "17e". */
const DAY = /^(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th|e)?$/;
const WEEK = /^\d{1,3}$/;
const YEAR = /^20[2-4]\d$/;
/** "Before the 10th", but not "After Commerce today". */
const ARTICLE = /^(?:the|den|det|de)$/;
/** Abbreviations of the months. "Mar", "jun" and "jul" are other words too, but not after a day. */
const SHORT_MONTHS = "jan|feb febr|mar|apr|-|jun|jul|aug|sep sept|okt oct|nov|dec des"
  .split("|")
  .map((names) => names.split(" "));
const OTHER_WORDS = /^(?:mar|jun|jul)$/;
/** "May" is no month in "May I …", "and may we …" and "it may be late". */
const AFTER_VERB = /^(?:i|we|you|they|he|she|it|my|our|be)$/;
const BEFORE_MAY = /^(?:in|of|by|and|or|to|from|until|between|this|next|before|after|\d.*)$/;

/** What a word can be in "from Monday 7 to the 16th of December 2026", where "to" is a joint. "5 people" has a count. */
type Role = "day" | "month" | "year" | "joint" | "article" | "of" | "count";
/** By the index of the word. */
type Roles = readonly (Role | undefined)[];

/** Finds what the words of a text say of time: weeks, days, months, a season, a holiday, a year, "next week". */
export class TimeReader {
  readonly #locale: Locale;
  readonly #months: readonly string[];
  readonly #weekdays: readonly string[];
  readonly #numbers: readonly string[];
  readonly #functionWords: ReadonlySet<string>;
  readonly #weekWords: PhraseFinder;
  readonly #joints: PhraseFinder;
  readonly #counted: PhraseFinder;
  readonly #names: PhraseFinder;
  readonly #durations: PhraseFinder;
  readonly #holidays: PhraseFinder;
  readonly #bounds: PhraseFinder;

  constructor(lists: DialogueWords, functionWords: ReadonlySet<string>, locale: Locale) {
    this.#locale = locale;
    this.#months = Array.from({ length: 12 }, (_, month) => fold(monthName(month + 1, locale)));
    this.#weekdays = Array.from({ length: 7 }, (_, day) => fold(weekdayName(day, locale)));
    this.#numbers = lists.numbers.map(fold);
    this.#functionWords = functionWords;
    this.#weekWords = new PhraseFinder({ week: lists.weeks.before });
    this.#joints = new PhraseFinder({ joint: lists.weeks.between });
    this.#counted = new PhraseFinder({ counted: [...lists.people.after, ...lists.units] });
    this.#names = new PhraseFinder(lists.periods);
    this.#durations = new PhraseFinder(lists.spans);
    this.#holidays = new PhraseFinder(lists.holidays);
    this.#bounds = new PhraseFinder(lists.bounds);
  }

  /** `since` is the first day that the conversation is about. */
  find(words: readonly string[], today: LocalDate, since = today): Time | undefined {
    const time = this.#read(words, today, since);
    if (!time) return undefined;
    const isJustBefore = (end: number) => end === time.from || (end === time.from - 1 && ARTICLE.test(words[end]!));
    const bound = this.#bounds.find(words).find(({ to }) => isJustBefore(to));
    if (!bound || (bound.name === "from" && time.isRange)) return time;
    if (bound.name === "past" || time.period.weekday !== undefined) return undefined; // "I joined last Wednesday."
    return { period: boundedBy(bound.name, time.period, today), from: bound.from, to: time.to };
  }

  #read(words: readonly string[], today: LocalDate, since: LocalDate): Time | undefined {
    // "I vår" is this spring, and "i vår butikk" is in our shop.
    const names = this.#names.find(words).filter(({ to }) => words[to - 1] !== "var" || !this.#isNoun(words[to]));
    const nextYear = names.find(({ name }) => name === "next-year");
    const yearAt = words.findIndex((word) => YEAR.test(word));
    const isThisYear = names.some(({ name }) => name === "this-year");
    const thisYear = today.slice(0, 4);
    const year = nextYear ? Number(thisYear) + 1 : Number(words[yearAt] ?? (isThisYear ? thisYear : 0));
    const roles = this.#rolesOf(words);
    const time =
      this.#readWeeks(words, roles, today, year) ??
      this.#readDuration(words, today) ??
      this.#readDates(words, roles, today, year);
    if (time && isThisYear && time.period.to <= today) return undefined; // "I joined on 3 March this year."
    if (time) return time;
    const loneDay = this.#readLoneDay(words, today, since); // "Can I come on the 4th if I join this week?"
    if (loneDay) return loneDay;
    const holiday = this.#holidays.find(words).find(({ to }) => !this.#isNoun(words[to])); // "the Christmas trade"
    if (holiday) return { ...holiday, period: holidayNamed(holiday.name as HolidayName, today, year) };
    const name = names.find(({ name }) => name !== "next-year") ?? nextYear;
    if (name) return { ...name, period: periodNamed(name.name as PeriodName, today, year) };
    if (year) return { period: yearPeriod(year), from: yearAt, to: yearAt + 1 };
    return this.#readWeekday(words, since);
  }

  /** "Week 5", "weeks 5 and 6", "from week 49 to week 51". */
  #readWeeks(words: readonly string[], roles: Roles, today: LocalDate, year: number): Time | undefined {
    const numbers: number[] = [];
    const span = { from: words.length, to: 0 };
    for (const { from, to } of this.#weekWords.find(words)) {
      for (let at = to; at < words.length; at++) {
        if (WEEK.test(words[at]!) && roles[at] !== "count" && roles[at + 1] !== "month") {
          numbers.push(Number(words[at]));
          span.from = Math.min(span.from, from);
          span.to = at + 1;
        } else if (roles[at] !== "joint") break;
      }
    }
    if (numbers.length === 0) return undefined;
    return { ...span, period: periodOfWeeks(numbers, today, year), isRange: numbers.length > 1 };
  }

  /** "In 5 weeks". */
  #readDuration(words: readonly string[], today: LocalDate): Time | undefined {
    const durations = this.#durations.find(words);
    const before = durations.filter(({ name }) => name === "before");
    for (const { name, from, to } of durations) {
      const count = before.some((phrase) => phrase.to === from - 1) ? this.numberOf(words[from - 1]!) : 0;
      if (count > 0) return { period: periodAhead(name as DurationUnit, count, today), from: from - 1, to };
    }
    return undefined;
  }

  /** Reads the days and months that belong together: those around the first month that is named. */
  #readDates(words: readonly string[], roles: Roles, today: LocalDate, year: number): Time | undefined {
    const firstMonth = roles.indexOf("month");
    if (firstMonth < 0) return undefined;
    const dayBefore = (month: number) => (roles[month - 1] === "of" ? month - 2 : month - 1);

    // Days stand before their month ("7–16 December") or after it ("December 7–16").
    let from = firstMonth;
    if (roles[dayBefore(firstMonth)] === "day") {
      for (let at = dayBefore(firstMonth); isRoleInDays(roles[at]); at--) if (roles[at] === "day") from = at;
    }
    const isMonthFirst = from === firstMonth && roles[firstMonth + 1] === "day";
    let last = firstMonth;
    for (let at = firstMonth + 1; roles[at] !== undefined; at++)
      if (roles[at] === "month" || (roles[at] === "day" && isMonthFirst)) last = at;
    const lastMonth = roles.lastIndexOf("month", last);

    let begin = monthNamed(this.#monthAt(words, firstMonth), today, year);
    let end = monthNamed(this.#monthAt(words, lastMonth), begin, year);
    // "December to January 2027", but "December 2026 to January".
    if (begin > end && YEAR.test(words[last + 1] ?? "")) begin = monthsAfter(begin, -12);
    if (begin > end) end = monthsAfter(end, 12);
    const firstDay = dayIn(begin, words[isMonthFirst ? firstMonth + 1 : from]) ?? begin;
    const lastDay = dayIn(end, words[isMonthFirst ? last : dayBefore(lastMonth)]);
    const period = {
      from: lastDay && firstDay > lastDay ? lastDay : firstDay,
      to: lastDay ? daysAfter(lastDay, 1) : monthsAfter(end, 1),
    };
    return { period, from, to: last + 1, isRange: firstDay !== (lastDay ?? end) };
  }

  /** Reads "the 16th" as the first such day from the month of `since` on, and "Thursday 10" as the first 10th that is one. */
  #readLoneDay(words: readonly string[], today: LocalDate, since: LocalDate): Time | undefined {
    const isBeforeDay = (word = "") => /^(?:the|den)$/.test(word) || this.#weekdays.includes(word);
    const at = words.findIndex(
      (word, at) => DAY.test(word) && isBeforeDay(words[at - 1]) && !this.#isNoun(words[at + 1]),
    );
    const weekday = this.#weekdays.indexOf(words[at - 1] ?? "");
    const month = `${(weekday < 0 ? since : today).slice(0, 7)}-01`;
    for (let count = 0; count < 12; count++) {
      const day = dayIn(monthsAfter(month, count), words[at]);
      const isWanted = day && day >= today && (weekday < 0 || weekdayOf(day) === weekday);
      if (isWanted) return { period: dayPeriod(day), from: at - 1, to: at + 1 };
    }
    return undefined;
  }

  #readWeekday(words: readonly string[], since: LocalDate): Time | undefined {
    for (const [from, word] of words.entries()) {
      const weekday = this.#weekdays.indexOf(word.replace(/(?<=dag)ens?$/, ""));
      if (weekday >= 0) return { period: { ...months(since, 12), weekday }, from, to: from + 1 };
    }
    return undefined;
  }

  /** Reads "5" and "five"; 0 is no number. */
  numberOf(word: string): number {
    return /^\d{1,3}$/.test(word) ? Number(word) : this.#numbers.indexOf(word) + 1;
  }

  #rolesOf(words: readonly string[]): Roles {
    const counted = this.#counted.find(words).filter(({ to }) => !YEAR.test(words[to] ?? "")); // "vecka 5 år 2028"
    const roles = words.map((word, at): Role | undefined => {
      if (/^\d/.test(word) && counted.some(({ from }) => from === at + 1)) return "count";
      if (DAY.test(word)) return "day";
      if (this.#monthAt(words, at) > 0) return "month";
      if (YEAR.test(word)) return "year";
      if (ARTICLE.test(word) || this.#weekdays.includes(word)) return "article";
      const isEnding = /^[ae]$/.test(word) && DAY.test(words[at - 1] ?? ""); // "den 3:e"
      return word === "of" || isEnding ? "of" : undefined;
    });
    for (const { from, to } of this.#joints.find(words)) roles.fill("joint", from, to);
    return roles;
  }

  /** Returns the number of the month that a word names; 0 for any other word. */
  #monthAt(words: readonly string[], at: number): number {
    const word = words[at]!;
    const before = words[at - 1] ?? "";
    const isVerb = word === "may" && (!BEFORE_MAY.test(before) || AFTER_VERB.test(words[at + 1] ?? ""));
    if (this.#locale === "en" && isVerb) return 0;
    const isShort = DAY.test(before) || !OTHER_WORDS.test(word); // "16 mar"
    const isMonth = (name: string, month: number) =>
      name === word || (isShort && SHORT_MONTHS[month]!.includes(word)) || isMisspelled(word, name);
    return this.#months.findIndex(isMonth) + 1;
  }

  #isNoun = (word = "") => word.length > 1 && !this.#functionWords.has(word);
}

const isRoleInDays = (role: Role | undefined) => role === "day" || role === "joint" || role === "article";

/** Returns the day of a month; undefined if the word is no day, or the month has none such. */
function dayIn(month: LocalDate, word = ""): LocalDate | undefined {
  const day = month.slice(0, 8) + String(Number.parseInt(word, 10)).padStart(2, "0");
  return DAY.test(word) && isLocalDate(day) ? day : undefined;
}
