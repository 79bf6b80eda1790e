import { defaultLocale, isLocale, type Locale, localeOfTag } from "../domain/locale.js";
import type { Slug } from "../domain/slug.js";

/**
 * Every page and its address after the locale: the only place where an address is written.
 * Everything else names the page: pathTo("after-commerce", "sv").
 */
// biome-ignore format: a table is read in columns
export const paths = {
  "home":                        "",
  "after-commerce":              "/after-commerce",
  "after-commerce-gothenburg":   "/after-commerce/gothenburg",
  "after-commerce-start-format": "/after-commerce/gothenburg/start-format",
  "after-commerce-start-city":   "/after-commerce/start-city",
  "after-commerce-faq":          "/after-commerce/faq",
} as const satisfies Record<string, "" | `/${string}`>;

export type PageName = keyof typeof paths;

export const pageNames = Object.keys(paths) as PageName[];

export function isPageName(text: string): text is PageName {
  return Object.hasOwn(paths, text);
}

/** The address of a page: `/sv/after-commerce`. */
export function pathTo(page: PageName, locale: Locale): string {
  return `/${locale}${paths[page]}`;
}

/** The address of a page's Markdown twin: `/sv/after-commerce.md`, `/sv.md`. */
export function markdownPathTo(page: PageName, locale: Locale): string {
  return `${pathTo(page, locale)}.md`;
}

/** The list of events in the API. A value that is undefined is left out. */
export function eventsPath(query: Readonly<Record<string, string | number | boolean | undefined>>): string {
  return `/api/events${searchOf(query)}`;
}

/** One occurrence as a calendar file. */
export function eventFilePath(id: string, locale: Locale): string {
  return `/api/events/${id}.ics?locale=${locale}`;
}

/** The calendar of a city: of all its events, in English, unless a language or a concept is named. */
export function calendarPath(
  city: Slug,
  filter: { readonly locale?: Locale | undefined; readonly concept?: string | undefined } = {},
  extension: "" | ".ics" = "",
): string {
  return `/api/calendar/${city}${extension}${searchOf({ locale: filter.locale, concept: filter.concept })}`;
}

function searchOf(query: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value));
  return given.size > 0 ? `?${given}` : "";
}

/** The page whose address begins with this one's and is the longest such: where a breadcrumb leads up to. */
export function parentOf(page: PageName): PageName | undefined {
  const isAbove = (other: PageName) => other !== page && `${paths[page]}/`.startsWith(`${paths[other]}/`);
  return page === "home" ? undefined : pageNames.filter(isAbove).sort(byLength).at(-1);
}

/** The pages directly below this one, in the order of the table. */
export function childrenOf(page: PageName): PageName[] {
  return pageNames.filter((other) => parentOf(other) === page);
}

/** All pages below this one, each followed by its own. */
export function pagesBelow(page: PageName): PageName[] {
  return childrenOf(page).flatMap((child) => [child, ...pagesBelow(child)]);
}

/** From the home page down to this one, both included. */
export function trailTo(page: PageName): PageName[] {
  const parent = parentOf(page);
  return parent ? [...trailTo(parent), page] : [page];
}

/**
 * Where a request for a path that is not quite an address should go instead, or undefined when it is not nearly one:
 * a trailing slash goes, `/no` becomes `/nb`, a page without a locale is shown in English, all in one step.
 * What comes back begins with a locale of this site, so that no redirect can lead to another host.
 */
export function correctedPath(path: string): string | undefined {
  const segments = path.split("/").filter((segment) => segment !== "");
  const isPage = pageNames.some((page) => paths[page] === `/${segments.join("/")}`);
  const [locale, ...rest] = isPage ? [defaultLocale, ...segments] : segments;
  const known = locale?.replace(/^no(?=$|\.md$)/, localeOfTag);
  const corrected = `/${[known, ...rest].join("/")}`;
  return isLocale(known?.replace(/\.md$/, "")) && corrected !== path ? corrected : undefined;
}

const byLength = (a: PageName, b: PageName) => paths[a].length - paths[b].length;
