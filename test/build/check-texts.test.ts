import { expect, it } from "@jest/globals";
import { type CheckedText, wordProblems } from "../../src/build/check-texts.js";

const line = "Studentrabatten gjelder for studenter i Sverige, Norge og Danmark.";
const text = (file: string, ...paragraphs: string[]) =>
  ({ file: `content/pages/${file}.md`, words: 200, minWords: 150, paragraphs, sections: [] }) as unknown as CheckedText;
const problemsOf = (...texts: CheckedText[]) =>
  wordProblems(texts).map(({ file, field, message }) => `${file} · ${field}: ${message}`);

it("a line can be the same in two translations, but not on two pages", () => {
  expect(problemsOf(text("join/sv", line), text("join/nb", line))).toEqual([]);
  expect(problemsOf(text("join/sv", line), text("about/nb", line))).toEqual([
    "content/pages/about/nb.md · Studentrabatten gjelder for studenter i : is also in content/pages/join/sv.md",
  ]);
});

it("a paragraph or several lines that were not translated are reported", () => {
  const paragraph = line.repeat(2);
  const lines = [line, line.replace("Danmark", "Finland")];
  expect(problemsOf(text("join/sv", paragraph), text("join/nb", paragraph))).toHaveLength(1);
  expect(problemsOf(text("join/sv", ...lines), text("join/nb", ...lines))).toHaveLength(2);
});

it("a section that is too long is reported with its id", () => {
  const sections = [
    { id: "short", words: 110, maxWords: 110 },
    { id: "long", words: 111, maxWords: 110 },
  ];
  expect(problemsOf({ ...text("join/sv"), sections })).toEqual([
    "content/pages/join/sv.md · {#long}: has 111 words, at most 110: shorten it, or split it",
  ]);
});
