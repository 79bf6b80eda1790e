import { expect, it } from "@jest/globals";
import type { Article } from "../../src/domain/article.js";
import { articleName, publishedIso, updatedAt, updatedIso } from "../../src/domain/article.js";
import { eventIdOf, monthsBefore } from "../../src/domain/submission.js";
import { countWords, type Page, sectionOf } from "../../src/site/page.js";

const text = (id: string, title: string, markdown: string) => ({ id, title, markdown, html: "" });
const page = {
  title: "Tables",
  sections: [
    { ...text("idea", "The idea", "We meet at a table."), parts: [{ ...text("one", "First", "Sit."), time: null }] },
    { ...text("seats", "Twelve seats", "And a host."), parts: [] },
  ],
} as unknown as Page;

it("sectionOf finds a section by its id, and throws an error with the page and the id if it is missing", () => {
  expect(sectionOf(page, "seats").title).toBe("Twelve seats");
  expect(() => sectionOf(page, "one")).toThrow(new RangeError('The page "Tables" has no section "one"'));
});

it("a word begins with a letter or a digit", () => {
  expect(
    [
      ["", " - | --- ## "],
      ["one", "é", "3:e", "a-b", "(a", "å"],
      ["two words", "two\nwords", "– a – b", "| --- | - |\n## Two words"],
    ].map((texts) => texts.map(countWords)),
  ).toEqual([
    [0, 0],
    [1, 1, 1, 1, 1, 1],
    [2, 2, 2, 2],
  ]);
});

it("an article is identified by kind and slug, and its dates are instants in its own zone", () => {
  const lamps = { kind: "guide", slug: "lamps" } as const;
  expect(articleName(lamps)).toBe("guide:lamps");
  const times = {
    zone: "Europe/Stockholm",
    published: "2026-07-01T00:00",
    updated: "2026-11-20T12:00",
  };
  const article = times as Article;
  expect([publishedIso(article), updatedIso(article), updatedAt(article)]).toEqual([
    "2026-07-01T00:00:00+02:00",
    "2026-11-20T12:00:00+01:00",
    Date.parse("2026-11-20T11:00:00Z"),
  ]);
});

it("monthsBefore keeps the time of the day, and ends on the last day of a shorter month", () => {
  expect(monthsBefore("2026-11-21T09:00:00.000Z", 12)).toBe("2025-11-21T09:00:00.000Z");
  expect(monthsBefore("2027-03-31T23:59:59.999Z", 1)).toBe("2027-02-28T23:59:59.999Z");
});

it("a submission is about the chosen date, or else the one in its link", () => {
  expect(eventIdOf({ date: "a-2027-01-01", event: "b-2027-01-01" })).toBe("a-2027-01-01");
  expect(eventIdOf({ date: "", event: "b-2027-01-01" })).toBe("b-2027-01-01");
  expect([eventIdOf({}), eventIdOf({ date: "", event: "" })]).toEqual([undefined, undefined]);
});
