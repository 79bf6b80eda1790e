const WORD_JOINER = "\u2060";
const BREAKS_IN_WORDS = /(?<=(?<!\p{L})\p{L}-)(?=\p{L})|(?<=\p{L}-)(?=\p{L}(?!\p{L}))|(?<=\d–)(?=\d)/gu;
const ADDRESS = /@|\/\/|\.\p{L}/u;

/** Keeps `e-post`, `B-to-B` and `12:30–15:30` on one line. Addresses stay as they are, so that they can be copied. */
export function keepWordsTogether(text: string): string {
  return text.replaceAll(/(?<!\S)\S*[-–]\S*/gu, (word) =>
    ADDRESS.test(word) ? word : word.replaceAll(BREAKS_IN_WORDS, WORD_JOINER),
  );
}

/** Programs would not find "e-post" with a joiner in it. */
export const withoutJoiners = (text: string): string => text.replaceAll(WORD_JOINER, "");

const MONTH = "(?:jan|feb|mar|apr|ma[ijy]|jun|jul|aug|sep|o[ck]t|nov|de[cs])";
const BREAKS_IN_DATES = new RegExp(
  `(?<=\\b\\d{1,2}\\.?) (?=${MONTH})|(?<=${MONTH}\\p{L}*) (?=\\d{4})|(?<=\\bkl\\.) (?=\\d)`,
  "giu",
);

/** Also keeps dates, `kl.` with a time, and `in`, `i` or `på` with a name on one line. */
export function nonBreaking(text: string): string {
  return keepWordsTogether(text)
    .replaceAll(BREAKS_IN_DATES, "\u00a0")
    .replaceAll(/(?<=\s(?:in|i|på)) (?=\p{Lu})/gu, "\u00a0");
}
