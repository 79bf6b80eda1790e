import { defaultLocale, type Locale } from "../domain/locale.js";

export function hreflangLinks(available: readonly Locale[], urlIn: (locale: Locale) => string) {
  const fallback = available.filter((locale) => locale === defaultLocale);
  return [
    ...available.map((locale) => ({ lang: locale, url: urlIn(locale) })),
    ...fallback.map((locale) => ({ lang: "x-default", url: urlIn(locale) })),
  ];
}
