import { expect, it } from "@jest/globals";
import { minutesToRead } from "../../src/domain/article.js";
import { eventIdOf, monthsBefore } from "../../src/domain/submission.js";
import { countWords } from "../../src/site/page.js";
import { forEvery } from "../support/for-every.js";

forEvery([
  [0, ["", " - | --- ## "]],
  [1, ["one", "é", "3:e", "a-b", "(a", "å"]],
  [2, ["two words", "two\nwords", "– a – b", "| --- | - |\n## Two words"]],
])("a word begins with a letter or a digit", (words, texts) => {
  expect(texts.filter((text) => countWords(text) !== words)).toEqual([]);
});

it("reading takes one minute for two hundred words, and at least one", () => {
  const minutes = { 2: 1, 250: 1, 320: 2, 1000: 5, 1100: 6 };
  for (const [words, expected] of Object.entries(minutes))
    expect({ words, minutes: minutesToRead({ words: Number(words) }) }).toEqual({ words, minutes: expected });
});

it("monthsBefore keeps the time of the day, and ends on the last day of a shorter month", () => {
  expect(monthsBefore("2026-11-21T09:00:00.000Z", 12)).toBe("2025-11-21T09:00:00.000Z");
  expect(monthsBefore("2027-03-31T23:59:59.999Z", 1)).toBe("2027-02-28T23:59:59.999Z");
});

it("a submission is about the chosen date, or else the one in its link", () => {
  expect(eventIdOf({ date: "a-2027-01-01", event: "b-2027-01-01" })).toBe("a-2027-01-01");
  expect(eventIdOf({ date: "", event: "b-2027-01-01" })).toBe("b-2027-01-01");
  expect(eventIdOf({ date: "", event: "" })).toBeUndefined();
});
