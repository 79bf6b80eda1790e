import { defaultLocale, type Locale } from "../domain/locale.js";

/** The address of a text in each language it is written in, and for readers of any other (`x-default`), for hreflang. */
export function translationsIn(written: readonly Locale[], urlIn: (locale: Locale) => string) {
  const fallback = written.filter((locale) => locale === defaultLocale);
  return [
    ...written.map((locale) => ({ lang: locale, url: urlIn(locale) })),
    ...fallback.map((locale) => ({ lang: "x-default", url: urlIn(locale) })),
  ];
}
