import { type Article, updatedIso } from "../domain/article.js";
import type { Occurrence } from "../domain/event.js";
import { isLocale, type Locale, locales } from "../domain/locale.js";
import { pageUpdatedIso, textsOf } from "../site/page.js";
import { type PageName, pageNames } from "../site/paths.js";
import { viewIds } from "../site/sections.js";
import { eventInWords } from "../text/event-in-words.js";
import { articlePresenter } from "./article.js";
import { datePresenter } from "./date.js";
import { pagePresenter } from "./page.js";
import type { Site } from "./site.js";

export type Documents = ReturnType<typeof markdownDocuments>;

/** Pages, dates and published articles, found by their address. Links in their `text` are paths if `origin` is empty. */
export function markdownDocuments(site: Site) {
  const { agenda, articles, baseUrl, library, recordOf } = site;
  const { pathTo, articlePath, articleAt, dateAt } = library.addresses;
  const pageMarkdown = pagePresenter(site).markdown;
  const dateMarkdown = datePresenter(site).markdown;
  const { findArticle, markdown: articleMarkdown } = articlePresenter(site);

  const ofPage = (name: PageName, locale: Locale) => {
    const page = library.page(name, locale);
    return {
      path: pathTo(name, locale),
      title: page.title,
      description: page.description,
      locale,
      updated: pageUpdatedIso(page, library.organisation.timezone),
      hasId: (id: string) => Object.hasOwn(viewIds, id) || textsOf(page).some((text) => text.id === id),
      text: (origin = baseUrl) => pageMarkdown(name, locale, origin),
    };
  };

  const ofDate = (occurrence: Occurrence, locale: Locale) => {
    const record = recordOf(occurrence, locale);
    return {
      path: record.path,
      title: eventInWords(record),
      description: record.summary,
      locale: record.locale,
      updated: record.updatedAt,
      hasId: (id: string) => id === viewIds.form,
      text: (origin = baseUrl) => dateMarkdown(occurrence, locale, origin),
    };
  };

  const ofArticle = (article: Article, locale = article.locale) => {
    const { title, description, html } = article;
    return {
      path: articlePath(article, article.locale),
      title,
      description,
      locale: article.locale,
      updated: updatedIso(article),
      hasId: (id: string) => html.includes(` id="${id}"`),
      text: (origin = baseUrl) => articleMarkdown(article, locale, origin),
    };
  };

  return {
    /** Pages, then articles. */
    list: () => [
      ...locales.flatMap((locale) => pageNames.map((name) => ofPage(name, locale))),
      ...locales.flatMap((locale) =>
        articles
          .current()
          .list(locale)
          .map((article) => ofArticle(article)),
      ),
    ],

    /** Takes an address of the site, with or without origin, extension, query and fragment. */
    find(address: string) {
      if (!URL.canParse(address, baseUrl)) return undefined;
      const { origin, pathname } = new URL(address, baseUrl);
      const path = pathname.replace(/(?:\.md|\/)$/, "");
      const [, locale, rest = ""] = /^\/([^/]+)(\/.*)?$/.exec(path) ?? [];
      if (origin !== baseUrl || !isLocale(locale)) return undefined;
      const page = pageNames.find((name) => pathTo(name, locale) === path);
      if (page) return ofPage(page, locale);
      const date = agenda.current().find(dateAt(rest) ?? "");
      if (date) return ofDate(date, locale);
      const id = articleAt(rest);
      const article = id && findArticle(id, locale);
      return article && ofArticle(article, locale);
    },
  };
}
