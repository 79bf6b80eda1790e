import { type ArticleId, articleKinds } from "../domain/article.js";
import { defaultLocale, isLocale, type Locale, localeOfTag } from "../domain/locale.js";
import { isSlug } from "../domain/slug.js";
import { articleLists, type PageName, pageNames, paths } from "./paths.js";

/** The addresses of pages, with the owner's own words in them. */
export type Addresses = ReturnType<typeof addressesWith>;

/** `chat` is the path segment of the page about the chat community. */
export function addressesWith(chat: string) {
  const pathOf = (page: PageName) => paths[page].replace(":chat", chat);
  const known = new Set(pageNames.map(pathOf));
  const articleAt = (path: string): ArticleId | undefined => {
    const kind = articleKinds.find((kind) => path.startsWith(`${pathOf(articleLists[kind])}/`));
    const slug = kind ? path.slice(pathOf(articleLists[kind]).length + 1) : "";
    return kind && isSlug(slug) ? { kind, slug } : undefined;
  };
  const articlePath = ({ kind, slug }: ArticleId, locale: Locale) => `/${locale}${pathOf(articleLists[kind])}/${slug}`;

  return {
    /** The address of a page: `/sv/after-commerce`. */
    pathTo: (page: PageName, locale: Locale) => `/${locale}${pathOf(page)}`,

    /** The address of a page's Markdown twin: `/sv/after-commerce.md`, `/sv.md`. */
    markdownPathTo: (page: PageName, locale: Locale) => `/${locale}${pathOf(page)}.md`,

    /** The address of an article, `/sv/guides/returns`, and of its Markdown twin; `:slug` stands for any. */
    articlePath,
    /** What article a path after the locale names, whether or not there is such; undefined for any other path. */
    articleAt,
    markdownArticlePath: (id: ArticleId, locale: Locale) => `${articlePath(id, locale)}.md`,

    /**
     * The address that a path is a misspelling of; undefined when it is none. A trailing slash is dropped, `/no`
     * becomes `/nb`, and a page or a published article without a locale leads to English, all in one step. The result
     * begins with a locale of this site or with `/api`, so no redirect can lead to another host.
     */
    correctedPath(path: string, isOut: (article: ArticleId) => boolean): string | undefined {
      const segments = path.split("/").filter((segment) => segment !== "");
      if (segments[0] === "api") return path.endsWith("/") ? `/${segments.join("/")}` : undefined;
      const page = `/${segments.join("/")}`.replace(/\.md$/, "");
      const article = articleAt(page);
      const isOurs = known.has(page) || (article !== undefined && isOut(article));
      const [locale, ...rest] = isOurs ? [defaultLocale, ...segments] : segments;
      const spoken = locale?.replace(/^no(?=$|\.md$)/, localeOfTag);
      const corrected = `/${[spoken, ...rest].join("/")}`;
      return isLocale(spoken?.replace(/\.md$/, "")) && corrected !== path ? corrected : undefined;
    },
  };
}
