import { INVISIBLE } from "./spelling.js";

const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/g;
/** Tag characters (U+E0000 block) can hide text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]|[\u{e0000}-\u{e007f}]/gu;
const LONE_SURROGATES = /\p{Surrogate}/gu;

/** Normalising a run of marks takes quadratic time (UAX #15 §13, Stream-Safe Text Format). */
const MAX_MARKS = 30;
const MARKS = /.{1,30}/gsu;
const COMBINING_GRAPHEME_JOINER = "\u034f";

/** Invisible, but joiners shape letters (Persian, Hindi) and join emoji, and variation selectors choose how a character looks. */
const JOINER =
  /(?<=[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d](?=[\p{L}\p{M}\p{Extended_Pictographic}])/u;
const VARIATION = /(?<=[\p{Emoji}\p{Lo}\p{Sm}])\p{Variation_Selector}/u;
const USELESS = new RegExp(`(?=${INVISIBLE.source})(?!${JOINER.source}|${VARIATION.source}).`, "gsu");

/** A visitor's text of any length. Lone surrogates become U+FFFD, and runs of marks are broken by joiners. */
export function sanitizeText(text: string): string {
  return sanitizeControls(text)
    .replace(USELESS, "")
    .replace(/\p{M}+/gu, streamSafe);
}

export function sanitizeControls(text: string): string {
  return text.replace(LINE_ENDS, "\n").replace(CONTROLS, "").replace(LONE_SURROGATES, "\ufffd");
}

function streamSafe(marks: string): string {
  if (marks.length <= MAX_MARKS) return marks;
  return marks.match(MARKS)?.join(COMBINING_GRAPHEME_JOINER) ?? "";
}

export function isBlank(text: string): boolean {
  return !/[^\s\p{C}\p{Default_Ignorable_Code_Point}]/u.test(text);
}

/** Counts Unicode code points, without the joiners of `sanitizeText`. */
export function countCharacters(text: string): number {
  return text.length - (text.match(/[\u{10000}-\u{10ffff}]|\u034f/gu)?.length ?? 0);
}

export function truncate(text: string, characters: number): string {
  if (countCharacters(text) <= characters) return text;
  return `${firstCharacters(text, characters - 1).trimEnd()}…`;
}

/** Never ends in half a surrogate pair. */
export function firstCharacters(text: string, characters: number): string {
  return text.length <= characters ? text : [...text.slice(0, 2 * characters)].slice(0, characters).join("");
}

export function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0;
}
