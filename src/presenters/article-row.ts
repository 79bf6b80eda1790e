import type { Library } from "../content/library.js";
import { type Article, minutesToRead } from "../domain/article.js";
import { conceptOfCode } from "../domain/concept.js";
import { dateInWords } from "../text/dates-in-words.js";

export function articleRow(article: Article, { addresses, illustrationPhase }: Library) {
  const { kind, locale, title, description, published } = article;
  return {
    kind: `articles:kind.${kind}`,
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
