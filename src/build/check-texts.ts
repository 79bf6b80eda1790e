import type { i18n } from "i18next";
import { articleName, isPageName, type PageName, pageNames } from "../addresses/paths.js";
import { sections, viewIds } from "../addresses/sections.js";
import { publishedAt, updatedAt } from "../articles/article.js";
import { topicOf } from "../assistant/embedded/topics.js";
import type { Article } from "../content/article.js";
import { articleFile } from "../content/articles.js";
import type { Phrases } from "../content/dialogue.js";
import { eventFile } from "../content/events.js";
import type { Library } from "../content/library.js";
import { textsIn, typedProblem } from "../content/markup.js";
import { countWords, textsOf } from "../content/page.js";
import type { ContentProblem } from "../content/problems.js";
import type { Site } from "../site.js";
import { type Locale, locales } from "../text/locale.js";
import { dateAt, type Instant } from "../text/wall-clock.js";

export function lengthProblems({ file, words, minWords }: CheckedText): ContentProblem[] {
  return words < minWords ? [{ file, field: "", message: `has ${words} words, fewer than ${minWords}` }] : [];
}

/** Interface texts that visitors would read as they were typed. */
export function localeProblems(i18n: i18n): ContentProblem[] {
  const bundles = locales.flatMap((locale) =>
    Object.entries(i18n.getDataByLanguage(locale) ?? {}).map(([name, texts]) => ({
      file: `locales/${locale}/${name}.json`,
      texts,
    })),
  );
  return bundles.flatMap(({ file, texts }) =>
    textsIn(texts).flatMap(({ path, text }) => {
      const field = path.join(".");
      if (text.trim() === "") return { file, field, message: "is empty" };
      const message = typedProblem(text.replace(/\{\{[^{}]*\}\}/g, ""));
      return message ? [{ file, field, message }] : [];
    }),
  );
}

/** The parts of this page are the discounts of membership.json, which come and go: their phrases may stay. */
const isOfDiscount = (name: string) => name.startsWith("commerce-commons-discounts#");

/** Phrases of a page, section or article that is gone. */
export function phraseProblems(phrases: Readonly<Record<Locale, Phrases>>, library: Library): ContentProblem[] {
  const message = "is no page, section or article: its phrases answer nothing";
  return locales.flatMap((locale) =>
    [...phrases[locale].keys()]
      .filter((name) => topicOf(name, library.cities).kind === "place" && !isOfDiscount(name))
      .filter((name) => !existsPlace(name, locale, library))
      .map((name) => ({ file: `content/dialogue/${locale}.txt`, field: `# ${name}`, message })),
  );
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
  return Object.values(sections).flatMap(({ page, id }) =>
    locales
      .filter((locale) => !library.page(page, locale).sections.some((section) => section.id === id))
      .map((locale) => ({ file: pageFile(page, locale), field: `{#${id}}`, message })),
  );
}

/** Events and published texts that say they were updated after today. */
export function futureUpdates({ library, clock }: Pick<Site, "library" | "clock">): ContentProblem[] {
  const { articles, events, organisation, page } = library;
  const dateOf = (instant: Instant) => dateAt(instant, organisation.timezone);
  const published = articles.filter((article) => publishedAt(article) <= clock());
  const updates = [
    ...pageNames.flatMap((name) =>
      locales.map((locale) => ({ file: pageFile(name, locale), field: "updated", date: page(name, locale).updated })),
    ),
    ...published.map((article) => ({ file: fileOf(article), field: "updated", date: dateOf(updatedAt(article)) })),
    ...events.flatMap(({ slug, updated, overrides }) => {
      const file = `content/${eventFile(slug)}`;
      const ofDates = Object.entries(overrides).map(([date, override]) => ({
        file,
        field: `overrides.${date}.updated`,
        date: dateOf(override.updated ?? updated),
      }));
      return [{ file, field: "updated", date: dateOf(updated) }, ...ofDates];
    }),
  ];
  const today = dateOf(clock());
  return updates
    .filter(({ date }) => date > today)
    .map(({ file, field }) => ({ file, field, message: "is in the future" }));
}

const pageFile = (name: PageName, locale: Locale) => `content/pages/${name}/${locale}.md`;

const MIN_PAGE_WORDS = 150;
const MIN_ARTICLE_WORDS = 700;

export type CheckedText = ReturnType<typeof checkedTexts>[number];

export function checkedTexts({ addresses, articles, page: textOf }: Library) {
  const pages = pageNames.flatMap((name) =>
    locales.map((locale) => {
      const page = textOf(name, locale);
      const texts = textsOf(page);
      return {
        file: pageFile(name, locale),
        path: addresses.pathTo(name, locale),
        ids: texts.map(({ id }) => id),
        words: countWords(texts.flatMap(({ title, markdown }) => [title, markdown]).join("\n")),
        minWords: MIN_PAGE_WORDS,
      };
    }),
  );
  const articleTexts = articles.map((article) => ({
    file: fileOf(article),
    path: addresses.articlePath(article, article.locale),
    ids: article.contents.map(({ id }) => id),
    words: article.words,
    minWords: article.draft ? 0 : MIN_ARTICLE_WORDS,
  }));
  return [...pages, ...articleTexts];
}

const fileOf = (article: Article) => `content/${articleFile(article, article.locale)}`;
