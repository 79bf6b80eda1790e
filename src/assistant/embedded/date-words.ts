import type { DialogueWords, PeriodName } from "../../content/dialogue.js";
import { monthName, weekdayName } from "../../domain/dates-in-words.js";
import type { Locale } from "../../domain/locale.js";
import { fold } from "./text.js";

/** The names of the months, and what they are shortened to where that is no other word. */
export function monthWords(locale: Locale): ReadonlyMap<string, number> {
  const words = new Map<string, number>();
  for (let month = 1; month <= 12; month++) {
    const name = fold(monthName(month, locale));
    words.set(name, month);
    if (name.length > 4) words.set(name.slice(0, 3), month);
    if (name.length > 5) words.set(name.slice(0, 4), month);
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

const MIN_REST = 4;

/** The month, weekday or period that a Swedish or Norwegian compound begins with: majkvällen, torsdagstreffet. */
export function compoundStarts({ compounds, periods, namedDates }: DialogueWords, dates: readonly string[]) {
  const ends = compounds.ends.map(fold);
  const starts = [
    ...dates.filter((name) => name.length > 2).map((name) => [name, name] as const),
    ...Object.entries(compounds.starts).flatMap(([period, firsts]) =>
      firsts.map((first) => [fold(first), fold((namedDates[period] ?? periods[period as PeriodName])[0]!)] as const),
    ),
  ].sort(([a], [b]) => b.length - a.length);
  return (word: string): string | undefined => {
    const start = starts.find(([first]) => word.startsWith(first) && word.length >= first.length + MIN_REST);
    return start && ends.some((end) => word.slice(start[0].length).startsWith(end)) ? start[1] : undefined;
  };
}
