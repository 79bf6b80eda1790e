import { stemmer as english } from "@orama/stemmers/english";
import { stemmer as norwegian } from "@orama/stemmers/norwegian";
import { stemmer as swedish } from "@orama/stemmers/swedish";
import type { Locale } from "../text/locale.js";
import { fold } from "../text/plain-text.js";

const stemmers: Readonly<Record<Locale, (word: string) => string>> = { en: english, sv: swedish, nb: norwegian };

const WORD = /[\p{L}\p{N}]+(?:[:.]\d\d(?!\d))?/gu;
const THOUSANDS = /(?<!\d)(\d{1,3})[ \u00a0\u202f,.](?=\d{3}(?!\d))/g;

/** The words of a text, folded: lower case, without accents; "1 490" and "18:15" are one word each, as is "e-mail". */
export function wordsIn(text: string): string[] {
  const joined = text
    .normalize("NFC")
    .replace(/['’](?=\p{L})/gu, "")
    .replace(THOUSANDS, "$1")
    .replace(/(?<!\p{L})(\p{L})-(?=\p{L}{3})/gu, "$1");
  return fold(joined).match(WORD) ?? [];
}

export const stemOf = (word: string, locale: Locale): string => stemmers[locale](word);

const ABBREVIATION =
  /\b(?:kl|ca|St|nr|evt|ev|adm|dir|[Vv]|[Uu]|[Ww]k|f\.eks|t\.ex|bl\.a|e\.g|excl|incl|exkl|inkl|ekskl)\./.source;
/** "3. desember" is no end, but "kl. 17. Da ses vi" has one. */
const SENTENCE_END = new RegExp(
  `(?<=[.!?…]["”»’)]?)(?<!${ABBREVIATION})(?:(?<!\\b\\d{1,2}\\.)\\s+|\\s+(?=\\p{Lu}))|\\n+`,
  "u",
);

export function sentencesIn(text: string): string[] {
  return text.split(SENTENCE_END).filter((sentence) => wordsIn(sentence).length > 0);
}

export const paragraphs = (texts: readonly (string | undefined)[]): string => texts.filter(Boolean).join("\n\n");
