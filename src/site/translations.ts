import { defaultLocale, type Locale } from "../domain/locale.js";

/** Where a text is in each language it is written in, itself included, and in any other (`x-default`), as hreflang says it. */
export function translationsIn(written: readonly Locale[], urlIn: (locale: Locale) => string) {
  const fallback = written.filter((locale) => locale === defaultLocale);
  return [
    ...written.map((locale) => ({ lang: locale, url: urlIn(locale) })),
    ...fallback.map((locale) => ({ lang: "x-default", url: urlIn(locale) })),
  ];
}
