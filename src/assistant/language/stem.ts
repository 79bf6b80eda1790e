import { stemmer as english } from "@orama/stemmers/english";
import { stemmer as norwegian } from "@orama/stemmers/norwegian";
import { stemmer as swedish } from "@orama/stemmers/swedish";
import { inEachLocale, type Locale } from "../../domain/locale.js";

const stemmers: Readonly<Record<Locale, (word: string) => string>> = { en: english, sv: swedish, nb: norwegian };

/** Stemming takes longer than looking up, and a language has only so many words; visitors may type any. */
const MOST_KEPT = 20_000;
const kept = inEachLocale(() => new Map<string, string>());

/** What the inflections of a folded word have in common: medlem, medlemmar, medlemmarna → medlem. */
export function stemOf(folded: string, locale: Locale): string {
  const known = kept[locale].get(folded);
  if (known !== undefined) return known;

  const stem = stemmers[locale](folded);
  const single = locale === "en" ? stem : stem.replace(/([bdfgklmnprst])\1$/, "$1");
  if (kept[locale].size < MOST_KEPT) kept[locale].set(folded, single);
  return single;
}
