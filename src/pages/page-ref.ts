import {
  type ArticleId,
  breadcrumbs,
  markdownPathOf,
  type PageName,
  type PageQuery,
  pageNames,
  pageQuery,
  viewIds,
} from "../addresses/pages.js";
import {
  articleIdAt,
  articlePath,
  EVENT_QUERY,
  hreflangLinks,
  occurrenceIdAt,
  occurrencePath,
} from "../addresses/paths.js";
import { localesOf } from "../content/events.js";
import type { Article } from "../content/library.js";
import { pageUpdatedIso, textsOf } from "../content/library.js";
import type { Occurrence } from "../events/agenda.js";
import { eventInWords, recordOf } from "../events/record.js";
import type { Site } from "../site.js";
import { defaultLocale, isLocale, type Locale, locales } from "../text/locale.js";

/** A page of the site for visitors of a language: a text of content/pages, an article or a date. */
export type PageRef = {
  readonly locale: Locale;
  /** What the page depends on in the query of its address; most depend on nothing. */
  readonly query?: PageQuery | undefined;
} & (
  | { readonly kind: "page"; readonly name: PageName }
  | { readonly kind: "article"; readonly article: Article }
  | { readonly kind: "date"; readonly occurrence: Occurrence }
);

/** The article is in English if it is not published in the language. */
export function findArticle(id: ArticleId, locale: Locale, { snapshot }: Site): PageRef | undefined {
  const { articles } = snapshot();
  const article = articles.article(id, locale) ?? articles.article(id, defaultLocale);
  return article && { kind: "article", article, locale };
}

export function findDate(id: string, locale: Locale, { snapshot }: Site): PageRef | undefined {
  const occurrence = snapshot().agenda.occurrence(id);
  return occurrence && { kind: "date", occurrence, locale };
}

/** Takes an address of the site, with or without origin, extension, query and fragment. */
export function pageAt(address: string, site: Site): PageRef | undefined {
  const { baseUrl, library } = site;
  const { pathTo } = library;
  if (!URL.canParse(address, baseUrl)) return undefined;
  const { origin, pathname } = new URL(address, baseUrl);
  const path = pathname.replace(/(?:\.md|\/)$/, "");
  const [, locale, pathInLocale = ""] = /^\/([^/]+)(\/.*)?$/.exec(path) ?? [];
  if (origin !== baseUrl || !isLocale(locale)) return undefined;
  const name = pageNames.find((page) => pathTo(page, locale) === path);
  if (name) return { kind: "page", name, locale };
  const occurrenceId = occurrenceIdAt(pathInLocale);
  if (occurrenceId !== undefined) return findDate(occurrenceId, locale, site);
  const articleId = articleIdAt(pathInLocale);
  return articleId && findArticle(articleId, locale, site);
}

export function pagesAndArticles({ snapshot }: Site): PageRef[] {
  const { articles } = snapshot();
  const pages = locales.flatMap((locale) => pageNames.map((name): PageRef => ({ kind: "page", name, locale })));
  const published = locales.flatMap((locale) => articles.articlesIn(locale));
  return [...pages, ...published.map((article): PageRef => ({ kind: "article", article, locale: article.locale }))];
}

/** What a list of pages shows of each. */
interface Summary {
  /** The path in the language of the text. */
  readonly canonicalPath: string;
  /** The language of the text. */
  readonly locale: Locale;
  readonly title: string;
  readonly description: string;
  readonly updated: string;
}

export function summaryOf(ref: PageRef, site: Site): Summary {
  if (ref.kind === "page") {
    const page = site.library.page(ref.name, ref.locale);
    const { title, description } = page;
    const updated = pageUpdatedIso(page, site.library.organisation.timezone);
    return { canonicalPath: pathOf(ref, site), locale: ref.locale, title, description, updated };
  }
  if (ref.kind === "article") {
    const { locale, title, description, updated } = ref.article;
    const canonicalPath = pathOf({ ...ref, locale }, site);
    return { canonicalPath, locale, title, description, updated };
  }
  const record = recordOf(ref.occurrence, ref.locale, site);
  const { locale, path: canonicalPath, summary: description, updatedAt: updated } = record;
  return { canonicalPath, locale, title: eventInWords(record), description, updated };
}

export function pathOf(ref: PageRef, { library }: Site): string {
  if (ref.kind === "page") return library.pathTo(ref.name, ref.locale);
  if (ref.kind === "article") return articlePath(ref.article, ref.locale);
  return occurrencePath(ref.occurrence.id, ref.locale);
}

/** The languages that its text is written in. */
function writtenLocales(ref: PageRef, { snapshot }: Site): readonly Locale[] {
  if (ref.kind === "page") return locales;
  return ref.kind === "article" ? snapshot().articles.localesOf(ref.article) : localesOf(ref.occurrence.event);
}

/** `chosenDateId` is the date that is chosen in the form of the page. */
export function addressesOf(ref: PageRef, site: Site, chosenDateId?: string) {
  const { baseUrl } = site;
  const written = writtenLocales(ref, site);
  const query = pageQuery(ref.query);
  const pathIn = (locale: Locale) => pathOf({ ...ref, locale }, site);
  return {
    canonical: baseUrl + summaryOf(ref, site).canonicalPath,
    markdownPath: markdownPathOf(pathOf(ref, site)) + query,
    translations: hreflangLinks(written, (locale) => baseUrl + pathIn(locale)),
    alternates: locales.map((locale) => ({
      locale,
      path: pathIn(locale) + (chosenDateId === undefined ? query : EVENT_QUERY + chosenDateId),
      isInAnother: !written.includes(locale),
    })),
  };
}

/** Whether a link can lead to this id on the page. */
export function hasId(ref: PageRef, id: string, { library }: Site): boolean {
  if (ref.kind === "date") return id === viewIds.form;
  if (ref.kind === "article") return ref.article.html.includes(` id="${id}"`);
  const texts = textsOf(library.page(ref.name, ref.locale));
  return Object.hasOwn(viewIds, id) || texts.some((text) => text.id === id);
}

export interface TrailLink {
  readonly label: string;
  readonly path: string;
  readonly url: string;
}

/** Links from the home page to a page, and to what is `below` it. */
export function trailTo(page: PageName, locale: Locale, site: Site, below?: { label: string; path: string }) {
  const { baseUrl, library } = site;
  const trail: TrailLink[] = [];
  for (const name of breadcrumbs(page)) {
    const path = library.pathTo(name, locale);
    trail.push({ label: library.page(name, locale).label, path, url: baseUrl + path });
  }
  if (below) trail.push({ ...below, url: baseUrl + below.path });
  return trail;
}
