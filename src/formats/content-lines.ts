/** Without the line end (RFC 5545 §3.1). */
const MAX_LINE_OCTETS = 75;

/** RFC 5545 §3.3.11 (TEXT). */
export function escapeText(text: string): string {
  return cleanText(text)
    .replace(/[\\;,]/g, "\\$&")
    .replaceAll("\n", "\\n");
}

/** Every line end becomes a newline (UTS 18 RL1.6), each character that TEXT cannot hold U+FFFD. */
export function cleanText(text: string): string {
  return text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, "\n").replace(/(?![\t\n])[\p{Cc}\p{Cs}]/gu, "\ufffd");
}

/** `ics` returns some lines already folded. */
export function foldLines(lines: readonly string[]): string {
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

function fold(line: string): string {
  let text = "";
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > MAX_LINE_OCTETS) {
      text += "\r\n ";
      octets = 1;
    }
    text += character;
    octets += size;
  }
  return text;
}
