import { conceptOfCode } from "../addresses/concepts.js";
import { breadcrumbs } from "../addresses/menus.js";
import { hreflangLinks, markdownPathOf, type PageName, shareImagePath } from "../addresses/paths.js";
import type { EventRecord } from "../events/record-schema.js";
import type { FormState } from "../forms/present.js";
import { pricesOf } from "../membership/price.js";
import type { Site } from "../site.js";
import { type Locale, locales } from "../text/locale.js";

/** One page of the site for visitors of one language: a text, a date or an article. */
export interface SitePage {
  /** The path in the language of the visitor. */
  readonly address: string;
  /** The path in the language of the text. */
  readonly canonicalPath: string;
  readonly locale: Locale;
  readonly title: string;
  readonly description: string;
  readonly updated: string;
  readonly hasId: (id: string) => boolean;
  readonly view: string;
  readonly model: (form?: FormState) => object;
  /** Its Markdown. Links are paths if `origin` is empty. */
  readonly text: (origin?: string) => string;
}

/** `written` lists the languages of the text. */
export function addressesOf(
  { address, canonicalPath }: Pick<SitePage, "address" | "canonicalPath">,
  pathIn: (locale: Locale) => string,
  written: readonly Locale[],
  baseUrl: string,
  query = "",
) {
  return {
    canonical: baseUrl + canonicalPath,
    markdownPath: markdownPathOf(address),
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
