import type { Library } from "../content/library.js";
import { type Article, type ArticleKind, minutesToRead } from "../domain/article.js";
import { conceptOfCode } from "../domain/concept.js";
import { dateInWords } from "../domain/dates-in-words.js";

export const kindLabelKeys: Readonly<Record<ArticleKind, string>> = {
  guide: "articles:kind.guide",
  perspective: "articles:kind.perspective",
};

export function articleRow(
  article: Article,
  { addresses, illustrationPhase }: Pick<Library, "addresses" | "illustrationPhase">,
) {
  const { kind, locale, title, description, published } = article;
  return {
    kind: kindLabelKeys[kind],
    title,
    description,
    path: addresses.articlePath(article, locale),
    theme: conceptOfCode(article.concept).slug,
    phase: illustrationPhase(article),
    minutes: minutesToRead(article),
    /** ISO date for the time element; `date` is the same, translated. */
    published: published.slice(0, 10),
    date: dateInWords(published.slice(0, 10), locale),
  };
}
