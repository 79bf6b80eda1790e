import type { Locale } from "../../domain/locale.js";
import { isLocalDate, type LocalDate } from "../../domain/wall-clock.js";
import { dayOfMonth } from "./periods.js";

const ISO_DATE = /(?<!\d)20\d\d-\d\d-\d\d(?!\d)/g;
/** The day first. A time and "24/7" are no dates. */
const DATE_IN_FIGURES =
  /(?<![\d/.:]|\b(?:kl|klockan|klokken|klokka|at|until|till|til)\.? ?)(?!24\/7\b)(\d{1,2})(?:\/| ?\. ?)(\d{1,2})(?:[./ ]+(20\d\d))?(?![\d/:]| ?%| (?:hours?|tim|people|personer|folk))/gi;

/** Makes each date in figures, such as 17/2 or 2027-02-17, one word of eight digits. */
export function joinDates(text: string, today: LocalDate): string {
  const joined = (found: string, date: string | undefined) => date?.replaceAll("-", "") ?? found;
  return text
    .replace(ISO_DATE, (found) => joined(found, isLocalDate(found) ? found : undefined))
    .replace(DATE_IN_FIGURES, (found, day, month, year) => {
      const when = { today, year: year ? Number(year) : undefined, isPast: false };
      return joined(found, dayOfMonth(Number(month), Number(day), when));
    });
}

/** "may" is a month after "in" and the like, beside a number, and by itself; else a verb: "my train may be late". */
export function isModalVerb(words: readonly string[], index: number, locale: Locale): boolean {
  if (locale !== "en" || words[index] !== "may" || index === words.length - 1) return false;
  const before = /^(?:\d.*|in|of|until|till|by|from|before|after|during|this|next|every|early|mid|late|april)$/;
  return !before.test(words[index - 1] ?? "") && !/^\d/.test(words[index + 1] ?? "");
}
