/**
 * With no break after the hyphen of e-post, nor the dash of 12:30–15:30, which a word joiner follows, nor between the day
 * and the month of a date with a year.
 */
export function joined(text: string): string {
  return text
    .replaceAll(/(?<=(?<!\p{L})\p{L}-)(?=\p{L})|(?<=\d–)(?=\d)/gu, "\u2060")
    .replaceAll(/(?<=(?<!\d)\d{1,2}\.?) (?=\p{L}+ \d{4})/gu, "\u00a0");
}
