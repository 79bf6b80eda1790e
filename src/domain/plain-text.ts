/** Text that comes from outside: what has no place in it, and how long it is. */

/** Line ends of every kind. */
const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/g;
/**
 * Controls but for tab and line feed, and the invisible doubles of ASCII that hide text from people (U+E0000 block).
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what has to go
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]|[\u{e0000}-\u{e007f}]/gu;
/** Half a character, which UTF-8 cannot encode without the other half. */
const HALF = /\p{Surrogate}/gu;

/** More combining marks in a row than any script needs; normalising a run takes quadratic time (UAX #15 §13). */
const MAX_MARKS = 30;
const MARKS = /.{1,30}/gsu;
const COMBINING_GRAPHEME_JOINER = "\u034f";

/**
 * The text with plain line feeds, without controls, and with a replacement character for each lone surrogate. Runs of
 * combining marks are broken after 30, as in Unicode's Stream-Safe Text Format, so that normalising takes linear time.
 */
export function cleaned(text: string): string {
  return text
    .replace(LINE_ENDS, "\n")
    .replace(UNSEEN, "")
    .replace(HALF, "\ufffd")
    .replace(/\p{M}+/gu, streamSafe);
}

function streamSafe(marks: string): string {
  if (marks.length <= MAX_MARKS) return marks;
  return marks.match(MARKS)!.join(COMBINING_GRAPHEME_JOINER);
}

/** Whether there is nothing in the text that people see. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{C}\p{Default_Ignorable_Code_Point}]/u.test(text);
}

/** How many characters the text has, as Unicode counts them (an emoji is one), without the joiners of `cleaned`. */
export function charactersIn(text: string): number {
  return text.length - (text.match(/[\u{10000}-\u{10ffff}]|\u034f/gu)?.length ?? 0);
}

/** The text, cut to so many characters, the last an ellipsis, where it has more. */
export function cutTo(text: string, characters: number): string {
  if (text.length <= characters || charactersIn(text) <= characters) return text;
  const kept = Array.from(text.slice(0, 2 * characters)).slice(0, characters - 1);
  return `${kept.join("").trimEnd()}…`;
}

/** The same as `cleaned` for a text that comes bit by bit, where a character or a line end may be cut in two. */
export function cleanedBits(): (bit: string) => string {
  let waiting = "";
  return (bit) => {
    const text = waiting + bit;
    waiting = /[\ud800-\udbff\r]$/.exec(text)?.[0] ?? "";
    return cleaned(text.slice(0, text.length - waiting.length));
  };
}
