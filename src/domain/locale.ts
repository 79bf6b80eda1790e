/** The languages of the site, as BCP 47 tags; the first is the default. */
export const locales = ["en", "sv", "nb"] as const;

export type Locale = (typeof locales)[number];

export const defaultLocale: Locale = "en";

export const languageNames: Readonly<Record<Locale, string>> = { en: "English", sv: "Svenska", nb: "Norsk" };

/** BCP 47 tags for dates and numbers. */
export const regionalTags: Readonly<Record<Locale, string>> = { en: "en-GB", sv: "sv-SE", nb: "nb-NO" };

export function inEachLocale<Made>(make: (locale: Locale) => Made): Record<Locale, Made> {
  return Object.fromEntries(locales.map((locale) => [locale, make(locale)])) as Record<Locale, Made>;
}

export function isLocale(text: string | undefined): text is Locale {
  return locales.some((locale) => locale === text);
}

/** The primary language of a BCP 47 tag in lower case, with `nb` for Norwegian of any kind (`no`, `nn`). */
export function localeOfTag(tag: string): string {
  const language = tag.toLowerCase().split("-")[0]!;
  return language === "no" || language === "nn" ? "nb" : language;
}
