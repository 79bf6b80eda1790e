import type { Problem } from "../content/problems.js";
import { publishedAt, updatedAt } from "../domain/article.js";
import { locales } from "../domain/locale.js";
import { dateAt } from "../domain/wall-clock.js";
import type { Services } from "../services.js";
import { pageNames } from "../site/paths.js";
import { fileOf, type SiteText } from "./site-texts.js";

export function wordProblems(texts: readonly SiteText[]): Problem[] {
  const files = new Map<string, string>();
  return texts.flatMap(({ file, words, minWords, paragraphs }) => {
    const short = words < minWords ? [{ file, field: "", message: `has ${words} words, fewer than ${minWords}` }] : [];
    const repeated = paragraphs.filter(isProse).flatMap((paragraph) => {
      const other = files.get(paragraph);
      files.set(paragraph, file);
      return other ? [{ file, field: paragraph.slice(0, 40), message: `is also in ${other}` }] : [];
    });
    return [...short, ...repeated];
  });
}

export function futureUpdates({ library, clock }: Pick<Services, "library" | "clock">): Problem[] {
  const today = dateAt(clock(), library.organisation.timezone);
  const articles = library.articles.filter(
    (article) => publishedAt(article) <= clock() && updatedAt(article) > clock(),
  );
  const pages = pageNames.flatMap((name) =>
    locales
      .filter((locale) => library.page(name, locale).updated > today)
      .map((locale) => `content/pages/${name}/${locale}.md`),
  );
  const files = [...articles.map(fileOf), ...pages];
  return files.map((file) => ({ file, field: "updated", message: "is in the future, but the text is published" }));
}

/** Labels, code and footnotes can be equal in several languages. */
function isProse(paragraph: string): boolean {
  return paragraph.length >= 60 && !/^(?:```|\[\^)/.test(paragraph);
}
