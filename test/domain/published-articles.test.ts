import { expect, it } from "@jest/globals";
import { type Article, minutesToRead } from "../../src/domain/article.js";
import { publishedArticles } from "../../src/domain/published-articles.js";

const article = (slug: string, published: string, rest: Partial<Article> = {}): Article => ({
  kind: "guide",
  slug,
  locale: "en",
  title: slug,
  description: "",
  author: "",
  draft: false,
  published,
  updated: published,
  zone: "Europe/Stockholm",
  topics: [],
  topicIds: [],
  concept: "AFTER",
  related: [],
  contents: [],
  html: "",
  markdown: "",
  words: 0,
  next: { heading: "", text: "", action: "", href: "" },
  ...rest,
});
const at = (iso: string) => Date.parse(iso);

it("an article is published at midnight of its day in its zone, summer and winter", () => {
  let now = at("2026-06-30T21:59:59Z");
  const shelf = publishedArticles(
    [article("winter", "2026-12-01T00:00"), article("summer", "2026-07-01T00:00"), article("old", "2026-01-01T00:00")],
    () => now,
  );
  const slugs = () =>
    shelf
      .current()
      .list("en")
      .map(({ slug }) => slug);

  expect([slugs(), shelf.current().validUntil]).toEqual([["old"], at("2026-06-30T22:00:00Z")]);
  now = at("2026-06-30T22:00:00Z");
  expect([slugs(), shelf.current().validUntil]).toEqual([["summer", "old"], at("2026-11-30T23:00:00Z")]);
  now = at("2026-11-30T23:00:00Z");
  expect([slugs(), shelf.current().validUntil]).toEqual([["winter", "summer", "old"], Infinity]);
});

it("a list is filtered by language, kind and concept, limited, and ordered by date and slug", () => {
  const shelf = publishedArticles(
    [
      article("b", "2026-01-01T00:00"),
      article("a", "2026-01-01T00:00", { concept: "COMMONS" }),
      article("c", "2026-02-01T00:00", { kind: "perspective" }),
      article("d", "2026-03-01T00:00", { locale: "sv" }),
      article("e", "2026-03-01T00:00", { draft: true }),
    ],
    () => at("2027-01-01T00:00:00Z"),
  );
  const slugs = (...query: Parameters<ReturnType<typeof shelf.current>["list"]>) =>
    shelf
      .current()
      .list(...query)
      .map(({ slug }) => slug);

  expect(slugs("en")).toEqual(["c", "a", "b"]);
  expect(slugs("en", { limit: 2 })).toEqual(["c", "a"]);
  expect(slugs("en", { kind: "guide" })).toEqual(["a", "b"]);
  expect(slugs("en", { concept: "COMMONS" })).toEqual(["a"]);
  expect(slugs("en", { concept: "AFTER", limit: 1 })).toEqual(["c"]);
  expect(slugs("sv")).toEqual(["d"]);
  expect(slugs("nb")).toEqual([]);
  expect(shelf.current().find({ kind: "guide", slug: "d" }, "sv")?.slug).toBe("d");
  expect(shelf.current().find({ kind: "guide", slug: "d" }, "en")).toBeUndefined();
  expect(shelf.current().find({ kind: "perspective", slug: "d" }, "sv")).toBeUndefined();
  expect(shelf.current().find({ kind: "guide", slug: "e" }, "en")).toBeUndefined();
  const [inSwedish, inNone] = ["d", "e"].map((slug) => shelf.current().localesOf({ kind: "guide", slug }));
  expect([inSwedish, inNone]).toEqual([["sv"], []]);
});

it("a list is valid until the next article is published", () => {
  let now = at("2026-06-01T00:00:00Z");
  const shelf = publishedArticles([article("later", "2026-07-01T00:00")], () => now);
  const before = shelf.current();
  expect(shelf.current()).toBe(before);
  now = at("2026-07-01T00:00:00Z");
  expect([before.list("en").length, before.validUntil]).toEqual([0, at("2026-06-30T22:00:00Z")]);
  expect([shelf.current().list("en").length, shelf.current().validUntil]).toEqual([1, Infinity]);
});

it("minutesToRead is one minute for two hundred words, and at least one", () => {
  const minutes = (words: number) => minutesToRead({ words });
  expect([2, 250, 320, 1000, 1100].map(minutes)).toEqual([1, 1, 2, 5, 6]);
});

it("an article is unpublished again if the clock is set back", () => {
  let now = at("2031-01-01T00:00:00Z");
  const shelf = publishedArticles([article("later", "2027-07-01T00:00")], () => now);
  expect(shelf.current().list("en")).toHaveLength(1);
  now = at("2027-01-01T00:00:00Z");
  expect(shelf.current().list("en")).toEqual([]);
});
