import type { ArticleKind } from "../domain/article.js";
import { type Concept, conceptAt } from "../domain/concept.js";
import { defaultLocale, type Locale } from "../domain/locale.js";
import type { Slug } from "../domain/slug.js";

/**
 * Every page and its address after the locale: the only place where an address is written. `:chat` is the owner's word
 * for the chat community. Everything else names the page: addresses.pathTo("after-commerce", "sv").
 */
// biome-ignore format: a table is read in columns
export const paths = {
  "home":                                     "",
  "after-commerce":                           "/after-commerce",
  "after-commerce-gothenburg":                "/after-commerce/gothenburg",
  "after-commerce-start-format":              "/after-commerce/gothenburg/start-format",
  "after-commerce-start-city":                "/after-commerce/start-city",
  "after-commerce-faq":                       "/after-commerce/faq",
  "boardroom-for-commerce":                   "/boardroom-for-commerce",
  "boardroom-for-commerce-gothenburg":        "/boardroom-for-commerce/gothenburg",
  "boardroom-for-commerce-gothenburg-attend": "/boardroom-for-commerce/gothenburg/attend",
  "boardroom-for-commerce-varberg":           "/boardroom-for-commerce/varberg",
  "boardroom-for-commerce-varberg-attend":    "/boardroom-for-commerce/varberg/attend",
  "boardroom-for-commerce-topics":            "/boardroom-for-commerce/topics",
  "boardroom-for-commerce-start-city":        "/boardroom-for-commerce/start-city",
  "boardroom-for-commerce-faq":               "/boardroom-for-commerce/faq",
  "commerce-commons":                         "/commerce-commons",
  "commerce-commons-join":                    "/commerce-commons/join",
  "commerce-commons-included":                "/commerce-commons/included",
  "commerce-commons-chat":                    "/commerce-commons/:chat",
  "commerce-commons-discounts":               "/commerce-commons/join/discounts",
  "commerce-commons-student":                 "/commerce-commons/join/discounts/student",
  "commerce-commons-faq":                     "/commerce-commons/faq",
  "guides":                                   "/guides",
  "perspectives":                             "/perspectives",
  "about":                                    "/about",
  "developer":                                "/developer",
  "contact":                                  "/contact",
  "privacy":                                  "/legal/privacy",
  "terms":                                    "/legal/terms",
} as const satisfies Record<string, "" | `/${string}`>;

export type PageName = keyof typeof paths;

export const pageNames = Object.keys(paths) as PageName[];

export function isPageName(text: string): text is PageName {
  return Object.hasOwn(paths, text);
}

/** The page that lists the articles of a kind; each of them has its slug below that page's address. */
export const articleLists: Readonly<Record<ArticleKind, PageName>> = { guide: "guides", perspective: "perspectives" };

/** The concept a page belongs to; undefined for pages of the whole site. */
export function conceptOf(page: PageName): Concept | undefined {
  return conceptAt(paths[page]);
}

/** The room a page is in: its concept's, or the house's own. */
export function roomOf(page: PageName): PageName {
  return conceptOf(page)?.slug ?? "home";
}

/** The list of events in the API. A value that is undefined is left out. */
export function eventsPath(query: Readonly<Record<string, string | number | boolean | undefined>>): string {
  return `${api.events}${searchOf(query)}`;
}

/** One occurrence as a calendar file. */
export function eventFilePath(id: string, locale: Locale): string {
  return `${api.events}/${id}.ics?locale=${locale}`;
}

/** The calendar of a city: of all its events, in English, unless a language or a concept is named. */
export function calendarPath(
  city: Slug,
  filter: { readonly locale?: Locale | undefined; readonly concept?: string | undefined } = {},
  extension: "" | ".ics" = "",
): string {
  return `${api.calendar}/${city}${extension}${searchOf({ locale: filter.locale, concept: filter.concept })}`;
}

function searchOf(query: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value));
  return given.size > 0 ? `?${given}` : "";
}

/** The page whose address begins with this one's and is the longest such: where a breadcrumb leads up to. */
export function parentOf(page: PageName): PageName | undefined {
  return parents.get(page);
}

/** The pages directly below this one, in the order of the table. */
export function childrenOf(page: PageName): readonly PageName[] {
  return children.get(page)!;
}

/** From the home page down to this one, both included. */
export function trailTo(page: PageName): PageName[] {
  const parent = parentOf(page);
  return parent ? [...trailTo(parent), page] : [page];
}

const byLength = (a: PageName, b: PageName) => paths[a].length - paths[b].length;
const parents = new Map(
  pageNames.map((page) => {
    const isAbove = (other: PageName) => other !== page && `${paths[page]}/`.startsWith(`${paths[other]}/`);
    return [page, page === "home" ? undefined : pageNames.filter(isAbove).sort(byLength).at(-1)];
  }),
);
const children = new Map(pageNames.map((page) => [page, pageNames.filter((other) => parentOf(other) === page)]));

/** What the addresses of the API begin with, and the one of Dialogue. */
export const api = {
  events: "/api/events",
  calendar: "/api/calendar",
  assistant: "/api/ai/",
  chat: "/api/ai/chat",
} as const;

/** The files for programs, whose addresses others expect. */
export const files = {
  feed: "/feed.xml",
  sitemap: "/sitemap.xml",
  robots: "/robots.txt",
  security: "/.well-known/security.txt",
  /** The older address, where some still look (RFC 9116 §3). */
  legacySecurity: "/security.txt",
  llms: "/llms.txt",
  llmsFull: "/llms-full.txt",
  apiCatalog: "/.well-known/api-catalog",
  openapi: "/api/openapi.json",
} as const;

/** The feed of articles: in English, unless another language is named. */
export function feedPath(locale: Locale): string {
  return locale === defaultLocale ? files.feed : `${files.feed}?locale=${locale}`;
}
