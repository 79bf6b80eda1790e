import { articleName, isPageName, type PageName, pageNames } from "../addresses/paths.js";
import { sections, viewIds } from "../addresses/sections.js";
import { type Article, publishedAt, updatedAt } from "../content/article.js";
import { articleFile } from "../content/articles.js";
import type { PhrasesByLocale } from "../content/dialogue.js";
import { eventFile } from "../content/events.js";
import type { Library } from "../content/library.js";
import { countWords, textsOf } from "../content/page.js";
import type { ContentProblem } from "../content/problems.js";
import { topicOf } from "../dialogue/site/topics.js";
import { type Locale, locales } from "../text/locale.js";
import { dateAt, type Instant, type LocalDate } from "../text/wall-clock.js";

export function lengthProblems({ file, words, minWords }: CheckedText): ContentProblem[] {
  return words < minWords ? [{ file, field: "", message: `has ${words} words, fewer than ${minWords}` }] : [];
}

/** Phrases of a page, section or article that is gone. */
export function phraseProblems(phrases: PhrasesByLocale, library: Library): ContentProblem[] {
  const message = "is no page, section or article: its phrases answer nothing";
  const problems: ContentProblem[] = [];
  for (const locale of locales)
    for (const name of phrases[locale].keys()) {
      const isPlace = topicOf(name, library.cities).kind === "place";
      // The parts of this page are the discounts of membership.json, which come and go: their phrases may stay.
      if (!isPlace || name.startsWith("commerce-commons-discounts#") || existsPlace(name, locale, library)) continue;
      problems.push({ file: `content/dialogue/${locale}.txt`, field: `# ${name}`, message });
    }
  return problems;
}

function existsPlace(place: string, locale: Locale, { articles, page }: Library): boolean {
  const [name = "", id] = place.split("#");
  const texts = isPageName(name)
    ? textsOf(page(name, locale))
    : articles.find((article) => articleName(article) === name)?.contents;
  return texts !== undefined && (id === undefined || id === viewIds.subscribe || texts.some((text) => text.id === id));
}

export function missingSections(library: Library): ContentProblem[] {
  const message = "is missing: the code shows this section by its id";
  const problems: ContentProblem[] = [];
  for (const { page, id } of Object.values(sections))
    for (const locale of locales)
      if (!library.page(page, locale).sections.some((section) => section.id === id))
        problems.push({ file: pageFile(page, locale), field: `{#${id}}`, message });
  return problems;
}

/** Events and published texts that say they were updated after today. */
export function futureUpdates({ articles, events, organisation, page }: Library, now: Instant): ContentProblem[] {
  const problems: ContentProblem[] = [];
  const dateOf = (instant: Instant) => dateAt(instant, organisation.timezone);
  const check = (file: string, date: LocalDate, field = "updated") => {
    if (date > dateOf(now)) problems.push({ file, field, message: "is in the future" });
  };
  for (const name of pageNames) for (const locale of locales) check(pageFile(name, locale), page(name, locale).updated);
  for (const article of articles) if (publishedAt(article) <= now) check(fileOf(article), dateOf(updatedAt(article)));
  for (const { slug, updated, overrides } of events) {
    const file = `content/${eventFile(slug)}`;
    check(file, dateOf(updated));
    for (const [date, override] of Object.entries(overrides))
      check(file, dateOf(override.updated ?? updated), `overrides.${date}.updated`);
  }
  return problems;
}

const pageFile = (name: PageName, locale: Locale) => `content/pages/${name}/${locale}.md`;
const fileOf = (article: Article) => `content/${articleFile(article, article.locale)}`;

const MIN_PAGE_WORDS = 150;
const MIN_ARTICLE_WORDS = 700;

/** A page or an article in one language. */
export interface CheckedText {
  readonly file: string;
  readonly path: string;
  readonly ids: readonly string[];
  readonly words: number;
  readonly minWords: number;
}

export function checkedTexts({ addresses, articles, page }: Library): CheckedText[] {
  const checked: CheckedText[] = [];
  for (const name of pageNames)
    for (const locale of locales) {
      const texts = textsOf(page(name, locale));
      checked.push({
        file: pageFile(name, locale),
        path: addresses.pathTo(name, locale),
        ids: texts.map(({ id }) => id),
        words: countWords(texts.map(({ title, markdown }) => `${title}\n${markdown}`).join("\n")),
        minWords: MIN_PAGE_WORDS,
      });
    }
  for (const article of articles)
    checked.push({
      file: fileOf(article),
      path: addresses.articlePath(article, article.locale),
      ids: article.contents.map(({ id }) => id),
      words: article.words,
      minWords: article.draft ? 0 : MIN_ARTICLE_WORDS,
    });
  return checked;
}
