import { type Article, updatedIso } from "../domain/article.js";
import { isLocale, locales } from "../domain/locale.js";
import { articlePresenter } from "../presenters/article.js";
import { pagePresenter } from "../presenters/page.js";
import type { Site } from "../presenters/site.js";
import { pageUpdatedIso } from "../site/page.js";
import { pageNames } from "../site/paths.js";

export type Documents = ReturnType<typeof markdownDocuments>;

export function markdownDocuments(services: Site) {
  const { articles, baseUrl, library } = services;
  const { pathTo, articlePath, articleAt } = library.addresses;
  const pageTexts = pagePresenter(services);
  const articleTexts = articlePresenter(services);

  const pages = locales.flatMap((locale) =>
    pageNames.map((name) => {
      const page = library.page(name, locale);
      const updated = pageUpdatedIso(page, library.organisation.timezone);
      return { name, path: pathTo(name, locale), title: page.title, description: page.description, locale, updated };
    }),
  );
  const summaryOf = (article: Article) => {
    const { title, description, locale } = article;
    return { path: articlePath(article, locale), title, description, locale, updated: updatedIso(article) };
  };

  const findArticle = (path: string) => {
    const locale = path.split("/")[1];
    const id = articleAt(path.replace(/^\/[^/]*/, ""));
    if (!isLocale(locale) || !id) return undefined;
    const article = articleTexts.findArticle(id, locale);
    return article && { ...summaryOf(article), text: articleTexts.markdown(article, locale) };
  };

  return {
    list: () => [...pages, ...locales.flatMap((locale) => articles.current().list(locale).map(summaryOf))],

    /** Takes an address of the site, with or without origin, extension, query and fragment. */
    find(address: string) {
      if (!URL.canParse(address, baseUrl)) return undefined;
      const { origin, pathname } = new URL(address, baseUrl);
      if (origin !== baseUrl) return undefined;
      const path = pathname.replace(/(?:\.md|\/)$/, "");
      const page = pages.find((page) => page.path === path);
      return page ? { ...page, text: pageTexts.markdown(page.name, page.locale) } : findArticle(path);
    },
  };
}
