import { readFileSync } from "node:fs";
import { describe, expect, it } from "@jest/globals";
import { type Locale, locales } from "../../../src/domain/locale.js";
import { type Judgement, judge, type Question, totals } from "../../dialogue/judge.js";
import { testSite } from "../../dialogue/site.js";

const site = testSite();
const questionsIn = (set: string, locale: Locale) =>
  JSON.parse(readFileSync(`test/dialogue/${set}/${locale}.json`, "utf8")) as Question[];
const judged = (set: string) =>
  locales.flatMap((locale) => questionsIn(set, locale).map((question) => judge(question, locale, site)));
const shareOf = (judgements: readonly Judgement[], name: string) => {
  const { right, of } = totals(judgements)[name]!;
  return right / of;
};

// The measured shares minus what rewriting a page can move them by, as the model is trained anew.
const floors = {
  tune: { "hit@1": 0.88, "hit@3": 0.96, "not declined": 0.98, events: 0.9, "follow-ups": 0.8, right: 0.82 },
  blind: { "hit@1": 0.87, "hit@3": 0.94, "not declined": 0.97, "off-topic declined": 0.7, right: 0.77 },
} as const;

describe.each(Object.entries(floors))("The share of right answers to the %s questions", (set, wanted) => {
  const judgements = judged(set);

  it.each(Object.entries(wanted))("%s is at least %d", (name, floor) => {
    expect(shareOf(judgements, name)).toBeGreaterThanOrEqual(floor);
  });
});
