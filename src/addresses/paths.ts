import { defaultLocale, type Locale } from "../text/locale.js";
import { isSlug, type Slug } from "../text/slug.js";
import {
  type ArticleFilter,
  type ArticleId,
  articleKinds,
  articleLists,
  localePath,
  type PageName,
  pages,
  type Query,
  queryString,
} from "./pages.js";

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

export const manifestPath = (locale: Locale) => `/${locale}/site.webmanifest`;

export const eventsPath = (query: Query) => api.events + queryString(query);

export const eventPath = (id: string, locale?: Locale) => `${api.events}/${id}${queryString({ locale })}`;

export const eventFilePath = (id: string, locale: Locale) => `${api.events}/${id}.ics?locale=${locale}`;

/** Some calendar apps only take addresses that end in `.ics`. */
export const calendarPath = (city?: Slug, { concept, locale }: Query = {}, extension: "" | ".ics" = ".ics") =>
  `${api.calendar}${city ? `/${city}` : ""}${extension}${queryString({ locale, concept })}`;

/** Not one of `pages`: it has no text of its own, and is not for search engines. */
export const searchPath = (locale: Locale, query = "") => `/${locale}/search${queryString({ q: query || undefined })}`;

export const openSearchPath = (locale: Locale) => `/${locale}/opensearch.xml`;

export const embedPath = (city: Slug, query: Query = {}) => `${folders.forOtherSites}${city}${queryString(query)}`;

export const feedPath = (locale: Locale, filter: ArticleFilter = {}) =>
  machineFiles.feed + queryString({ locale: locale === defaultLocale ? undefined : locale, ...filter });

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
