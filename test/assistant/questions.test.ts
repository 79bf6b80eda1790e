import { readFileSync } from "node:fs";
import { expect, it } from "@jest/globals";
import { type Locale, locales } from "../../src/domain/locale.js";
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

/** Where each question that is suggested, in the texts of pages or in the words of the panel, is answered. */
const suggested = JSON.parse(readFileSync("test/assistant/suggested.json", "utf8")) as Record<
  Locale,
  Record<string, string>
>;

it.each(locales)("what the panel suggests asking in %s is answered, and from its place", (locale) => {
  const { ask } = JSON.parse(readFileSync(`locales/${locale}/dialogue.json`, "utf8")) as {
    ask: Record<string, Record<string, string>>;
  };
  const ofPages = site.pages.flatMap((name) => site.library.page(name, locale).ask);
  const questions = new Set([...ofPages, ...Object.values(ask).flatMap((room) => Object.values(room))]);
  const answered = [...questions].map((question) => {
    const { kind, sources } = site.conversation([question], locale);
    return [question, kind === "passages" || kind === "events" ? sources[0]!.path : kind];
  });
  const places = Object.entries(suggested[locale]).map(([question, path]) => [
    question,
    `/${locale}${path}`.replace(/\/$/, ""),
  ]);
  expect(Object.fromEntries(answered)).toEqual(Object.fromEntries(places));
});
