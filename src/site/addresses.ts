import { type ArticleId, articleKinds } from "../articles/article.js";
import { defaultLocale, type Locale } from "../text/locale.js";
import { isSlug } from "../text/slug.js";
import { articleLists, localePath, type PageName, paths } from "../addresses/paths.js";

export type Addresses = ReturnType<typeof createAddresses>;

/** `chatSegment` is the last path segment of the page about the chat community. */
export function createAddresses(chatSegment: string) {
  const pathOf = (page: PageName) => paths[page].replace(":chat", chatSegment);

  return {
    pathTo: (page: PageName, locale: Locale) => localePath(locale, pathOf(page)),

    occurrencePath: (id: string, locale: Locale) => localePath(locale, `${paths.dates}/${id}`),
    /** Undefined for paths of other pages; the date need not exist. */
    occurrenceIdAt: (path: string) =>
      path.startsWith(`${paths.dates}/`) ? path.slice(paths.dates.length + 1) : undefined,

    articlePath: ({ kind, slug }: ArticleId, locale: Locale) =>
      localePath(locale, `${pathOf(articleLists[kind])}/${slug}`),
    /** Undefined for paths of other pages; the article need not exist. */
    articleIdAt(path: string): ArticleId | undefined {
      const kind = articleKinds.find((kind) => path.startsWith(`${pathOf(articleLists[kind])}/`));
      const slug = kind ? path.slice(pathOf(articleLists[kind]).length + 1) : "";
      return kind && isSlug(slug) ? { kind, slug } : undefined;
    },
  };
}

export function hreflangLinks(available: readonly Locale[], urlIn: (locale: Locale) => string) {
  const links = available.map((locale) => ({ lang: locale as string, url: urlIn(locale) }));
  const fallback = links.filter(({ lang }) => lang === defaultLocale);
  return [...links, ...fallback.map(({ url }) => ({ lang: "x-default", url }))];
}
