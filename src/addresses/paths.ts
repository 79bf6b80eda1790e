import { defaultLocale, type Locale } from "../text/locale.js";
import { isSlug, type Slug } from "../text/slug.js";
import { type Concept, concepts } from "./concepts.js";

/** `path` follows the locale; `:chat` is a segment from content/site.json. A page with a city lists its dates. */
function page(path: "" | `/${string}`, view: string, city?: Slug) {
  const concept = concepts.find(({ slug }) => `${path}/`.startsWith(`/${slug}/`));
  return { path, view, city, concept, theme: concept?.slug ?? ("home" as const) };
}

// biome-ignore format: a table is read in columns
export const pages = {
  "home":                                     page("",                                          "home/show"),
  "after-commerce":                           page("/after-commerce",                           "page/show"),
  "after-commerce-gothenburg":                page("/after-commerce/gothenburg",                "city/show",      "gothenburg"),
  "after-commerce-stockholm":                 page("/after-commerce/stockholm",                 "city/show",      "stockholm"),
  "after-commerce-start-format":              page("/after-commerce/gothenburg/start-format",   "page/show"),
  "after-commerce-start-city":                page("/after-commerce/start-city",                "page/show"),
  "after-commerce-faq":                       page("/after-commerce/faq",                       "faq/show"),
  "boardroom-for-commerce":                   page("/boardroom-for-commerce",                   "boardroom/show"),
  "boardroom-for-commerce-gothenburg":        page("/boardroom-for-commerce/gothenburg",        "city/show",      "gothenburg"),
  "boardroom-for-commerce-gothenburg-attend": page("/boardroom-for-commerce/gothenburg/attend", "boardroom/show", "gothenburg"),
  "boardroom-for-commerce-varberg":           page("/boardroom-for-commerce/varberg",           "city/show",      "varberg"),
  "boardroom-for-commerce-varberg-attend":    page("/boardroom-for-commerce/varberg/attend",    "boardroom/show", "varberg"),
  "boardroom-for-commerce-topics":            page("/boardroom-for-commerce/topics",            "boardroom/show"),
  "boardroom-for-commerce-start-city":        page("/boardroom-for-commerce/start-city",        "page/show"),
  "boardroom-for-commerce-faq":               page("/boardroom-for-commerce/faq",               "faq/show"),
  "commerce-commons":                         page("/commerce-commons",                         "membership/show"),
  "commerce-commons-join":                    page("/commerce-commons/join",                    "membership/show"),
  "commerce-commons-included":                page("/commerce-commons/included",                "membership/show"),
  "commerce-commons-chat":                    page("/commerce-commons/:chat",                   "chat/show"),
  "commerce-commons-discounts":               page("/commerce-commons/join/discounts",          "discounts/show"),
  "commerce-commons-student":                 page("/commerce-commons/join/discounts/student",  "membership/show"),
  "commerce-commons-faq":                     page("/commerce-commons/faq",                     "faq/show"),
  "dates":                                    page("/dates",                                    "dates/index"),
  "guides":                                   page("/guides",                                   "articles/index"),
  "perspectives":                             page("/perspectives",                             "articles/index"),
  "about":                                    page("/about",                                    "about/show"),
  "contact":                                  page("/contact",                                  "contact/show"),
  "developer":                                page("/developer",                                "developer/show"),
  "privacy":                                  page("/legal/privacy",                            "legal/show"),
  "terms":                                    page("/legal/terms",                              "legal/show"),
};

export type PageName = keyof typeof pages;

export const pageNames = Object.keys(pages) as PageName[];

export const isPageName = (text: string): text is PageName => Object.hasOwn(pages, text);

/** The version of the program and its interfaces, as in package.json. */
export const VERSION = "1.2.0";

export const api = {
  events: "/api/events",
  calendar: "/api/calendar",
  assistant: "/api/ai/",
  chat: "/api/ai/chat",
  mcp: "/mcp",
  health: "/healthz",
} as const;

/** For programs: readers of feeds, search engines and agents. */
export const machineFiles = {
  feed: "/feed.xml",
  sitemap: "/sitemap.xml",
  robots: "/robots.txt",
  security: "/.well-known/security.txt",
  /** The older address (RFC 9116 §3). */
  legacySecurity: "/security.txt",
  llms: "/llms.txt",
  llmsFull: "/llms-full.txt",
  apiCatalog: "/.well-known/api-catalog",
  openapi: "/api/openapi.json",
} as const;

const programs: ReadonlySet<string> = new Set([...Object.values(api), ...Object.values(machineFiles)]);

/** Errors are JSON for programs, and pages for people. */
export const isForPrograms = (path: string) => path === "/api" || path.startsWith("/api/") || programs.has(path);

export const articleKinds = ["guide", "perspective"] as const;

export type ArticleKind = (typeof articleKinds)[number];

/** The same article in each language. */
export interface ArticleId {
  readonly kind: ArticleKind;
  readonly slug: Slug;
}

export const articleName = ({ kind, slug }: ArticleId) => `${kind}:${slug}` as const;

/** Paths of articles are below the path of their list. */
export const articleLists: Record<ArticleKind, PageName> = { guide: "guides", perspective: "perspectives" };

/** Files that the build makes; each is also served at an address with a fingerprint. */
export const builtFiles = {
  favicon: "/favicon.ico",
  icon: "/icons/icon.svg",
  icon192: "/icons/icon-192.png",
  icon512: "/icons/icon-512.png",
  maskableIcon: "/icons/icon-maskable-512.png",
  touchIcon: "/apple-touch-icon.png",
  fontLicence: "/fonts/OFL.txt",
} as const;

export const folders = { shareImages: "/share/", forOtherSites: "/embed/" } as const;

export const shareImagePath = (theme: PageName, locale: Locale) => `${folders.shareImages}${theme}.${locale}.png`;

/** The built portrait of a host whose file is in content/hosts. */
export const portraitPath = (file: string) => `/portraits/${file.replace(".", "-")}.png`;

export const localePath = (locale: Locale, path = "") => `/${locale}${path}`;

export const markdownPathOf = (path: string) => `${path}.md`;

export const manifestPath = (locale: Locale) => `/${locale}/site.webmanifest`;

/** The dates that a page lists. */
export interface EventFilter {
  readonly concept?: Concept["code"] | undefined;
  readonly city?: Slug | undefined;
}

/** What the query of a page asks for. It is written in the order of these keys. */
export type PageQuery = EventFilter;

/** The articles that a page or a feed lists. */
export interface ArticleFilter {
  readonly kind?: ArticleKind | undefined;
  readonly concept?: Concept["code"] | undefined;
  readonly topic?: Slug | undefined;
  readonly limit?: number;
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export const pageQuery = ({ concept, city }: PageQuery = {}) => queryString({ concept, city });

export const eventsPath = (query: Query) => api.events + queryString(query);

export const eventPath = (id: string, locale?: Locale) => `${api.events}/${id}${queryString({ locale })}`;

export const eventFilePath = (id: string, locale: Locale) => `${api.events}/${id}.ics?locale=${locale}`;

/** Some calendar apps only take addresses that end in `.ics`. */
export const calendarPath = (city?: Slug, { concept, locale }: Query = {}, extension: "" | ".ics" = ".ics") =>
  `${api.calendar}${city ? `/${city}` : ""}${extension}${queryString({ locale, concept })}`;

function queryString(query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size > 0 ? `?${search}` : "";
}

/** Not one of `pages`: it has no text of its own, and is not for search engines. */
export const searchPath = (locale: Locale, query = "") => `/${locale}/search${queryString({ q: query || undefined })}`;

export const openSearchPath = (locale: Locale) => `/${locale}/opensearch.xml`;

export const embedPath = (city: Slug, query: Query = {}) => `${folders.forOtherSites}${city}${queryString(query)}`;

export const feedPath = (locale: Locale, filter: ArticleFilter = {}) =>
  machineFiles.feed + queryString({ locale: locale === defaultLocale ? undefined : locale, ...filter });

export const EVENT_QUERY = "?event=";

/** Mail programs can append text to a link. */
export function eventIdInQuery(query: string): string | undefined {
  const text = new URLSearchParams(query).getAll("event").find(Boolean) ?? "";
  return /^[A-Za-z\d-]+/.exec(text)?.[0].toLowerCase();
}

export const withoutEventId = (query: string) =>
  queryString({ ...Object.fromEntries(new URLSearchParams(query)), event: undefined });

/** A reload of the confirmation page sends nothing again. */
export const confirmationQuery = (eventId?: string) => (eventId === undefined ? "?sent" : `?sent&event=${eventId}`);

/** The confirmation for somebody who withdraws from a membership. */
export const WITHDRAWAL_QUERY = "?sent&about=withdrawal";

export const isConfirmationQuery = (query: string) =>
  query === WITHDRAWAL_QUERY || /^\?sent(?:&event=[^&]*)?$/.test(query);

export type Addresses = ReturnType<typeof createAddresses>;

/** `chatSegment` is the last path segment of the page about the chat community. */
export function createAddresses(chatSegment: string) {
  const pathTo = (name: PageName, locale: Locale) => localePath(locale, pages[name].path.replace(":chat", chatSegment));
  return { pathTo };
}

export const occurrencePath = (id: string, locale: Locale) => localePath(locale, `${pages.dates.path}/${id}`);

/** Where a sign-up for the date is cancelled with its key. */
export const cancelPath = (id: string, locale: Locale, key?: string) =>
  localePath(locale, `${pages.dates.path}/${id}/cancel${queryString({ key })}`);

/** Takes a path without its locale; undefined for other pages. The date need not exist. */
export const occurrenceIdAt = (path: string) =>
  path.startsWith(`${pages.dates.path}/`) ? path.slice(pages.dates.path.length + 1) : undefined;

export const articlePath = ({ kind, slug }: ArticleId, locale: Locale) =>
  localePath(locale, `${pages[articleLists[kind]].path}/${slug}`);

/** Takes a path without its locale; undefined for other pages. The article need not exist. */
export function articleIdAt(path: string): ArticleId | undefined {
  const kind = articleKinds.find((kind) => path.startsWith(`${pages[articleLists[kind]].path}/`));
  const slug = kind ? path.slice(pages[articleLists[kind]].path.length + 1) : "";
  return kind && isSlug(slug) ? { kind, slug } : undefined;
}

export function hreflangLinks(available: readonly Locale[], urlIn: (locale: Locale) => string) {
  const links = available.map((locale) => ({ lang: locale as string, url: urlIn(locale) }));
  const fallback = links.filter(({ lang }) => lang === defaultLocale);
  return [...links, ...fallback.map(({ url }) => ({ lang: "x-default", url }))];
}
