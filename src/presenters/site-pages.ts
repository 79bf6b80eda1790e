import type { ArticleId } from "../domain/article.js";
import { defaultLocale, isLocale, type Locale, locales } from "../domain/locale.js";
import { localePath, pageNames } from "../site/paths.js";
import { articlePresenter } from "./article.js";
import { datePresenter } from "./date.js";
import { pagePresenter } from "./page.js";
import type { Site } from "./site.js";
import type { SitePage } from "./site-page.js";

export type SitePages = ReturnType<typeof sitePages>;

/** Pages, dates and published articles. */
export function sitePages(site: Site) {
  const { agenda, articles, baseUrl, library } = site;
  const { pathTo, articleAt, dateAt } = library.addresses;
  const { page } = pagePresenter(site);
  const dateOf = datePresenter(site);
  const articleOf = articlePresenter(site);

  const date = (id: string, locale: Locale) => {
    const occurrence = agenda.current().find(id);
    return occurrence && dateOf(occurrence, locale);
  };

  /** In English if it is not published in the language. */
  const article = (id: ArticleId, locale: Locale) => {
    const { find } = articles.current();
    const found = find(id, locale) ?? find(id, defaultLocale);
    return found && articleOf(found, locale);
  };

  /** Takes an address of the site, with or without origin, extension, query and fragment. */
  const find = (address: string): SitePage | undefined => {
    if (!URL.canParse(address, baseUrl)) return undefined;
    const { origin, pathname } = new URL(address, baseUrl);
    const path = pathname.replace(/(?:\.md|\/)$/, "");
    const [, locale, rest = ""] = /^\/([^/]+)(\/.*)?$/.exec(path) ?? [];
    if (origin !== baseUrl || !isLocale(locale)) return undefined;
    const name = pageNames.find((name) => pathTo(name, locale) === path);
    if (name) return page(name, locale);
    const [id, articleId] = [dateAt(rest), articleAt(rest)];
    return id === undefined ? articleId && article(articleId, locale) : date(id, locale);
  };

  return {
    page,
    date,
    article,
    find,

    /** Without dates. */
    list: (): SitePage[] => [
      ...locales.flatMap((locale) => pageNames.map((name) => page(name, locale))),
      ...locales.flatMap((locale) =>
        articles
          .current()
          .list(locale)
          .map((one) => articleOf(one, locale)),
      ),
    ],

    /** Adds a missing locale, as in `/about`, and replaces another code of Norwegian, as in `/no/about`. */
    correctedPath(path: string): string {
      const inEnglish = localePath(defaultLocale, path);
      if (find(inEnglish)?.address === inEnglish.replace(/\.md$/, "")) return inEnglish;
      return path.replace(/^\/no(?=\/|\.md$|$)/, localePath("nb"));
    },
  };
}
