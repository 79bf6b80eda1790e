import type { DialogueWords, PeriodName } from "../../content/dialogue.js";
import type { Locale } from "../../domain/locale.js";
import { monthName, weekdayName } from "../../text/dates-in-words.js";
import { fold } from "../../text/fold.js";

/** The names of the months, and what they are shortened to where that is no other word, with their number in two digits. */
export function monthWords(locale: Locale): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (let month = 1; month <= 12; month++) {
    const name = fold(monthName(month, locale));
    const lengths = [name.length, ...(name.length > 4 ? [3] : []), ...(name.length > 5 ? [4] : [])];
    for (const length of lengths) words.set(name.slice(0, length), String(month).padStart(2, "0"));
  }
  for (const word of ["mar", "mars"]) if (locale === "en") words.delete(word);
  return words;
}

/** The weekdays in every form: Thursday, Thursdays, torsdagen, torsdagarna, torsdagene. */
export function weekdayWords(locale: Locale): ReadonlyMap<string, number> {
  const names = [0, 1, 2, 3, 4, 5, 6].map((day) => fold(weekdayName(day, locale)));
  const endings = ["", "s", "en", "ar", "arna", "er", "ene"];
  return new Map(names.flatMap((name, day) => endings.map((ending) => [name + ending, day] as const)));
}

/** Replaces a Swedish or Norwegian compound by the month, weekday or period that it begins with: majkvällen, torsdagstreffet. */
export function compoundStarts({ compounds, periods, namedDates }: DialogueWords, dates: readonly string[]) {
  const starts = new Map(dates.filter((name) => name.length > 2).map((name) => [name, name]));
  for (const [period, firsts] of Object.entries(compounds.starts))
    for (const first of firsts)
      starts.set(fold(first), fold((namedDates[period] ?? periods[period as PeriodName])[0]!));
  const longest = [...starts.keys()].sort((a, b) => b.length - a.length);
  const compound = new RegExp(`^(${longest.join("|")})(?=.{4})(?:${compounds.ends.map(fold).join("|")})`);
  return (word: string): string => {
    const start = compounds.ends.length > 0 && compound.exec(word)?.[1];
    return start ? starts.get(start)! : word;
  };
}
