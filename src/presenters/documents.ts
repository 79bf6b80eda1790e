import { type Article, updatedIso } from "../domain/article.js";
import { isLocale, type Locale, locales } from "../domain/locale.js";
import { pageUpdatedIso, textsOf } from "../site/page.js";
import { pageNames } from "../site/paths.js";
import { viewIds } from "../site/sections.js";
import { eventInWords } from "../text/event-in-words.js";
import { articlePresenter } from "./article.js";
import { datePresenter } from "./date.js";
import { pagePresenter } from "./page.js";
import type { Site } from "./site.js";

export type Documents = ReturnType<typeof markdownDocuments>;

/** Pages, dates and published articles, found by their address. */
export function markdownDocuments(site: Site) {
  const { agenda, articles, baseUrl, library, recordOf } = site;
  const { pathTo, articlePath, articleAt, dateAt } = library.addresses;
  const pageTexts = pagePresenter(site);
  const dateTexts = datePresenter(site);
  const articleTexts = articlePresenter(site);

  const makePages = () =>
    locales.flatMap((locale) =>
      pageNames.map((name) => {
        const page = library.page(name, locale);
        const updated = pageUpdatedIso(page, library.organisation.timezone);
        return { name, path: pathTo(name, locale), title: page.title, description: page.description, locale, updated };
      }),
    );
  let made: ReturnType<typeof makePages> | undefined;
  /** Read at the first call, so that a page with an error does not end the start. */
  const pages = () => (made ??= makePages());
  const summaryOf = (article: Article) => {
    const { title, description, locale } = article;
    return { path: articlePath(article, locale), title, description, locale, updated: updatedIso(article) };
  };

  const documentOfPage = (page: ReturnType<typeof makePages>[number]) => ({
    ...page,
    hasId: (id: string) =>
      Object.hasOwn(viewIds, id) || textsOf(library.page(page.name, page.locale)).some((text) => text.id === id),
    text: () => pageTexts.markdown(page.name, page.locale),
  });

  /** `path` is without the language. */
  const findDate = (path: string, locale: Locale) => {
    const occurrence = agenda.current().find(dateAt(path) ?? "");
    if (!occurrence) return undefined;
    const record = recordOf(occurrence, locale);
    return {
      path: record.path,
      title: eventInWords(record),
      description: record.summary,
      locale: record.locale,
      updated: record.updatedAt,
      hasId: (id: string) => id === viewIds.form,
      text: () => dateTexts.markdown(occurrence, locale),
    };
  };

  const findArticle = (path: string, locale: Locale) => {
    const id = articleAt(path);
    const article = id && articleTexts.findArticle(id, locale);
    return (
      article && {
        ...summaryOf(article),
        hasId: (id: string) => article.html.includes(` id="${id}"`),
        text: () => articleTexts.markdown(article, locale),
      }
    );
  };

  return {
    list: () => [...pages(), ...locales.flatMap((locale) => articles.current().list(locale).map(summaryOf))],

    /** Takes an address of the site, with or without origin, extension, query and fragment. */
    find(address: string) {
      if (!URL.canParse(address, baseUrl)) return undefined;
      const { origin, pathname } = new URL(address, baseUrl);
      if (origin !== baseUrl) return undefined;
      const path = pathname.replace(/(?:\.md|\/)$/, "");
      const page = pages().find((page) => page.path === path);
      if (page) return documentOfPage(page);
      const [, locale, rest = ""] = /^\/([^/]+)(\/.*)$/.exec(path) ?? [];
      return isLocale(locale) ? (findDate(rest, locale) ?? findArticle(rest, locale)) : undefined;
    },
  };
}
