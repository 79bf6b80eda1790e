import type { Locale } from "../../domain/locale.js";

/** One word of a text, as it is written and as it is compared. */
export interface Word {
  /** Lower case, composed. */
  readonly written: string;
  /** Without dots and rings, and in letters that Swedes and Norwegians write alike. */
  readonly folded: string;
}

const WORDS = /[\p{L}\p{N}]+(?:[:.]\d\d(?!\d))?(?:['’](?:s|t|re|m|ve|ll|d)(?!\p{L}))?/gu;
const OTHER_THAN_ASCII = /[^\0-\x7f]/;

/** The words of a text in order; times, "18:15", and numbers, "1 490", are words. */
export function wordsInText(text: string, locale: Locale): Word[] {
  const words: Word[] = [];
  for (const match of joined(text.normalize("NFC").toLowerCase()).match(WORDS) ?? []) {
    const written = /['’]/.test(match) ? match.replace(/['’]/g, "") : match;
    words.push({ written, folded: fold(written, locale) });
  }
  return words;
}

/** What is written apart and is one: 1 490, 1,490, e-mail, e-handel. */
function joined(text: string): string {
  const numbers = /\d[ \u00a0\u202f,.]\d{3}/.test(text)
    ? text.replace(/(?<!\d)(\d{1,3})[ \u00a0\u202f,.](?=\d{3}(?!\d))/g, "$1")
    : text;
  return numbers.includes("-") ? numbers.replace(/(?<!\p{L})(\p{L})-(?=\p{L}{3})/gu, "$1") : numbers;
}

/** å, ä and æ become a; ö and ø become o, and so do aa, ae and oe where they stand for them. */
export function fold(word: string, locale: Locale): string {
  const plain = OTHER_THAN_ASCII.test(word)
    ? word.replaceAll("æ", "a").replaceAll("ø", "o").normalize("NFD").replace(/\p{M}/gu, "")
    : word;
  return locale === "en" ? plain : plain.replace(/a[ae]|oe/g, (pair) => pair[0]!);
}
