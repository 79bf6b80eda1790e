import { isLocalDate, type LocalDate } from "../text/wall-clock.js";
import { frequencies, type Rule, type WeekdayInMonth, weekdays } from "./recurrence.js";

type ParsedRule = { ok: true; rule: Rule } | { ok: false; problems: string[] };

const partNames = ["FREQ", "INTERVAL", "BYMONTH", "BYMONTHDAY", "BYDAY", "UNTIL", "COUNT"];

/** Reads `FREQ=MONTHLY;BYDAY=1TH;BYMONTH=2,3,4`, or returns all its problems. */
export function parseRule(text: string): ParsedRule {
  const problems: string[] = [];
  const parts = new Map<string, string>();
  for (const part of text.split(";")) {
    const [, name = "", value = ""] = /^([A-Z]+)=(.+)$/.exec(part) ?? [];
    if (!partNames.includes(name)) problems.push(`"${part}" is no part this site knows: ${partNames.join(", ")}`);
    else if (parts.has(name)) problems.push(`${name} is given twice`);
    parts.set(name, value);
  }

  const read = <Value>(name: string, parse: (text: string) => Value | undefined): Value | undefined => {
    const text = parts.get(name);
    const value = text === undefined ? undefined : parse(text);
    if (text !== undefined && value === undefined) problems.push(`${name}=${text} cannot be read`);
    return value;
  };
  const frequency = read("FREQ", (text) => frequencies.find((name) => name === text));
  const interval = read("INTERVAL", (text) => wholeNumber(text, 1, 1000));
  const byMonth = read("BYMONTH", (text) => distinctItems(text, (item) => wholeNumber(item, 1, 12)));
  const byMonthDay = read("BYMONTHDAY", (text) =>
    distinctItems(text, (item) => wholeNumber(item, -5, 31) || undefined),
  );
  const byDay = read("BYDAY", (text) => distinctItems(text, weekdayInMonth));
  const until = read("UNTIL", compactDate);
  const count = read("COUNT", (text) => wholeNumber(text, 2, 10_000));

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

function compactDate(text: string): LocalDate | undefined {
  const date = text.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3");
  return date !== text && isLocalDate(date) ? date : undefined;
}

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
function distinctItems<Item>(text: string, read: (item: string) => Item | undefined): Item[] | undefined {
  const texts = text.split(",");
  const items = texts.map(read).filter((item) => item !== undefined);
  const different = new Set(items.map((item) => JSON.stringify(item)));
  return different.size === texts.length ? items : undefined;
}
