import { frequencies, type Rule, type WeekdayInMonth, weekdays } from "./recurrence.js";
import { isLocalDate } from "./wall-clock.js";

type ParsedRule = { ok: true; rule: Rule } | { ok: false; problems: string[] };

/** Reads `FREQ=MONTHLY;BYDAY=1TH;BYMONTH=2,3,4`, or returns all its problems. */
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
  if (!frequency) return { ok: false, problems }; // the checks below depend on it

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

function wholeNumber(text: string, min: number, max: number): number | undefined {
  const number = (min < 0 ? /^[+-]?\d{1,2}$/ : /^\d{1,5}$/).test(text) ? Number(text) : Number.NaN;
  return number >= min && number <= max ? number : undefined;
}

/** Undefined if an item is invalid or appears twice, as 2 and 02 do. */
function list<Item>(text: string, read: (item: string) => Item | undefined): Item[] | undefined {
  const texts = text.split(",");
  const items = texts.map(read).filter((item) => item !== undefined);
  const different = new Set(items.map((item) => JSON.stringify(item)));
  return different.size === texts.length ? items : undefined;
}
