/**
 * How iCalendar writes text and lines, whatever they say.
 *
 * Units   a line is at most 75 octets of UTF-8 without its end.
 * Errors  none: any string can be given.
 * Source  RFC 5545 §3.1 (content lines), §3.3.11 (TEXT).
 */

const LINE_OCTETS = 75;

/** A value of type TEXT. */
export function escaped(text: string): string {
  return clean(text)
    .replace(/[\\;,]/g, "\\$&")
    .replaceAll("\n", "\\n");
}

/** A newline for every kind of line end (Unicode UTS 18 RL1.6), and U+FFFD for each character that TEXT cannot hold. */
export function clean(text: string): string {
  return text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, "\n").replace(/(?![\t\n])[\p{Cc}\p{Cs}]/gu, "\ufffd");
}

/** Each line folded where it is too long, but within no character, and ended. A line may be folded already. */
export function folded(lines: readonly string[]): string {
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

function fold(line: string): string {
  let text = "";
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE_OCTETS) {
      text += "\r\n ";
      octets = 1;
    }
    text += character;
    octets += size;
  }
  return text;
}
