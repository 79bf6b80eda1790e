/** With no break after the hyphen of e-post, nor the dash of 12:30–15:30: a word joiner follows it. */
export function joined(text: string): string {
  return text.replaceAll(/(?<=(?<!\p{L})\p{L}-)(?=\p{L})|(?<=\d–)(?=\d)/gu, "\u2060");
}
