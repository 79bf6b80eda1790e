import { readFileSync } from "node:fs";
import { expect, it } from "@jest/globals";
import type { Turn } from "../../src/domain/conversation.js";
import { locales } from "../../src/domain/locale.js";
import { assistant } from "./asked.js";
import { type Item, judged, share } from "./judge.js";

const site = assistant();

it.each(locales)(
  "the questions that visitors ask in %s find their pages, and only what is no business of the site is refused",
  (locale) => {
    const items = JSON.parse(readFileSync(`test/assistant/questions/${locale}.json`, "utf8")) as Item[];
    const judgements = items.map((item) => judged(item, site.conversation(item.ask, locale), locale, site));

    expect(share(judgements, "hit@1")).toBeGreaterThanOrEqual(0.95);
    expect(share(judgements, "hit@3")).toBeGreaterThanOrEqual(0.97);
    expect(share(judgements, "says")).toBeGreaterThanOrEqual(0.95);
    for (const name of ["refusals", "events", "small talk", "language"])
      expect([name, share(judgements, name)]).toEqual([name, 1]);
  },
);

it.each(locales)("what the pages suggest asking in %s has an answer", (locale) => {
  const unanswered = site.pages
    .flatMap((name) => site.library.page(name, locale).ask)
    .filter((question) => {
      const turns: Turn[] = [{ role: "user", content: question }];
      return !["passages", "events"].includes(site.knowledge.answer(turns, locale).kind);
    });
  expect(unanswered).toEqual([]);
});
