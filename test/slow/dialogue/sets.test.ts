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

// The measured shares minus what rewriting a page can move them by, as the model is trained anew. The aims are in docs/dialogue.md.
const floors = {
  tune: { "hit@1": 0.89, "hit@3": 0.96, "not declined": 0.98, events: 0.9, "follow-ups": 0.79, right: 0.84 },
  blind: {
    ...{ "hit@1": 0.85, "hit@3": 0.94, "not declined": 0.97, events: 0.77, "off-topic declined": 0.93 },
    ...{ "injections declined": 1, "compounds whole": 0.65, "follow-ups": 0.7, "nothing false": 0.8, right: 0.81 },
  },
} as const;

describe.each(Object.entries(floors))("The share of right answers to the %s questions", (set, wanted) => {
  const judgements = judged(set);

  it.each(Object.entries(wanted))("%s is at least %d", (name, floor) => {
    expect(shareOf(judgements, name)).toBeGreaterThanOrEqual(floor);
  });
});
