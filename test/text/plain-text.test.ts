import { expect, it } from "@jest/globals";
import { escapeHtml, escapeMarkdown } from "../../src/text/escaping.js";
import { keepWordsTogether, nonBreaking } from "../../src/text/non-breaking.js";
import { countCharacters, isBlank, sanitizeText, truncate } from "../../src/text/plain-text.js";
import { forEvery } from "../support/for-every.js";

const JOINER = "\u034f";
const joined = "کتاب\u200cها क्\u200dष 👨\u200d👩🏽\u200d👧 ❤\ufe0f\u200d🔥 1\ufe0f\u20e3";

forEvery([
  ["a\r\nb\rc\u0085d\u2028e\u2029f\n\ng", "a\nb\nc\nd\ne\nf\n\ng"],
  ["tab\t stays\u0000\u0008\u000b\u001f\u007f\u009f\ufffe\uffff", "tab\t stays"],
  ["\u00a0é\u0020~", "\u00a0é\u0020~"],
  ["\u202aa\u200bb\u00ad\u2060c\ufeff\u202c\u200e\u061c\u3164 \u200dd\u200c", "abc d"],
  [joined, joined],
  ["Ada\ufe0f 😀\ufe0f\ufe0f\u{e0101}", "Ada 😀\ufe0f"],
  ["hidden\u{e0000}\u{e0041}\u{e007f} text", "hidden text"],
  ["lone \ud83d and \ude00, whole 😀", "lone \ufffd and \ufffd, whole 😀"],
  [`a${"\u0301".repeat(30)}b`, `a${"\u0301".repeat(30)}b`],
  [`a${"\u0301".repeat(31)}b`, `a${"\u0301".repeat(30)}${JOINER}\u0301b`],
  [`a${"\u0301".repeat(61)}`, `a${"\u0301".repeat(30)}${JOINER}${"\u0301".repeat(30)}${JOINER}\u0301`],
])("sanitizeText keeps what can be seen, and thirty combining marks in a row", (raw, clean) => {
  expect(sanitizeText(raw)).toBe(clean);
});

it("text of whitespace, controls and invisible characters is blank", () => {
  const blank = ["", " \t\n\u00a0", "\u0000\u200b\u2060", "\ufe0f", "\u3164"];
  expect([...blank, "a", " .", "\u200b1", "😀"].filter(isBlank)).toEqual(blank);
});

it("an emoji counts as one character, and a joiner as none", () => {
  const lengths = { "": 0, abc: 3, "a😀b": 3, "😀😀": 2, [`a${JOINER}b`]: 2 };
  for (const [text, length] of Object.entries(lengths))
    expect({ text, length: countCharacters(text) }).toEqual({ text, length });
});

forEvery([
  ["abcde", 5, "abcde"],
  ["abcdef", 5, "abcd…"],
  ["abc def", 5, "abc…"],
  ["😀😀😀😀😀", 5, "😀😀😀😀😀"],
  ["😀😀😀😀😀😀", 5, "😀😀😀😀…"],
  ["a😀😀😀😀😀bcdef", 5, "a😀😀😀…"],
])("truncate ends a longer text in an ellipsis, within its limit", (text, characters, expected) => {
  expect(truncate(text, characters)).toBe(expected);
});

const shown = (text: string) => text.replaceAll("\u2060", "·").replaceAll("\u00a0", "_");

it("short words with hyphens and spans of time stay on one line, and longer words can break at their hyphens", () => {
  const addresses = "a-b@example.com https://a-b.example/c-d www.a-b.example";
  for (const [text, together] of Object.entries({
    "Skriv e-post (e-post!) till e-posten": "Skriv e-·post (e-·post!) till e-·posten",
    "B-to-B, plan-B and X-ray": "B-·to-·B, plan-·B and X-·ray",
    "08:00–11:00 AI-pilot – e-commerce-led": "08:00–·11:00 AI-pilot – e-·commerce-led",
    [addresses]: addresses,
  }))
    expect(shown(keepWordsTogether(text))).toBe(together);
});

it("a date stays together, `kl.` stays with its time, and a short preposition with a name", () => {
  const text = "Den 9 februari 2027 kl. 17:30 i Göteborg, e-post i tid. 27. november er 2 uker før. 27 November is";
  const together =
    "Den 9_februari_2027 kl._17:30 i_Göteborg, e-·post i tid. 27._november er 2 uker før. 27_November is";
  expect(shown(nonBreaking(text))).toBe(together);
});

it("escaped text has no sign that HTML or Markdown would read", () => {
  expect(escapeHtml('<a b="c">&amp;')).toBe("&lt;a b=&quot;c&quot;&gt;&amp;amp;");
  const signs = [..."\\`*_{}[]<>#|~&"];
  expect(escapeMarkdown(signs.join(""))).toBe(signs.map((sign) => `\\${sign}`).join(""));
});
