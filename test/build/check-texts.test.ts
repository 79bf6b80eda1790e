import { expect, it } from "@jest/globals";
import { type CheckedText, wordProblems } from "../../src/build/check-texts.js";

const line = "Studentrabatten gjelder for studenter i Sverige, Norge og Danmark.";
const text = (file: string, ...paragraphs: string[]) =>
  ({ file: `content/pages/${file}.md`, words: 200, minWords: 150, paragraphs, sections: [] }) as unknown as CheckedText;
const problemsOf = (...texts: CheckedText[]) =>
  wordProblems(texts).map(({ file, field, message }) => `${file} · ${field}: ${message}`);

it("a line can be the same in two translations, but neither on two pages, nor with more lines or in a paragraph", () => {
  const countOf = (...same: string[]) => problemsOf(text("join/sv", ...same), text("join/nb", ...same)).length;
  expect({
    line: countOf(line),
    lines: countOf(line, line.replace("Danmark", "Finland")),
    paragraph: countOf(line + line),
  }).toEqual({ line: 0, lines: 2, paragraph: 1 });
  expect(problemsOf(text("join/sv", line), text("about/nb", line))).toEqual([
    "content/pages/about/nb.md · Studentrabatten gjelder for studenter i : is also in content/pages/join/sv.md",
  ]);
});
