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

/** "17 February", "February 17th", "den 6 maj", "16–17 February", "from the 16th to the 17th of February" */
export function datesNamed(
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
export function isModalVerb(words: readonly string[], index: number, locale: Locale): boolean {
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

export function yearIn(words: readonly string[]): number | undefined {
  const year = words.find((word) => /^20[2-4]\d$/.test(word));
  return year === undefined ? undefined : Number(year);
}
