import { conceptOfCode } from "../addresses/concepts.js";
import { breadcrumbs } from "../addresses/menus.js";
import { EVENT_QUERY, hreflangLinks, markdownPathOf, type PageName, shareImagePath } from "../addresses/paths.js";
import type { EventRecord } from "../events/record-schema.js";
import { pricesOf } from "../membership/price.js";
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

export function aboutSite({ assets, baseUrl, getFixedT, library }: Site, locale: Locale) {
  const { addresses, membership, organisation } = library;
  return {
    baseUrl,
    locale,
    organisation,
    t: getFixedT(locale),
    imageOf: ({ concept, locale }: Pick<EventRecord, "concept" | "locale">) => {
      const image = assets.findAddress(shareImagePath(conceptOfCode(concept).slug, locale));
      return image && baseUrl + image;
    },
    membership: {
      price: pricesOf(membership).withVat,
      currency: membership.currency,
      url: baseUrl + addresses.pathTo("commerce-commons-join", locale),
    },
  };
}
