import type { ArticleId } from "../addresses/paths.js";
import { localePath, pageNames } from "../addresses/paths.js";
import type { Site } from "../site.js";
import { defaultLocale, isLocale, type Locale, locales } from "../text/locale.js";
import { articlePresenter } from "./article.js";
import { occurrencePresenter } from "./date.js";
import type { SitePage } from "./links.js";
import { pagePresenter } from "./page.js";

export type PageFinder = ReturnType<typeof pageFinder>;

export function pageFinder(site: Site) {
  const { snapshot, baseUrl, library } = site;
  const { pathTo, articleIdAt, occurrenceIdAt } = library.addresses;
  const { namedPage } = pagePresenter(site);
  const presentOccurrence = occurrencePresenter(site);
  const presentArticle = articlePresenter(site);

  const occurrencePage = (id: string, locale: Locale) => {
    const occurrence = snapshot().agenda.occurrence(id);
    return occurrence && presentOccurrence(occurrence, locale);
  };

  /** The article is in English if it is not published in the language. */
  const articlePage = (id: ArticleId, locale: Locale) => {
    const published = snapshot().articles;
    const article = published.article(id, locale) ?? published.article(id, defaultLocale);
    return article && presentArticle(article, locale);
  };

  /** Takes an address of the site, with or without origin, extension, query and fragment. */
  const pageAt = (address: string): SitePage | undefined => {
    if (!URL.canParse(address, baseUrl)) return undefined;
    const { origin, pathname } = new URL(address, baseUrl);
    const path = pathname.replace(/(?:\.md|\/)$/, "");
    const [, locale, pathInLocale = ""] = /^\/([^/]+)(\/.*)?$/.exec(path) ?? [];
    if (origin !== baseUrl || !isLocale(locale)) return undefined;
    const name = pageNames.find((name) => pathTo(name, locale) === path);
    if (name) return namedPage(name, locale);
    const occurrenceId = occurrenceIdAt(pathInLocale);
    if (occurrenceId !== undefined) return occurrencePage(occurrenceId, locale);
    const articleId = articleIdAt(pathInLocale);
    return articleId && articlePage(articleId, locale);
  };

  const pagesAndArticles = (): SitePage[] => {
    const pages = locales.flatMap((locale) => pageNames.map((name) => namedPage(name, locale)));
    const published = locales.flatMap((locale) => snapshot().articles.articlesIn(locale));
    return [...pages, ...published.map((article) => presentArticle(article, article.locale))];
  };

  /** Adds a missing locale, as in `/about`; corrects `/EN/about`, `/no/about`, and the dot of a sentence at the end. */
  const correctedPath = (path: string): string => {
    const withoutDot = path.replace(/(?<=[^./])[./]+$/, ""); // without the lookbehind, 8,000 dots take 0.1 s
    const inEnglish = localePath(defaultLocale, withoutDot);
    if (pageAt(inEnglish)?.address === inEnglish.replace(/\.md$/, "")) return inEnglish;
    const [prefix = "", code = ""] = /^\/([a-z]{2})(?=\/|\.md$|$)/i.exec(withoutDot) ?? [];
    const locale = code.toLowerCase().replace("no", "nb");
    return isLocale(locale) ? localePath(locale, withoutDot.slice(prefix.length)) : path;
  };

  return { namedPage, occurrencePage, articlePage, pageAt, pagesAndArticles, correctedPath };
}
