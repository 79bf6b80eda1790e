import type { DialogueWords } from "../../content/dialogue-words.js";
import { monthName, weekdayName } from "../../domain/dates-in-words.js";
import type { Locale } from "../../domain/locale.js";
import { fold } from "./words-in-text.js";

const WORD = /\p{L}{7,40}/gu;
const SHORTEST_REST = 4;

/**
 * Takes apart the compounds that begin with a month, a weekday, a season or a holiday and end in a word that is meant
 * here: majkvällen, torsdagstreffet, påskfrukosten. Those that are meant as they stand are the name of something.
 */
export function dateCompounds({ when, whenInCompounds }: DialogueWords, meant: ReadonlySet<string>, locale: Locale) {
  const isMeant = (written: string) => meant.has(fold(written, locale));
  const starts = [
    ...numbers(12).map((month) => [monthName(month + 1, locale), monthName(month + 1, locale)] as const),
    ...numbers(7).map((day) => [`${weekdayName(day, locale)}s`, weekdayName(day, locale)] as const),
    ...Object.entries(whenInCompounds).flatMap(([period, firsts]) =>
      firsts.map((first) => [first, when[period]![0]!] as const),
    ),
  ];
  const apart = (word: string): string => {
    const written = word.toLowerCase();
    if (isMeant(written)) return word;
    for (const [start, name] of starts) {
      const rest = written.slice(start.length);
      if (written.startsWith(start) && rest.length >= SHORTEST_REST && isMeant(rest)) return `${name} ${rest}`;
    }
    return word;
  };
  // English has no compounds of the kind.
  return (text: string): string => (locale === "en" ? text : text.normalize("NFC").replace(WORD, apart));
}

const numbers = (count: number) => [...Array(count).keys()];
