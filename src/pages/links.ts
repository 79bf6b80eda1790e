import { EVENT_QUERY, hreflangLinks, markdownPathOf, type PageName } from "../addresses/paths.js";
import { breadcrumbs } from "../addresses/site-map.js";
import type { Site } from "../site.js";
import { type Locale, locales } from "../text/locale.js";

/** `written` lists the languages of the text; `event` is the date that is chosen in its form. */
export function addressesOf(
  path: string,
  canonicalPath: string,
  pathIn: (locale: Locale) => string,
  written: readonly Locale[],
  { baseUrl }: Site,
  event?: string,
) {
  const query = event === undefined ? "" : EVENT_QUERY + event;
  return {
    canonical: baseUrl + canonicalPath,
    markdownPath: markdownPathOf(path),
    translations: hreflangLinks(written, (locale) => baseUrl + pathIn(locale)),
    alternates: locales.map((locale) => ({
      locale,
      path: pathIn(locale) + query,
      isInAnother: !written.includes(locale),
    })),
  };
}

export type Trail = ReturnType<typeof trailTo>;

/** Links from the home page to a page, and to what is `below` it. */
export function trailTo(
  page: PageName,
  locale: Locale,
  { baseUrl, library }: Site,
  ...below: { label: string; path: string }[]
) {
  const linkTo = (name: PageName) => ({
    label: library.page(name, locale).label,
    path: library.addresses.pathTo(name, locale),
  });
  return [...breadcrumbs(page).map(linkTo), ...below].map((link) => ({ ...link, url: baseUrl + link.path }));
}
