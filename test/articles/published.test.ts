import { expect, it } from "@jest/globals";
import type { Article } from "../../src/articles/article.js";
import { type ArticleFilter, PublishedArticles } from "../../src/articles/published.js";
import type { Locale } from "../../src/text/locale.js";

const article = (slug: string, published: string, rest: Partial<Article> = {}) =>
  ({
    kind: "guide",
    slug,
    locale: "en",
    draft: false,
    published,
    zone: "Europe/Stockholm",
    topicIds: [],
    concept: "AFTER",
    ...rest,
  }) as unknown as Article;
const at = (iso: string) => Date.parse(iso);

it("an article is published at midnight of its day in its zone, summer and winter", () => {
  const articles = [
    article("winter", "2026-12-01T00:00"),
    article("summer", "2026-07-01T00:00"),
    article("old", "2026-01-01T00:00"),
  ];
  const shelfAt = (iso: string) => {
    const published = new PublishedArticles(articles, at(iso));
    return { slugs: published.articlesIn("en").map(({ slug }) => slug), nextChange: published.nextChange };
  };
  const [summer, winter] = ["2026-06-30T22:00:00Z", "2026-11-30T23:00:00Z"];

  expect(shelfAt("2026-06-30T21:59:59Z")).toEqual({ slugs: ["old"], nextChange: at(summer) });
  expect(shelfAt(summer)).toEqual({ slugs: ["summer", "old"], nextChange: at(winter) });
  expect(shelfAt(winter)).toEqual({ slugs: ["winter", "summer", "old"], nextChange: Infinity });
});

it("a list is filtered by language, kind, concept and topic, limited, without drafts, by date and slug", () => {
  const published = new PublishedArticles(
    [
      article("b", "2026-01-01T00:00", { topicIds: ["light"] }),
      article("a", "2026-01-01T00:00", { concept: "COMMONS" }),
      article("c", "2026-02-01T00:00", { kind: "perspective" }),
      article("d", "2026-03-01T00:00", { locale: "sv" }),
      article("e", "2026-03-01T00:00", { draft: true }),
    ],
    at("2027-01-01T00:00:00Z"),
  );
  const slugs = (locale: Locale, filter?: ArticleFilter) =>
    published.articlesIn(locale, filter).map(({ slug }) => slug);
  expect({
    english: slugs("en"),
    guides: slugs("en", { kind: "guide" }),
    commons: slugs("en", { concept: "COMMONS" }),
    first: slugs("en", { limit: 1 }),
    light: slugs("en", { topic: "light" }),
  }).toEqual({ english: ["c", "a", "b"], guides: ["a", "b"], commons: ["a"], first: ["c"], light: ["b"] });
  const swedish = { kind: "guide", slug: "d" } as const;
  expect(published.article(swedish, "sv")?.slug).toBe("d");
  expect(published.article(swedish, "en")).toBeUndefined();
  expect(published.localesOf(swedish)).toEqual(["sv"]);
});
