import { expect, it } from "@jest/globals";
import fc from "fast-check";
import { RRule } from "rrule";
import { createI18n } from "../../src/content/i18n.js";
import { datesOf, recurrence, recurrenceInWords } from "../../src/content/recurrence.js";
import { inEachLocale, type Locale } from "../../src/text/locale.js";
import { daysAfter, type LocalDate } from "../../src/text/wall-clock.js";
import { forEvery } from "../support/for-every.js";
import { event } from "../support/library.js";

const RULES = 500;
const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const positioned = [1, 2, 3, 4, 5, -1, -2, -3, -4, -5].flatMap((position) =>
  weekdays.map((day) => `${position}${day}`),
);
const months = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const monthDays = [1, 2, 15, 28, 29, 30, 31, -1, -2, -3, -4, -5];
const starts = ["2027-01-01", "2027-04-29", "2026-12-31", "2027-03-31", "2027-05-30", "2028-02-29", "2024-02-29"];

it("a rule has the same dates as in the package rrule", () => {
  const results = fc
    .sample(fc.gen().map(generatedCase), { numRuns: RULES, seed: 5545 })
    .map((each) => ({ ...each, ours: ours(each), theirs: theirs(each) }));
  const differing = results.filter(({ ours, theirs }) => ours.join() !== theirs.join());
  expect(differing.slice(0, 3)).toEqual([]);
  // Otherwise most comparisons would be of empty lists.
  expect(results.filter(({ ours }) => ours.length > 0).length).toBeGreaterThan(RULES / 2);
});

// biome-ignore format: a table is read in columns
forEvery([
  ["leaves out a day that a month lacks",       "2027-01-31", "FREQ=MONTHLY;UNTIL=20270531",                "2027-01-31 2027-03-31 2027-05-31"],
  ["counts a fortnight from Monday",            "2027-01-03", "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;COUNT=3", "2027-01-03 2027-01-11 2027-01-17"],
  ["has no dates if it ends before it begins",  "2027-01-01", "FREQ=DAILY;UNTIL=20261231",                  ""],
  ["has no dates if it names no day there is",  "2027-01-01", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",        ""],
  ["has no dates if it passes by its months",   "2027-01-01", "FREQ=MONTHLY;INTERVAL=2;BYMONTH=2",          ""],
])("a rule has the dates that RFC 5545 gives", (_, start, text, dates) => {
  expect(ours({ text, start, from: "2020-01-01", to: "2030-12-31" }).join(" ")).toEqual(dates);
});

const problemsOf = (text: string) => recurrence.safeParse(text).error?.issues.map(({ message }) => message) ?? [];

// biome-ignore format: a table is read in columns
forEvery([
  ["INTERVAL",   ["0", "-1", "+1", "1.5", "1e2", " 1", "1001", "99999999999999999999"]],
  ["COUNT",      ["0", "1", "-1", "+1", "10001"]],
  ["BYMONTH",    ["0", "-1", "+2", "13", "MAY", "1,", "1,,2", "2,2", "2,02"]],
  ["BYMONTHDAY", ["0", "-0", "32", "-6", "1e0", "1,x", "1,+1", "1,1"]],
  ["BYDAY",      ["TORSDAG", "XX", "th", "6TH", "0TH", "-6TH", "1 TH", "1TH,", "1TH,1TH", "1TH,+1TH"]],
  ["UNTIL",      ["2027-05-06", "20270229", "20271301", "20270506T000000Z", "99990101", "2027"]],
  ["FREQ",       ["HOURLY", "monthly", "toString"]],
])("the text of a rule rejects an invalid value", (name, values) => {
  for (const value of values) {
    const wrong = `${name}=${value}`;
    const text = name === "FREQ" ? wrong : `FREQ=MONTHLY;${wrong}`;
    const problems = [expect.stringContaining(`${name} cannot be read`)];
    expect({ text, problems: problemsOf(text) }).toEqual({ text, problems });
  }
});

// biome-ignore format: a table is read in columns
forEvery([
  ["FREQ=WEEKLY;BYSETPOS=1",              [`"BYSETPOS=1" is given twice, or none of FREQ, INTERVAL, BYMONTH, BYMONTHDAY, BYDAY, UNTIL, COUNT`]],
  ["FREQ=WEEKLY\n",                        ["FREQ cannot be read"]],
  ["FREQ=WEEKLY;__proto__=1",             [`"__proto__=1" is given twice, or none of`]],
  ["RRULE:FREQ=WEEKLY",                   [`"RRULE:FREQ=WEEKLY" is given twice, or none of`, "FREQ cannot be read"]],
  ["",                                    [`"" is given twice, or none of`, "FREQ cannot be read"]],
  ["FREQ=WEEKLY;FREQ=MONTHLY",            [`"FREQ=MONTHLY" is given twice`]],
  ["INTERVAL=2",                          ["FREQ cannot be read"]],
  ["FREQ=WEEKLY;UNTIL=20270506;COUNT=2",  ["UNTIL and COUNT"]],
  ["FREQ=MONTHLY;BYDAY=TH",               ["BYDAY has a position"]],
  ["FREQ=YEARLY;BYMONTH=5;BYDAY=1TH,FR",  ["BYDAY has a position"]],
  ["FREQ=WEEKLY;BYDAY=1TH",               ["BYDAY has a position"]],
  ["FREQ=DAILY;BYDAY=TH",                 ["BYDAY does not stand in a daily rule"]],
  ["FREQ=DAILY;BYMONTHDAY=1",             ["BYMONTHDAY stands in monthly and yearly rules"]],
  ["FREQ=MONTHLY;BYMONTHDAY=1;BYDAY=1TH", ["BYMONTHDAY stands in monthly and yearly rules without BYDAY"]],
  ["FREQ=YEARLY;BYDAY=1TH",               ["a yearly rule with BYDAY or BYMONTHDAY names its months"]],
])("the text of a rule rejects an invalid rule, and names the wrong part", (text, problems) => {
  expect(problemsOf(text)).toEqual(problems.map((problem) => expect.stringContaining(problem)));
});

type Case = { text: string; start: LocalDate; from: LocalDate; to: LocalDate };

function ours({ text, start, from, to }: Case): LocalDate[] {
  return datesOf(recurrence.parse(text).rule, start, from, to);
}

function theirs({ text, start, from, to }: Case): LocalDate[] {
  return new RRule({ ...RRule.parseString(text), dtstart: new Date(start) })
    .between(new Date(from), new Date(to), true)
    .map((date) => date.toISOString().slice(0, 10));
}

function generatedCase(pick: fc.GeneratorValue): Case {
  const whole = (min: number, max: number) => pick(fc.integer, { min, max });
  const oneOf = <Item>(items: readonly Item[]) => pick(() => fc.constantFrom(...items));
  const someOf = <Item>(items: readonly Item[], maxLength: number) =>
    pick(() => fc.uniqueArray(fc.constantFrom(...items), { minLength: 1, maxLength }));
  const frequency = oneOf(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"]);
  const span = frequency === "YEARLY" ? 8 : 1;
  const start = pick(fc.boolean) ? oneOf(starts) : daysAfter("2024-01-01", whole(0, 2000));
  const parts = [`FREQ=${frequency}`];
  const days = oneOf(["BYDAY", "BYMONTHDAY", "of the start"]);
  const inMonths = frequency === "MONTHLY" || frequency === "YEARLY";
  const mustNameMonths = frequency === "YEARLY" && days !== "of the start";
  if (pick(fc.boolean)) parts.push(`INTERVAL=${whole(1, 5)}`);
  if (mustNameMonths || pick(fc.boolean)) {
    // Includes the month of the start: for a rule without any date, rrule searches until the year 9999.
    const named = new Set([...someOf(months, 7), ...(inMonths ? [Number(start.slice(5, 7))] : [])]);
    parts.push(`BYMONTH=${[...named]}`);
  }
  if (days === "BYDAY" && inMonths) parts.push(`BYDAY=${someOf(positioned, 3)}`);
  if (days === "BYDAY" && frequency === "WEEKLY") parts.push(`BYDAY=${someOf(weekdays, 5)}`);
  if (days === "BYMONTHDAY" && inMonths) parts.push(`BYMONTHDAY=${someOf(monthDays, 3)}`);
  const end = oneOf(["UNTIL", "COUNT", "none"]);
  if (end === "UNTIL") parts.push(`UNTIL=${daysAfter(start, whole(-50, 1000 * span)).replaceAll("-", "")}`);
  if (end === "COUNT") parts.push(`COUNT=${whole(2, 30)}`);
  const from = daysAfter(start, whole(-400, 500 * span));
  return { text: parts.join(";"), start, from, to: daysAfter(from, whole(0, 800 * span)) };
}

const { getFixedT } = createI18n("locales");

const expectedTexts: Readonly<Record<string, Readonly<Record<Locale, string>>>> = {
  "FREQ=WEEKLY;BYDAY=TH,MO;COUNT=10": {
    en: "every Monday and Thursday, 10 times in all",
    sv: "varje måndag och torsdag, sammanlagt 10 gånger",
    nb: "hver mandag og torsdag, 10 ganger i alt",
  },
  "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU": {
    en: "every other week on Tuesday",
    sv: "varannan tisdag",
    nb: "annenhver tirsdag",
  },
  "FREQ=WEEKLY;BYMONTH=1,2,3,4,5,6,8,9,10,11,12;UNTIL=20281231": {
    en: "every Thursday, except July, until 31 December 2028",
    sv: "varje torsdag, utom i juli, till och med den 31 december 2028",
    nb: "hver torsdag, unntatt i juli, til og med 31. desember 2028",
  },
  "FREQ=MONTHLY": { en: "day 6 of every month", sv: "den 6 i månaden", nb: "den 6. i måneden" },
  "FREQ=MONTHLY;BYDAY=2MO,4TU,5SA,-1FR,-2SU;BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12": {
    en: "second Monday, fourth Tuesday, fifth Saturday, last Friday and second-to-last Sunday of every month",
    sv: "andra måndagen, fjärde tisdagen, femte lördagen, sista fredagen och näst sista söndagen i månaden",
    nb: "andre mandag, fjerde tirsdag, femte lørdag, siste fredag og nest siste søndag i måneden",
  },
  "FREQ=MONTHLY;BYMONTHDAY=1,-1,-3,-4,-5": {
    en: "day 1, last day, third-to-last day, fourth-to-last day and fifth-to-last day of every month",
    sv: "den 1, sista dagen, tredje dagen från slutet, fjärde dagen från slutet och femte dagen från slutet i månaden",
    nb: "den 1., siste dag, tredje siste dag, fjerde siste dag og femte siste dag i måneden",
  },
  "FREQ=MONTHLY;INTERVAL=2;BYDAY=1TU;BYMONTH=1,3,5": {
    en: "first Tuesday of every other month, only in January, March and May",
    sv: "första tisdagen varannan månad, men bara i januari, mars och maj",
    nb: "første tirsdag annenhver måned, bare i januar, mars og mai",
  },
  "FREQ=YEARLY": { en: "6 May every year", sv: "den 6 maj varje år", nb: "6. mai hvert år" },
  // 30 February does not exist.
  "FREQ=YEARLY;INTERVAL=2;BYMONTH=3,2,1;BYMONTHDAY=30": {
    en: "30 January and 30 March every other year",
    sv: "den 30 januari och 30 mars vartannat år",
    nb: "30. januar og 30. mars annethvert år",
  },
  "FREQ=YEARLY;INTERVAL=4;BYMONTH=6,5;BYDAY=1SA": {
    en: "first Saturday of May and June every 4 years",
    sv: "den första lördagen i maj och juni vart 4:e år",
    nb: "første lørdag i mai og juni hvert 4. år",
  },
  "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1": {
    en: "last day of February every year",
    sv: "den sista dagen i februari varje år",
    nb: "siste dag i februar hvert år",
  },
};

forEvery(Object.entries(expectedTexts))("a rule is described in each language", (rule, texts) => {
  const { recurrence, starts } = event({ rule });
  const inWords = (locale: Locale) =>
    recurrenceInWords(recurrence!.rule, starts.slice(0, 10), locale, getFixedT(locale));
  expect(inEachLocale(inWords)).toEqual(texts);
});
