import type { Locale } from "../../domain/locale.js";
import { daysAfter, isLocalDate, type LocalDate } from "../../domain/wall-clock.js";
import { comingDate, type Period } from "./periods.js";

/** "2027-02-17", "17/2", "17.2.", "17.2.2027": the day first. A time, "kl. 17.30", and "24/7" are no dates. */
export function dateInFigures(text: string, today: LocalDate): LocalDate | undefined {
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

const DAY = String.raw`(\d{1,2})(?:st|nd|rd|th|e|de|a)?`;
/** Between the two days of a range, and before the month, in the three languages. */
const LINKS = " (?:(?:to|till|til|until|and|och|og|the|den|of) )*";

/** "17 February", "February 17th", "den 6 maj", "16–17 February", "from the 16th to the 17th of February", as words. */
export function datesReader(months: ReadonlyMap<string, string>) {
  const month = `(${[...months.keys()].join("|")})`;
  const written = new RegExp(`\\b(?:(?:${DAY}${LINKS})?${DAY}${LINKS}${month}|${month}(?: the)? ${DAY})\\b`);
  return (words: string, year: number | undefined, today: LocalDate): Period | undefined => {
    const [, first, day, monthAfter, monthBefore, dayAfter] = written.exec(words) ?? [];
    const monthFound = months.get(monthAfter ?? monthBefore ?? "");
    if (monthFound === undefined) return undefined;
    const [last, from] = [day ?? dayAfter, first ?? day ?? dayAfter].map((one) =>
      comingDate(Number(monthFound), Number(one), year, today),
    );
    if (last === undefined) return undefined;
    return { from: from && from <= last ? from : last, to: daysAfter(last, 1) };
  };
}

/** "may" is a month after "in" and the like, beside a number, and by itself; else a verb: "my train may be late". */
export function isModalVerb(words: readonly string[], index: number, locale: Locale): boolean {
  if (locale !== "en" || words[index] !== "may" || index === words.length - 1) return false;
  const before = /^(?:\d.*|in|of|until|till|by|from|before|after|during|this|next|every|early|mid|late|april)$/;
  return !before.test(words[index - 1] ?? "") && !/^\d/.test(words[index + 1] ?? "");
}

export function yearIn(words: readonly string[]): number | undefined {
  const year = words.find((word) => /^20[2-4]\d$/.test(word));
  return year === undefined ? undefined : Number(year);
}
