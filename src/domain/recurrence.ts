/**
 * When a repeating event takes place.
 *
 * Units   calendar dates in the event's own time zone, never instants: a meeting at 17:30 stays at 17:30 when the
 *         clocks change.
 * Errors  none thrown; parseRule says what is wrong with a rule.
 * Source  RFC 5545 §3.3.10, the part with FREQ, INTERVAL, BYMONTH, BYMONTHDAY, BYDAY, UNTIL (a date) and COUNT; weeks
 *         begin on Monday. As there, a date that does not exist (31 April) is skipped, not moved.
 */
import { daysAfter, isLocalDate, type LocalDate, weekdayOf } from "./wall-clock.js";

const frequencies = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"] as const;

/** In the order of the week, as BYDAY writes them. */
export const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;

export interface Rule {
  readonly frequency: (typeof frequencies)[number];
  /** Days, weeks, months or years from one to the next, at least 1; a fortnight is 2 weeks. */
  readonly interval: number;
  /** 1 to 12; absent means every month. */
  readonly byMonth?: readonly number[] | undefined;
  /** 1 to 31, or -1 (the last) to -5. */
  readonly byMonthDay?: readonly number[] | undefined;
  readonly byDay?: readonly WeekdayInMonth[] | undefined;
  /** Last possible date, inclusive. */
  readonly until?: LocalDate | undefined;
  /** How many dates there are in all, at least 2: what takes place once has no rule. */
  readonly count?: number | undefined;
}

interface WeekdayInMonth {
  readonly weekday: (typeof weekdays)[number];
  /** 1 (the first of the month) to 5, or -1 (the last) to -5; 0 in a weekly rule, where there is none. */
  readonly position: number;
}

/**
 * The dates of a rule that begins on `start`, between `from` and `to`, both inclusive, in order.
 * What the rule leaves open is taken from `start`: its weekday, its day of the month, its month.
 */
export function datesOf(rule: Rule, start: LocalDate, from: LocalDate, to: LocalDate): LocalDate[] {
  const last = rule.until !== undefined && rule.until < to ? rule.until : to;
  const dates: LocalDate[] = [];
  let found = 0;

  for (let period = 0; ; period += rule.interval) {
    const { begins, candidates } = datesInPeriod(rule, start, period);
    if (begins > last) return dates;

    for (const date of candidates) {
      if (date < start || !(rule.byMonth?.includes(monthOf(date)) ?? true)) continue;
      if (date > last || found === rule.count) return dates;
      found++;
      if (date >= from) dates.push(date);
    }
  }
}

/** The first day of the day, week, month or year that lies `period` after that of `start`, and its dates in order. */
function datesInPeriod(rule: Rule, start: LocalDate, period: number): { begins: LocalDate; candidates: LocalDate[] } {
  if (rule.frequency === "DAILY") {
    const date = daysAfter(start, period);
    return { begins: date, candidates: [date] };
  }
  if (rule.frequency === "WEEKLY") {
    const begins = daysAfter(start, period * 7 - weekdayOf(start));
    return { begins, candidates: weekdaysOf(rule, start).map((day) => daysAfter(begins, day)) };
  }
  if (rule.frequency === "MONTHLY") {
    const begins = firstOfMonth(yearOf(start), monthOf(start) + period);
    return { begins, candidates: datesInMonth(rule, start, begins) };
  }
  const year = yearOf(start) + period;
  const dates = monthsOf(rule, start).flatMap((month) => datesInMonth(rule, start, firstOfMonth(year, month)));
  return { begins: firstOfMonth(year, 1), candidates: dates };
}

function datesInMonth(rule: Rule, start: LocalDate, first: LocalDate): LocalDate[] {
  const length = lengthOfMonth(first);
  const fromEither = (day: number, size: number) => (day > 0 ? day : size + 1 + day);

  const days = rule.byDay
    ? rule.byDay.map(({ weekday, position }) => {
        const earliest = 1 + ((weekdays.indexOf(weekday) - weekdayOf(first) + 7) % 7);
        const howMany = Math.floor((length - earliest) / 7) + 1;
        const nth = fromEither(position, howMany);
        return nth >= 1 && nth <= howMany ? earliest + (nth - 1) * 7 : 0;
      })
    : (rule.byMonthDay ?? [Number(start.slice(8))]).map((day) => fromEither(day, length));

  const existing = days.filter((day) => day >= 1 && day <= length).sort((a, b) => a - b);
  return [...new Set(existing)].map((day) => daysAfter(first, day - 1));
}

/** The weekdays of a weekly rule, in order; 0 is Monday. */
export function weekdaysOf({ byDay }: Rule, start: LocalDate): number[] {
  const days = byDay?.map(({ weekday }) => weekdays.indexOf(weekday)) ?? [weekdayOf(start)];
  return days.sort((a, b) => a - b);
}

/** The months of a yearly rule, in order; 1 is January. */
export function monthsOf({ byMonth }: Rule, start: LocalDate): number[] {
  return [...(byMonth ?? [monthOf(start)])].sort((a, b) => a - b);
}

type ParsedRule = { ok: true; rule: Rule } | { ok: false; problems: string[] };

/**
 * A rule from its text: `FREQ=MONTHLY;BYDAY=1TH;BYMONTH=2,3,4`.
 * BYDAY has a position exactly in monthly and yearly rules, and stands alone, without BYMONTHDAY.
 */
export function parseRule(text: string): ParsedRule {
  const problems: string[] = [];
  const parts = new Map<string, string>();
  for (const part of text.split(";")) {
    const [, name = "", value = ""] = /^([A-Z]+)=(.+)$/.exec(part) ?? [];
    if (!(name in readers)) problems.push(`"${part}" is no part this site knows: ${Object.keys(readers).join(", ")}`);
    else if (parts.has(name)) problems.push(`${name} is given twice`);
    parts.set(name, value);
  }

  const read = <Name extends keyof typeof readers>(name: Name) => {
    const value = parts.get(name);
    const result = value === undefined ? undefined : (readers[name](value) as ReturnType<(typeof readers)[Name]>);
    if (value !== undefined && result === undefined) problems.push(`${name}=${value} cannot be read`);
    return result;
  };
  const [frequency, interval, byMonth] = [read("FREQ"), read("INTERVAL"), read("BYMONTH")];
  const [byMonthDay, byDay, until, count] = [read("BYMONTHDAY"), read("BYDAY"), read("UNTIL"), read("COUNT")];

  if (!parts.has("FREQ")) problems.push(`FREQ is missing: one of ${frequencies.join(", ")}`);
  if (until && count) problems.push("UNTIL and COUNT exclude each other");
  if (!frequency) return { ok: false, problems }; // which parts may stand beside it cannot be said

  const inMonths = frequency === "MONTHLY" || frequency === "YEARLY";
  if (byMonthDay && (!inMonths || byDay)) problems.push("BYMONTHDAY stands in monthly and yearly rules without BYDAY");
  if (byDay && frequency === "DAILY") problems.push("BYDAY does not stand in a daily rule: a weekly one says the same");
  if (byDay?.some(({ position }) => inMonths !== (position !== 0)))
    problems.push("BYDAY has a position, as in 1TH, in monthly and yearly rules, and none in weekly ones");
  if (frequency === "YEARLY" && (byDay || byMonthDay) && !byMonth)
    problems.push("a yearly rule with BYDAY or BYMONTHDAY names its months in BYMONTH");
  if (problems.length > 0) return { ok: false, problems };

  return { ok: true, rule: { frequency, interval: interval ?? 1, byMonth, byMonthDay, byDay, until, count } };
}

/** One for each part of a rule that is understood; undefined for a value that is wrong. */
const readers = {
  FREQ: (value: string) => frequencies.find((frequency) => frequency === value),
  INTERVAL: (value: string) => wholeNumber(value, 1, 1000),
  BYMONTH: (value: string) => list(value, (item) => wholeNumber(item, 1, 12)),
  BYMONTHDAY: (value: string) => list(value, (item) => wholeNumber(item, -5, 31) || undefined),
  BYDAY: (value: string) => list(value, weekdayInMonth),
  UNTIL: (value: string) => {
    const date = value.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3");
    return date !== value && isLocalDate(date) ? date : undefined;
  },
  COUNT: (value: string) => wholeNumber(value, 2, 10_000),
};

function weekdayInMonth(text: string): WeekdayInMonth | undefined {
  const [, position = "", name] = /^([+-]?[1-5])?([A-Z]{2})$/.exec(text) ?? [];
  const weekday = weekdays.find((weekday) => weekday === name);
  return weekday && { weekday, position: Number(position) };
}

/** Only what may count from the end has a sign. */
function wholeNumber(text: string, least: number, most: number): number | undefined {
  const number = (least < 0 ? /^[+-]?\d{1,2}$/ : /^\d{1,5}$/).test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? number : undefined;
}

/** The items between commas; undefined when one cannot be read or stands twice, written alike or not (2 and 02). */
function list<Item>(text: string, read: (item: string) => Item | undefined): Item[] | undefined {
  const texts = text.split(",");
  const items = texts.map(read).filter((item) => item !== undefined);
  const different = new Set(items.map((item) => JSON.stringify(item)));
  return different.size === texts.length ? items : undefined;
}

const yearOf = (date: LocalDate) => Number(date.slice(0, 4));

const monthOf = (date: LocalDate) => Number(date.slice(5, 7));

const lengthOfMonth = (first: LocalDate) => new Date(Date.UTC(yearOf(first), monthOf(first), 0)).getUTCDate();

/** `month` may lie beyond 12, in a later year. */
const firstOfMonth = (year: number, month: number) => new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10);
