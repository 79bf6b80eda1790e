export const locales = ["en", "sv", "nb"] as const;

export type Locale = (typeof locales)[number];

export const defaultLocale: Locale = "en";

export const languageNames: Readonly<Record<Locale, string>> = { en: "English", sv: "Svenska", nb: "Norsk" };

export const regionalTags: Readonly<Record<Locale, string>> = { en: "en-GB", sv: "sv-SE", nb: "nb-NO" };

export function inEachLocale<Made>(make: (locale: Locale) => Made): Record<Locale, Made> {
  return Object.fromEntries(locales.map((locale) => [locale, make(locale)])) as Record<Locale, Made>;
}

export function isLocale(text: string | undefined): text is Locale {
  return locales.some((locale) => locale === text);
}

/** `nb` for every kind of Norwegian (`no`, `nn`), else the primary language of a BCP 47 tag; some clients write `sv_SE`. */
export function localeOfTag(tag: string): string {
  const language = tag.trim().toLowerCase().split(/[-_]/)[0]!;
  return language === "no" || language === "nn" ? "nb" : language;
}

/** Throws for a key that does not exist. */
export type Translate = (key: string, values?: Readonly<Record<string, string | number>>) => string;
